import { type Printable, print, toCommandData, toCommandProperty } from '../../text/printable.ts'
import { listChecks } from '../guard-checks.ts'
import type { GuardReport } from '../guard-model.ts'
import { explainState } from '../wording/guard.ts'
import { describeLine, explainCheck } from '../wording/guard-checks.ts'

/** Lines that get an annotation of their own; a runner shows no more than ten of a step. */
const MAX_LINES = 8

/** Workflow commands of GitHub Actions: one for each assertion that does not hold, then one for each line behind it. */
export function renderAnnotations(report: GuardReport): Printable[] {
  return listChecks(report)
    .filter(({ state }) => state !== 'passed')
    .flatMap((check) => {
      const level = check.state === 'failed' ? print`error` : print`warning`
      const title = toCommandProperty(print`ledger-triage guard`)
      return [
        explainCheck(check, report),
        ...check.lines.slice(0, MAX_LINES).map(describeLine),
        ...check.files.slice(0, MAX_LINES).map(explainState),
      ].map((text) => print`::${level} title=${title}::${toCommandData(text)}`)
    })
}
