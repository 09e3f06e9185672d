import type { GuardLine, GuardReport } from './guard-model.ts'

/** What a guarded run asserts; each is one test case, or one line of a list, in the formats for machines of CI. */
export type GuardCheck = {
  readonly code: 'earlier-bytes' | 'no-leak' | 'attributed'
  /** The ledger it is about, where it is about one. */
  readonly path: string | undefined
  readonly state: 'passed' | 'failed' | 'accepted'
  /** Lines that speak against it. */
  readonly lines: readonly GuardLine[]
}

/** Every assertion of a guarded run, in a fixed order. */
export function listChecks(report: GuardReport): GuardCheck[] {
  const { ledgers, appended, stateFiles, outcome } = report
  const blamed = (attribution: GuardLine['attribution']): GuardLine[] =>
    appended.lines.filter((line) => line.attribution === attribution)
  const files = (attribution: GuardLine['attribution']): number =>
    stateFiles.filter((file) => file.attribution === attribution).length
  const leaks = appended.leak + files('leak')
  const unsure = appended.unsure + files('unsure') + ledgers.filter((ledger) => ledger.modeChanged).length
  const tolerated = outcome.allowUnattributed ? 'accepted' : 'failed'
  return [
    ...ledgers.map((ledger) => ({
      code: 'earlier-bytes' as const,
      path: ledger.path,
      state: ledger.earlier === 'altered' ? ('failed' as const) : ('passed' as const),
      lines: [],
    })),
    { code: 'no-leak', path: undefined, state: leaks > 0 ? 'failed' : 'passed', lines: blamed('leak') },
    {
      code: 'attributed',
      path: undefined,
      state: unsure > 0 ? tolerated : 'passed',
      lines: blamed('unsure'),
    },
  ]
}
