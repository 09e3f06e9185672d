import { escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import type { GuardCheck } from '../guard-checks.ts'
import type { GuardLine, GuardReport } from '../guard-model.ts'
import {
  describeVerdict,
  explainAltered,
  explainClean,
  explainIncomplete,
  findOddities,
  headLeak,
  headUnsure,
  scopeOf,
} from './guard.ts'

/** One sentence for a log, an annotation, or the title of a test case. */
export function summariseGuard(report: GuardReport): Printable {
  const { appended, stateFiles: states, outcome } = report
  const leaked = states.filter((file) => file.attribution === 'leak').length
  switch (outcome.verdict) {
    case 'altered':
      return join(
        report.ledgers.filter((ledger) => ledger.earlier === 'altered').map(explainAltered),
        print`; `,
      )
    case 'leak':
      return headLeak(appended, leaked, scopeOf(report))
    case 'unsure':
      return headUnsure(
        appended,
        states.filter((file) => file.attribution === 'unsure').length,
        findOddities(report).length,
        false,
      )
    case 'incomplete':
      return explainIncomplete
    case 'clean':
      return explainClean(report)
  }
}

/** What one assertion of a guarded run says. */
export function nameCheck({ code, path }: GuardCheck): Printable {
  if (code === 'started') return print`the command was started`
  if (code === 'complete') return print`the second count was read to its end`
  if (code === 'earlier-bytes') return print`earlier bytes of ${escapeRaw(path ?? '')} are identical`
  return code === 'no-leak'
    ? print`no record or state file was written by a test`
    : print`every appended record and changed state file can be attributed`
}

/** Why an assertion does not hold. */
export function explainCheck({ code, path }: GuardCheck, report: GuardReport): Printable {
  const files = (attribution: GuardLine['attribution']): number =>
    report.stateFiles.filter((file) => file.attribution === attribution).length
  if (code === 'started') return escapeRaw(report.child.errno ?? '')
  if (code === 'complete') return explainIncomplete
  if (code === 'earlier-bytes') {
    const ledger = report.ledgers.find((one) => one.path === path)
    return ledger === undefined ? print`` : explainAltered(ledger)
  }
  return code === 'no-leak'
    ? headLeak(report.appended, files('leak'), scopeOf(report))
    : headUnsure(
        report.appended,
        files('unsure'),
        findOddities(report).length,
        report.outcome.allowUnattributed,
      )
}

/** An appended line in one phrase: where it is, what it is, which test wrote it. */
export function describeLine(line: GuardLine): Printable {
  const place = print`${escapeRaw(line.ledger)}:${line.line} ${describeVerdict(line)}`
  if ('malformed' in line) return place
  const test =
    line.test === null
      ? print``
      : print`, test ${escapeRaw(line.test)}${line.truncated ? print` (name cut)` : print``}`
  const rule = line.rule === null ? print`` : print`, ${escapeRaw(line.rule)}`
  return print`${place}${rule}${test}: ${escapeRaw(line.template)}`
}
