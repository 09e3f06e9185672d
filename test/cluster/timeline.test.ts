import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRecord, createStats, sumCounts } from '../../src/cluster/tally.ts'
import { fillTimeline, MAX_BUCKETS, planTimeline } from '../../src/cluster/timeline.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)

describe('planTimeline', () => {
  it.each([
    ['2026-08-01T10:00:00', '2026-08-01T12:30:00', 'hour', 3],
    ['2026-08-01T10:00:00', '2026-08-20T12:30:00', 'day', 20],
    ['2026-02-24T10:00:00', '2026-08-21T12:30:00', 'week', 26],
    ['2025-02-24T10:00:00', '2026-08-21T12:30:00', 'month', 19],
    ['2015-02-24T10:00:00', '2026-08-21T12:30:00', 'year', 12],
    ['1990-01-01T00:00:00', '2026-08-21T12:30:00', 'decade', 4],
    ['0001-01-01T00:00:00', '9999-08-21T12:30:00', 'century', 26],
  ])('shows %s to %s by %s', (first, last, unit, stretches) => {
    const timeline = planTimeline(utc(first), utc(last))
    expect([timeline?.unit, timeline?.starts.length]).toEqual([unit, stretches])
  })

  it('starts weeks on Monday', () => {
    const starts = planTimeline(utc('2026-02-25T10:00:00'), utc('2026-08-21T12:30:00'))?.starts ?? []
    expect(new Date(starts[0] ?? 0).toISOString()).toBe('2026-02-23T00:00:00.000Z')
  })

  it('has none where nothing is dated', () => {
    expect(planTimeline(undefined, undefined)).toBeUndefined()
  })
})

describe('fillTimeline', () => {
  it('loses no record of the span that it was planned for', () => {
    const instant = fc.integer({ min: utc('2024-01-01T00:00:00'), max: utc('2026-12-31T00:00:00') })
    fc.assert(
      fc.property(fc.array(instant, { minLength: 1, maxLength: 40 }), (instants) => {
        const stats = createStats()
        for (const at of instants) {
          countRecord(stats, {
            ledger: 0,
            line: 1,
            offset: 0,
            at,
            class: 'real',
            reason: 'thin',
            isDenial: false,
          })
        }
        const timeline = planTimeline(Math.min(...instants), Math.max(...instants))
        if (timeline === undefined) throw new Error('no timeline')
        expect(timeline.starts.length).toBeLessThanOrEqual(MAX_BUCKETS)
        const total = fillTimeline(timeline, stats).reduce((sum, counts) => sum + sumCounts(counts), 0)
        expect(total).toBe(instants.length)
      }),
    )
  })
})
