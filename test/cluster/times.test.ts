import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRecord, createStats, sumCounts } from '../../src/cluster/tally.ts'
import { fillTimeline, planTimeline } from '../../src/cluster/timeline.ts'
import { addTime, createTimes, listTimes, mergeTimes } from '../../src/cluster/times.ts'

const HOUR = 3_600_000
const sum = (times: ReturnType<typeof createTimes>): number =>
  [...listTimes(times)].reduce((total, [, count]) => total + count, 0)

describe('times', () => {
  it('take no more room than so many stretches, and lose no record', () => {
    const times = createTimes()
    const start = Date.UTC(1500, 0, 1)
    for (let i = 0; i < 60_000; i++) addTime(times, start + i * 97 * HOUR)
    expect([times.grain, sum(times)]).toEqual(['year', 60_000])
    expect([...listTimes(times)].length).toBeLessThanOrEqual(10_001)
  })

  it('keep hours while they are few, and merge with coarser ones', () => {
    const hours = createTimes()
    addTime(hours, 5 * HOUR + 1)
    addTime(hours, 5 * HOUR + 2)
    addTime(hours, 9 * HOUR)
    expect([...listTimes(hours)].sort()).toEqual([
      [5 * HOUR, 2],
      [9 * HOUR, 1],
    ])
    const days = createTimes()
    for (let i = 0; i < 10_500; i++) addTime(days, i * HOUR)
    expect(days.grain).toBe('day')
    mergeTimes(hours, days)
    mergeTimes(days, hours)
    expect(sum(days)).toBe(10_500 + 10_503)
  })

  it('fill a timeline exactly as single hours would', () => {
    const span = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2031, 0, 1) })
    fc.assert(
      fc.property(span, span, (a, b) => {
        const [first, last] = [Math.min(a, b), Math.max(a, b)]
        const instants = Array.from(
          { length: 12_000 },
          (_, i) => first + Math.floor(((last - first) / 11_999) * i),
        )
        const stats = createStats()
        for (const at of instants)
          countRecord(stats, {
            ledger: 0,
            line: 1,
            offset: 0,
            at,
            class: 'real',
            reason: 'thin',
            isDenial: false,
          })
        const timeline = planTimeline(first, last)
        if (timeline === undefined) throw new Error('no timeline')
        const wanted = timeline.starts.map(
          (start, i) =>
            instants.filter((at) => at >= start && at < (timeline.starts[i + 1] ?? Number.POSITIVE_INFINITY))
              .length,
        )
        expect(fillTimeline(timeline, stats).map(sumCounts)).toEqual(wanted)
      }),
      { numRuns: 25 },
    )
  })
})
