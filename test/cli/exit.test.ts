import { describe, expect, it } from 'vitest'
import { EXIT, type ExitPolicy, type Outcome, toExitCode } from '../../src/cli/exit.ts'
import type { Report } from '../../src/report/model.ts'

const POLICY: ExitPolicy = { failOn: [], strict: false, exitZero: false }

function outcome(
  changes: { selected?: Partial<Report['selected']>; malformed?: number; complete?: boolean } = {},
): Outcome {
  const report = {
    selected: { records: 3, synthetic: 1, real: 2, unattributed: 0, ...changes.selected },
    totals: { malformed: changes.malformed ?? 0 },
    complete: changes.complete ?? true,
  }
  return { report: report as unknown as Report, faults: [], interrupted: false }
}

describe('toExitCode', () => {
  it.each<[string, Outcome, ExitPolicy, number]>([
    ['a plain run', outcome(), POLICY, EXIT.done],
    ['a condition that is met', outcome(), { ...POLICY, failOn: ['synthetic'] }, EXIT.finding],
    ['a condition that is not met', outcome(), { ...POLICY, failOn: ['unattributed'] }, EXIT.done],
    ['any record', outcome(), { ...POLICY, failOn: ['any'] }, EXIT.finding],
    ['malformed lines', outcome({ malformed: 2 }), POLICY, EXIT.done],
    ['malformed lines, strictly', outcome({ malformed: 2 }), { ...POLICY, strict: true }, EXIT.incomplete],
    [
      'malformed lines as a condition',
      outcome({ malformed: 2 }),
      { ...POLICY, failOn: ['malformed'] },
      EXIT.finding,
    ],
    ['an incomplete read', outcome({ complete: false }), { ...POLICY, failOn: ['any'] }, EXIT.incomplete],
    [
      'an unreadable input',
      { ...outcome(), faults: [{ code: 'not-found', path: 'x' }] },
      POLICY,
      EXIT.unreadable,
    ],
    [
      'an interrupt',
      { ...outcome({ complete: false }), interrupted: true },
      { ...POLICY, exitZero: true },
      EXIT.interrupted,
    ],
    [
      'anything, with --exit-zero',
      outcome({ complete: false }),
      { ...POLICY, exitZero: true, failOn: ['any'] },
      EXIT.done,
    ],
  ])('of %s', (_name, given, policy, wanted) => {
    expect(toExitCode(given, policy)).toBe(wanted)
  })
})
