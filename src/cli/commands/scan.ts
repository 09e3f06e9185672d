import { buildReport, findClusters, type Layout } from '../../report/build.ts'
import type { Report } from '../../report/model.ts'
import { renderParagraph } from '../../report/render/footer.ts'
import { renderJson } from '../../report/render/json.ts'
import { shortenIds } from '../../report/render/short-ids.ts'
import { renderTable } from '../../report/render/table.ts'
import { renderTests } from '../../report/render/tests.ts'
import type { Render, View } from '../../report/view.ts'
import { adviseOnClusters, nextSteps } from '../../report/wording/screens.ts'
import { explainSourceFault } from '../../report/wording/source-faults.ts'
import { isCutShort, type SourceFault } from '../../source/fault.ts'
import { ASCII, UNICODE } from '../../text/glyphs.ts'
import { print } from '../../text/printable.ts'
import { runTriage, type Triage } from '../../triage.ts'
import { EXIT, toExitCode } from '../exit.ts'
import { complain, deliver, refuse, type Session } from '../session.ts'
import { chooseColumns, createPaint, isTerminal, wantsColour } from '../surface.ts'

/** Every format of a report, by name; the first is the default. */
export const SCAN_FORMATS: Readonly<Record<string, Render>> = { table: renderTable, json: renderJson }

/** The report of a session's triage, cut as its settings ask or as `layout` does. */
export const reportOn = (triage: Triage, session: Session, layout: Layout = session.settings): Report =>
  buildReport(triage, session.settings.selection, layout, session.tool, session.notes, session.faults)

/** Clusters with verdicts, in work order. */
export async function scan(session: Session): Promise<number> {
  const { settings, surface, ledgers } = session
  const triage = await runTriage(ledgers, session.examine, settings.selection, session.progress)
  await erase(session)
  const unknown = checkCluster(triage, session)
  if (unknown !== undefined) return refuse(unknown, surface)

  const report = reportOn(triage, session)
  const faults = [...session.faults, ...(await complainOfReads(triage, session))]
  const code = toExitCode({ report, faults, interrupted: surface.isInterrupted() }, settings)
  // A document says what is wrong with its inputs; a screen of zeros would mislead.
  if (settings.format !== 'json' && triage.inputs.every((input) => isForeign(input.fault))) return code
  const view = chooseView(session)
  const asTable = settings.by === 'test' ? renderTests : renderTable
  const render = settings.format === 'table' ? asTable : (SCAN_FORMATS[settings.format] ?? renderTable)
  const given = await deliver(render(report, view), code, session)
  if (settings.format === 'table') await advise(report, view, session)
  return given
}

/** True for an input that is no ledger at all, so that figures of it would mislead. */
export const isForeign = (fault: SourceFault | undefined): boolean =>
  fault !== undefined && !isCutShort(fault)

/** Says of each input that could not be read as a ledger, or to its end, what is wrong with it. */
export async function complainOfFaults(faults: readonly SourceFault[], { surface }: Session): Promise<void> {
  for (const fault of faults) await complain(explainSourceFault(fault), EXIT.unreadable, surface)
}

/** The faults of a triage's inputs, each complained of. */
export async function complainOfReads(triage: Triage, session: Session): Promise<SourceFault[]> {
  const faults = triage.inputs.flatMap((input) => input.fault ?? [])
  await complainOfFaults(faults, session)
  return faults
}

/** The fault of a `--match id:…` that names no cluster, or several. */
export function checkCluster(
  triage: Triage,
  { settings, ledgers }: Session,
): Parameters<typeof refuse>[0] | undefined {
  const { match } = settings.selection
  if (match?.kind !== 'id') return undefined
  const found = findClusters(triage.clusters, match.prefix)
  if (found.length === 0) {
    return { code: 'no-such-cluster', id: match.prefix, ledgers: ledgers.map((ledger) => ledger.path) }
  }
  return found.length === 1
    ? undefined
    : { code: 'ambiguous-cluster', id: match.prefix, ids: found.map((cluster) => cluster.id) }
}

/** Takes the progress line away before anything else is shown. */
export async function erase({ surface, settings }: Session): Promise<void> {
  if (surface.stderr.isTerminal && !settings.quiet) await surface.stderr.write(print`\r\u001b[K`)
}

/** How a report is shown on this surface. */
export function chooseView({ settings, surface }: Session): View {
  const toFile = settings.output !== undefined
  const colour =
    settings.colour === 'auto' && toFile ? false : wantsColour(settings.colour, surface.stdout, surface)
  const ages = isTerminal(surface.stdout, surface) && !toFile
  return {
    columns: chooseColumns(settings.width, surface),
    paint: createPaint(colour),
    glyphs: settings.ascii ? ASCII : UNICODE,
    zone: settings.zone,
    now: ages ? settings.now : undefined,
  }
}

/** What the screen means and what to type next, on standard error, where a person reads it. */
async function advise(report: Report, view: View, { settings, surface }: Session): Promise<void> {
  if (settings.quiet || settings.output !== undefined || !isTerminal(surface.stderr, surface)) return
  const shortId = shortenIds(report.clusters.map((cluster) => cluster.id))
  const sentences = adviseOnClusters(report.clusters, shortId).flatMap((text) =>
    renderParagraph(print``, text, view),
  )
  const next = nextSteps(report, shortId)
  for (const line of [print``, ...sentences, ...next]) await surface.stderr.write(print`${line}\n`)
}
