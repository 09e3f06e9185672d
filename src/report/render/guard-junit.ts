import { concat, escapeRaw, join, type Printable, print, toXml } from '../../text/printable.ts'
import { type GuardCheck, listChecks } from '../guard-checks.ts'
import type { GuardReport } from '../guard-model.ts'
import { explainState, headIsolated } from '../wording/guard.ts'
import { describeLine, explainCheck, nameCheck } from '../wording/guard-checks.ts'
import type { GuardRender } from './guard.ts'

/** JUnit XML: one suite, one test case for each assertion of the guard. The command's own tests are not repeated. */
export const renderGuardJunit: GuardRender = (report) => {
  const checks = listChecks(report)
  const failures = checks.filter(({ state }) => state === 'failed').length
  const name = toXml(
    join(
      report.command.map((part) => escapeRaw(part)),
      print` `,
    ),
  )
  return concat(
    print`<?xml version="1.0" encoding="UTF-8"?>\n`,
    print`<testsuites name="ledger-triage guard" tests="${checks.length}" failures="${failures}" errors="0">\n`,
    print`  <testsuite name="guard: ${name}" tests="${checks.length}" failures="${failures}" errors="0" skipped="0">\n`,
    ...checks.map((check) => renderCase(check, report)),
    ...renderIsolated(report),
    print`  </testsuite>\n</testsuites>\n`,
  )
}

function renderCase(check: GuardCheck, report: GuardReport): Printable {
  const head = print`    <testcase classname="ledger-triage.guard" name="${toXml(nameCheck(check))}"`
  if (check.state === 'passed') return print`${head}/>\n`
  const message = toXml(explainCheck(check, report))
  const lines = join(
    [...check.lines.map(describeLine), ...check.files.map(explainState)].map(toXml),
    print`\n`,
  )
  return check.state === 'failed'
    ? print`${head}>\n      <failure message="${message}">${lines}</failure>\n    </testcase>\n`
    : print`${head}>\n      <system-out>${message}\n${lines}</system-out>\n    </testcase>\n`
}

/** What an isolated command wrote into its private account: no assertion, but what the run was made for. */
function renderIsolated({ isolated }: GuardReport): Printable[] {
  if (isolated === null) return []
  const lines = [headIsolated(isolated), ...isolated.written.lines.map(describeLine)].map(toXml)
  return [print`    <system-out>${join(lines, print`\n`)}</system-out>\n`]
}
