import type { GuardLine, GuardReport, GuardState } from './guard-model.ts'

/** What a guarded run asserts; each is one test case, or one line of a list, in the formats for machines of CI. */
export type GuardCheck = {
  readonly code: 'started' | 'complete' | 'earlier-bytes' | 'no-leak' | 'attributed'
  /** The ledger it is about, where it is about one. */
  readonly path: string | undefined
  readonly state: 'passed' | 'failed' | 'accepted'
  /** Lines that speak against it. */
  readonly lines: readonly GuardLine[]
  readonly files: readonly GuardState[]
}

/** Every assertion of a guarded run, in a fixed order. */
export function listChecks(report: GuardReport): GuardCheck[] {
  const { ledgers, appended, stateFiles, outcome } = report
  const blamed = (attribution: GuardLine['attribution']): GuardLine[] =>
    appended.lines.filter((line) => line.attribution === attribution)
  const files = (attribution: GuardLine['attribution']): GuardState[] =>
    stateFiles.filter((file) => file.attribution === attribution)
  const leaks = appended.leak + files('leak').length
  const odd = ledgers.filter(
    ({ modeChanged, change, earlier }) => modeChanged || (change === 'unreadable' && earlier !== 'altered'),
  )
  const unsure = appended.unsure + files('unsure').length + odd.length
  const tolerated = outcome.allowUnattributed ? 'accepted' : 'failed'
  const nothing = { path: undefined, lines: [], files: [] }
  if (!report.child.started) return [{ ...nothing, code: 'started', state: 'failed' }]
  return [
    ...(report.complete ? [] : [{ ...nothing, code: 'complete' as const, state: 'failed' as const }]),
    ...ledgers
      .filter((ledger) => ledger.before !== null)
      .map((ledger) => ({
        code: 'earlier-bytes' as const,
        path: ledger.path,
        state: ledger.earlier === 'altered' ? ('failed' as const) : ('passed' as const),
        lines: [],
        files: [],
      })),
    {
      code: 'no-leak',
      path: undefined,
      state: leaks > 0 ? 'failed' : 'passed',
      lines: blamed('leak'),
      files: files('leak'),
    },
    {
      code: 'attributed',
      path: undefined,
      state: unsure > 0 ? tolerated : 'passed',
      lines: blamed('unsure'),
      files: files('unsure'),
    },
  ]
}
