import { countDoubted, type Decision, decideGate } from '../../classify/gate.ts'
import { formatCount } from '../../report/figures.ts'
import { toGateDocument } from '../../report/gate-document.ts'
import type { Report } from '../../report/model.ts'
import { renderParagraph, renderSelection } from '../../report/render/footer.ts'
import { shortenIds } from '../../report/render/short-ids.ts'
import type { View } from '../../report/view.ts'
import { records } from '../../report/wording/counts.ts'
import { DECISION_TITLE, explainGate } from '../../report/wording/gate.ts'
import { explainNote } from '../../report/wording/notes.ts'
import { concat, escapeRaw, type Printable, print, toAsciiJson } from '../../text/printable.ts'
import { fitEnd } from '../../text/width.ts'
import { runTriage } from '../../triage.ts'
import { EXIT, toExitCode } from '../exit.ts'
import { deliver, refuse, type Session } from '../session.ts'
import { checkCluster, chooseView, complainOfReads, erase, isForeign, reportOn } from './scan.ts'

export const GATE_FORMATS = ['table', 'json'] as const

const CODES: Readonly<Record<Decision, number>> = { investigate: 0, dismiss: 1, undecided: 10, none: 2 }

/** Splits the words of `gate`: an id and ledgers, or, where `--match` says what is meant, ledgers alone. */
export function splitGateWords(
  words: readonly string[],
  match: string | undefined,
): { readonly match: string | undefined; readonly ledgers: readonly string[] } {
  if (match !== undefined) return { match, ledgers: words }
  const [id, ...ledgers] = words
  return { match: id === undefined ? undefined : `id:${id.replace(/^id:/, '')}`, ledgers }
}

/** Investigate or not: 0 where a real record exists, 1 where every record is a test's, 10 where nobody can tell, 2 for none. */
export async function gate(session: Session): Promise<number> {
  const { settings, surface, ledgers } = session
  const triage = await runTriage(ledgers, session.examine, settings.selection, session.progress)
  await erase(session)
  const unknown = checkCluster(triage, session)
  if (unknown?.code === 'ambiguous-cluster') return refuse(unknown, surface)
  const report = reportOn(triage, session, { sort: 'work', top: Number.POSITIVE_INFINITY, min: 1 })
  const faults = [...session.faults, ...(await complainOfReads(triage, session))]
  const broken = toExitCode(
    { report, faults, interrupted: surface.isInterrupted() },
    { ...settings, failOn: [], exitZero: false },
  )
  if (triage.inputs.every((input) => isForeign(input.fault))) return broken
  const { trust } = settings
  const counts = { ...report.selected, reasons: report.reasons }
  const decision = decideGate(counts, trust, report.complete)
  const code = broken === EXIT.done ? CODES[decision] : broken
  const sentence = explainGate(report, decision, countDoubted(counts, trust))
  const text =
    settings.format === 'json'
      ? print`${toAsciiJson(toGateDocument(report, decision, code, trust, sentence), 2)}\n`
      : layOut(report, decision, sentence, chooseView(session))
  return deliver(text, code, session)
}

function layOut(report: Report, decision: Decision, sentence: Printable, view: View): Printable {
  const { selected, clusters } = report
  const shortId = shortenIds(clusters.map((cluster) => cluster.id))
  const accent = decision === 'investigate' ? 'real' : decision === 'dismiss' ? 'synthetic' : 'unattributed'
  const lines = [
    ...renderParagraph(view.paint(accent, DECISION_TITLE[decision]), sentence, view),
    print``,
    ...renderSelection(report, view),
    ...report.notes.flatMap((note) => renderParagraph(print`Note`, explainNote(note), view)),
    ...clusters
      .slice(0, 5)
      .map((cluster) =>
        fitEnd(
          print`   ${shortId(cluster.id)}   ${formatCount(cluster.synthetic)} synthetic   ${formatCount(cluster.real)} real   ${formatCount(cluster.unattributed)} unattributed   ${escapeRaw(cluster.template)}`,
          view.columns,
          view.glyphs.ellipsis,
        ),
      ),
    ...(clusters.length > 5 ? [print`   and ${formatCount(clusters.length - 5)} more clusters`] : []),
    print`   ${records(selected.records)} in all, ${formatCount(selected.denials)} of them denials`,
  ]
  return concat(...lines.map((line) => print`${line}\n`))
}
