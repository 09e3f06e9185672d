import { concat, escapeRaw, join, type Printable, print, toCodeSpan } from '../../text/printable.ts'
import { formatCount } from '../figures.ts'
import { type GuardCheck, listChecks } from '../guard-checks.ts'
import type { GuardReport } from '../guard-model.ts'
import { explainScope, explainState, headIsolated } from '../wording/guard.ts'
import { adviseOnGuard } from '../wording/guard-advice.ts'
import { describeLine, explainCheck, nameCheck, summariseGuard } from '../wording/guard-checks.ts'
import type { GuardRender } from './guard.ts'
import { chooseRows, formatChange } from './guard-figures.ts'

/** Lines named one by one; the rest is counted in the sentence above them. */
const MAX_LINES = 20

/** Markdown, as a summary of a CI job takes it: the outcome, the figures, and every assertion. */
export const renderGuardMarkdown: GuardRender = (report) => {
  const command = toCodeSpan(
    join(
      report.command.map((part) => escapeRaw(part)),
      print` `,
    ),
  )
  const { outcome } = report
  const lines = [
    print`### ledger-triage guard: ${escapeRaw(outcome.verdict)}`,
    print``,
    print`${command} ended with ${report.child.code}; guard exits with ${outcome.code}: ${toCodeSpan(summariseGuard(report))}`,
    print``,
    ...layOutFigures(report),
    print``,
    ...listChecks(report).flatMap((check) => layOutCheck(check, report)),
    print``,
    ...(outcome.verdict === 'clean'
      ? []
      : [print`What to do: ${toCodeSpan(adviseOnGuard(report))}`, print``]),
    ...layOutIsolated(report),
    print`Scope: ${explainScope(report)}`,
  ]
  return concat(...lines.map((line) => print`${line}\n`))
}

function layOutFigures(report: GuardReport): Printable[] {
  const rows = chooseRows(report).map(
    ({ name, before, after, classes }) =>
      print`| ${name} | ${formatCount(before)} | ${formatCount(after)} | ${formatChange(after - before)} | ${layOutClasses(classes)} |`,
  )
  return [
    print`|  | before | after | change | synthetic | real | unattributed |`,
    print`| :-- | --: | --: | --: | --: | --: | --: |`,
    ...rows,
  ]
}

const layOutClasses = (classes: GuardReport['appended']['matching']['records'] | undefined): Printable =>
  classes === undefined
    ? print` |  | `
    : print`${formatCount(classes.synthetic)} | ${formatCount(classes.real)} | ${formatCount(classes.unattributed)}`

function layOutIsolated({ isolated }: GuardReport): Printable[] {
  if (isolated === null) return []
  const { written } = isolated
  return [
    print`Isolated: ${headIsolated(isolated)}.`,
    print``,
    ...written.lines.slice(0, MAX_LINES).map((line) => print`- ${toCodeSpan(describeLine(line))}`),
    ...(written.lines.length > 0 ? [print``] : []),
  ]
}

function layOutCheck(check: GuardCheck, report: GuardReport): Printable[] {
  const mark =
    check.state === 'failed' ? print`FAILED` : check.state === 'accepted' ? print`accepted` : print`ok`
  const why = check.state === 'passed' ? print`` : print`: ${toCodeSpan(explainCheck(check, report))}`
  return [
    print`- ${mark}: ${toCodeSpan(nameCheck(check))}${why}`,
    ...check.lines.slice(0, MAX_LINES).map((line) => print`  - ${toCodeSpan(describeLine(line))}`),
    ...check.files.slice(0, MAX_LINES).map((file) => print`  - ${toCodeSpan(explainState(file))}`),
  ]
}
