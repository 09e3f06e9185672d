import { CLASSES } from '../../classify/decide.ts'
import { toCountDocument } from '../../report/count-document.ts'
import { formatCount } from '../../report/figures.ts'
import type { renderJson } from '../../report/render/json.ts'
import { explainExpectation } from '../../report/wording/screens.ts'
import { CLASS_NAME } from '../../report/wording/verdicts.ts'
import { type Printable, print, toAsciiJson } from '../../text/printable.ts'
import { padStart } from '../../text/width.ts'
import { runTriage } from '../../triage.ts'
import { EXIT, toExitCode } from '../exit.ts'
import { deliver, refuse, type Session } from '../session.ts'
import { checkCluster, complainOfReads, erase, reportOn } from './scan.ts'

export const COUNT_FORMATS = ['table', 'json'] as const

/** Numbers only: records that match, by class. `--quiet` prints the bare number. */
export async function count(session: Session): Promise<number> {
  const { settings, surface, ledgers } = session
  const triage = await runTriage(ledgers, session.examine, settings.selection, session.progress)
  await erase(session)
  const unknown = checkCluster(triage, session)
  // An id that no cluster has yet counts none: that is the answer before a test run wrote any.
  if (unknown?.code === 'ambiguous-cluster') return refuse(unknown, surface)
  const report = reportOn(triage, session, { sort: 'id', top: 0, min: 1 })
  const faults = [...session.faults, ...(await complainOfReads(triage, session))]
  const { records } = report.selected
  const missed = settings.expect !== undefined && settings.expect !== records
  const code = toExitCode({ report, faults, interrupted: surface.isInterrupted() }, settings)
  const given = code === EXIT.done && missed && !settings.exitZero ? EXIT.finding : code
  if (settings.format === 'json') {
    return deliver(print`${toAsciiJson(toCountDocument(report, settings.expect), 2)}\n`, given, session)
  }
  if (missed && !settings.quiet) {
    await surface.stderr.write(print`${explainExpectation(settings.expect ?? 0, records)}\n`)
  }
  return deliver(settings.quiet ? print`${records}\n` : layOut(report), given, session)
}

function layOut(report: Parameters<typeof renderJson>[0]): Printable {
  const { selected, totals } = report
  const rows: [Printable, number][] = [[print`records`, selected.records]]
  for (const of of CLASSES) rows.push([print`  ${CLASS_NAME[of]}`, selected[of]])
  rows.push([print`denials`, selected.denials])
  const width = Math.max(...rows.map(([, figure]) => formatCount(figure).length))
  const lines = rows.map(([name, figure]) => print`${padStart(formatCount(figure), width)}  ${name}\n`)
  const sum = print`${formatCount(totals.lines)} lines = records ${formatCount(totals.records)} + blank ${formatCount(totals.blank)} + malformed ${formatCount(totals.malformed)}\n`
  return [...lines, print`of `, sum].reduce((text, line) => print`${text}${line}`)
}
