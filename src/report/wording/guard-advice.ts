import { escapeRaw, type Printable, print, word } from '../../text/printable.ts'
import { quoteForShell } from '../../text/shell.ts'
import type { GuardReport } from '../guard-model.ts'
import { list } from './counts.ts'
import type { Message } from './source-faults.ts'

/** What to do next, by what the run came to. */
export function adviseOnGuard(report: GuardReport): Printable {
  switch (report.outcome.verdict) {
    case 'leak':
      return adviseOnLeak(report)
    case 'unsure':
      return adviseOnUnsure(report)
    case 'altered':
      return print`find what rotates or rewrites the ledger, or give the command one of its own: guard --isolate. Until then a count before and after proves nothing.`
    case 'incomplete':
      return print`run it again, and let the second count end.`
    case 'clean':
      return print``
  }
}

function adviseOnLeak(report: GuardReport): Printable {
  const files = report.stateFiles.filter((file) => file.attribution === 'leak').length
  if (report.isolated !== null)
    return print`the writer takes its ledger neither from the variables that --isolate sets (${list(Object.keys(report.isolated.variables))}) nor from the home folder: give the test a ledger path in the way that this writer understands.`
  if (report.appended.leak > 0 && files > 0) {
    return print`give the test its own ledger path and its own home: ${files === 1 ? print`two files` : print`several files`} escaped, so redirecting one is not enough. guard --isolate does both.`
  }
  return report.appended.leak > 0
    ? print`give the test its own ledger path and its own home; guard --isolate does both.`
    : print`give the test its own home; guard --isolate does it.`
}

function adviseOnUnsure({ appended, beacon }: GuardReport): Printable {
  const line = appended.lines.find(({ attribution }) => attribution === 'unsure')
  const look =
    line === undefined || 'malformed' in line
      ? print``
      : print`ledger-triage explain ${quoteForShell(`${line.ledger}:${line.line}`)} tells what is recorded. `
  const name = beacon === null ? print`--beacon lets paths name this very run; ` : print``
  return print`${look}${name}--allow-unattributed accepts what nobody can attribute.`
}

/** The command could not be started. */
export const explainNotStarted = (command: string, errno: string): Message =>
  errno === 'ENOENT'
    ? {
        what: print`there is no command ${escapeRaw(command)}`,
        advice: print`check its spelling and PATH; a shell's own words need one: guard -- sh -c '…'`,
      }
    : {
        what: print`${escapeRaw(command)} could not be started`,
        where: word(errno),
        advice: print`make it executable, or name what runs it: guard -- sh ${escapeRaw(command)}`,
      }

/** The private folders of a run could not be made. */
export const explainNoFolder = (path: string, errno: string): Message => ({
  what: print`no private folder can be made in ${escapeRaw(path)}`,
  where: word(errno),
  advice: print`set TMPDIR to a folder that exists and may be written, away from the ledger`,
})
