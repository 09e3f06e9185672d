import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFold, type FoldLimits, type SignatureStat } from '../../src/cluster/fold.ts'
import { countRecord, summarise } from '../../src/cluster/tally.ts'
import { buildReport } from '../../src/report/build.ts'
import { renderTable } from '../../src/report/render/table.ts'
import { sign } from '../../src/signature/sign.ts'
import { runTriage } from '../../src/triage.ts'
import { ALL, createTestExaminer, sourceOf } from '../setup/helpers.ts'
import { viewOf } from '../setup/view.ts'

const NAMES = 'apple birch cedar daisy elder fern grape hazel iris juniper kale lily'.split(' ')

const count = (stat: SignatureStat): void =>
  countRecord(stat.selected, {
    ledger: 0,
    line: 1,
    offset: 0,
    at: undefined,
    class: 'real',
    reason: 'production-provenance',
    isDenial: true,
  })

function foldAll(messages: readonly string[], limits: FoldLimits) {
  const fold = createFold(limits)
  const waiting: SignatureStat[] = []
  for (const [i, message] of messages.entries()) {
    const stat = fold.add(undefined, sign([], message))
    // Every third record gets its verdict late, as records that wait for a link do.
    if (i % 3 === 0) waiting.push(stat)
    else count(stat)
  }
  for (const stat of waiting) count(stat)
  const kept = fold.stats()
  return {
    kept: kept.map(({ id, total, selected }) => `${id} ${total} ${summarise(selected).counts.real}`),
    overflow: fold.overflow()?.total ?? 0,
    real: summarise(
      fold.overflow()?.selected ?? { synthetic: undefined, real: undefined, unattributed: undefined },
    ).counts.real,
  }
}

describe('createFold', () => {
  const messages = fc.array(fc.constantFrom(...NAMES), { maxLength: 60 })

  it('tells the same signatures apart whatever the order of records, and counts all others exactly', () => {
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 8 }), (given, most) => {
        const limits = { signatures: most, units: 1000 }
        const there = foldAll(given, limits)
        const back = foldAll([...given].reverse(), limits)
        expect(back).toEqual(there)
        expect(there.kept.length).toBe(Math.min(most, new Set(given).size))
        const told = there.kept.reduce((sum, line) => sum + Number(line.split(' ')[2]), 0)
        expect(told + there.real).toBe(given.length)
        expect(there.real).toBe(there.overflow)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps as much text as it may, whatever the order', () => {
    fc.assert(
      fc.property(messages, fc.integer({ min: 5, max: 60 }), (given, units) => {
        const limits = { signatures: 100, units }
        expect(foldAll([...given].reverse(), limits)).toEqual(foldAll(given, limits))
      }),
      { numRuns: 300 },
    )
  })
})

describe('a report of more kinds than are told apart', () => {
  it('counts every record, in a row that says so', async () => {
    const lines = NAMES.map(
      (name) =>
        `${JSON.stringify({ message: `${name} failed`, workspace: '/srv/x', harness: 'codex', session: `s-${name}-1` })}\n`,
    )
    const triage = await runTriage([sourceOf(lines.join(''))], createTestExaminer(), ALL, undefined, {
      signatures: 5,
      units: 1000,
    })
    const report = buildReport(
      triage,
      ALL,
      { sort: 'count', top: 100, min: 1 },
      { version: '0', catalogue: '', rules: undefined },
    )
    expect(report.selected.records).toBe(12)
    expect(report.rest.untold + report.clusters.reduce((sum, cluster) => sum + cluster.count, 0)).toBe(12)
    expect(report.rest.untold).toBeGreaterThanOrEqual(7)
    expect(report.notes).toContainEqual({ code: 'overflow', records: report.rest.untold })
    expect(renderTable(report, viewOf(120))).toContain(`${report.rest.untold} records not told apart`)
  })
})
