import { findClusters } from '../../report/build.ts'
import { renderShow } from '../../report/render/show.ts'
import { toShowDocument } from '../../report/show-document.ts'
import { inspectCluster } from '../../show/inspect.ts'
import { isCutShort } from '../../source/fault.ts'
import { print, toAsciiJson } from '../../text/printable.ts'
import { runTriage } from '../../triage.ts'
import { EXIT, toExitCode } from '../exit.ts'
import { deliver, refuse, type Session } from '../session.ts'
import { checkCluster, chooseView, complainOfFaults, complainOfReads, erase, reportOn } from './scan.ts'

export const SHOW_FORMATS = ['table', 'json'] as const

/** One cluster, by the id of any of its members: why its records are together, and what they hold. */
export async function show(session: Session): Promise<number> {
  const { settings, surface, ledgers, examine } = session
  const triage = await runTriage(ledgers, examine, settings.selection, session.progress)
  await erase(session)
  const unknown = checkCluster(triage, session)
  if (unknown !== undefined && triage.inputs.some(({ fault }) => fault !== undefined && isCutShort(fault))) {
    // What was not read may hold it.
    await complainOfReads(triage, session)
    return EXIT.incomplete
  }
  if (unknown !== undefined) return refuse(unknown, surface)
  const { match } = settings.selection
  const [cluster] = match?.kind === 'id' ? findClusters(triage.clusters, match.prefix) : []
  if (cluster === undefined) return EXIT.internal
  const first = [...session.faults, ...(await complainOfReads(triage, session))]
  const report = reportOn(triage, session, { sort: 'work', top: 1, min: 1 })
  const inspection = await inspectCluster(ledgers, cluster, triage, examine)
  if (first.length === 0) await complainOfFaults(inspection.faults, session)
  const faults = [...first, ...inspection.faults]
  const document = toShowDocument(report, cluster, inspection)
  if (document === undefined) return EXIT.internal
  const policy = { failOn: [], strict: false, exitZero: false }
  const complete = report.complete && inspection.faults.length === 0
  const code = toExitCode(
    { report: { ...report, complete }, faults, interrupted: surface.isInterrupted() },
    policy,
  )
  const text =
    settings.format === 'json'
      ? print`${toAsciiJson(document, 2)}\n`
      : renderShow(document, chooseView(session))
  return deliver(text, code, session)
}
