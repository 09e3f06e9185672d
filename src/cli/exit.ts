import type { Report } from '../report/model.ts'
import { isCutShort, type SourceFault } from '../source/fault.ts'

export const EXIT = {
  done: 0,
  finding: 1,
  usage: 2,
  unreadable: 3,
  incomplete: 4,
  internal: 70,
  interrupted: 130,
} as const

export const FAIL_CONDITIONS = ['synthetic', 'real', 'unattributed', 'malformed', 'any'] as const
export type FailCondition = (typeof FAIL_CONDITIONS)[number]

/** What the user wants an exit code for. */
export type ExitPolicy = {
  readonly failOn: readonly FailCondition[]
  readonly strict: boolean
  readonly exitZero: boolean
}

/** What a run came to: its report, the inputs that could not be read, whether it was interrupted. */
export type Outcome = {
  readonly report: Report
  readonly faults: readonly SourceFault[]
  readonly interrupted: boolean
}

function isMet(condition: FailCondition, { selected, totals }: Report): boolean {
  if (condition === 'any') return selected.records > 0
  return condition === 'malformed' ? totals.malformed > 0 : selected[condition] > 0
}

/** The exit code of a scan. The gravest state wins: interrupted, unreadable, incomplete, then what was asked for. */
export function toExitCode({ report, faults, interrupted }: Outcome, policy: ExitPolicy): number {
  if (interrupted) return EXIT.interrupted
  if (policy.exitZero) return EXIT.done
  if (faults.some((fault) => !isCutShort(fault))) return EXIT.unreadable
  if (!report.complete || (policy.strict && report.totals.malformed > 0)) return EXIT.incomplete
  return policy.failOn.some((condition) => isMet(condition, report)) ? EXIT.finding : EXIT.done
}
