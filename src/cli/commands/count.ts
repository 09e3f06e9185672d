import { toCountDocument } from '../../report/count-document.ts'
import { renderCount } from '../../report/render/count.ts'
import { explainExpectation } from '../../report/wording/screens.ts'
import { print, toAsciiJson } from '../../text/printable.ts'
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
  return deliver(settings.quiet ? print`${records}\n` : renderCount(report), given, session)
}
