import type { Decision } from '../../classify/gate.ts'
import { concat, escapeRaw, type Printable, print } from '../../text/printable.ts'
import { fitEnd } from '../../text/width.ts'
import { formatCount } from '../figures.ts'
import type { Report } from '../model.ts'
import type { View } from '../view.ts'
import { records } from '../wording/counts.ts'
import { DECISION_TITLE } from '../wording/gate.ts'
import { explainNote } from '../wording/notes.ts'
import { renderParagraph, renderSelection } from './footer.ts'
import { shortenIds } from './short-ids.ts'

/** Clusters named under the decision; the rest are counted. */
const MAX_CLUSTERS = 5

/** The decision on a screen: its sentence first, then what was selected, and the clusters it rests on. */
export function renderGate(report: Report, decision: Decision, sentence: Printable, view: View): Printable {
  const { selected, clusters } = report
  const shortId = shortenIds(clusters.map((cluster) => cluster.id))
  const accent = decision === 'investigate' ? 'real' : decision === 'dismiss' ? 'synthetic' : 'unattributed'
  const lines = [
    ...renderParagraph(view.paint(accent, DECISION_TITLE[decision]), sentence, view),
    print``,
    ...renderSelection(report, view),
    ...report.notes.flatMap((note) => renderParagraph(print`Note`, explainNote(note), view)),
    ...clusters
      .slice(0, MAX_CLUSTERS)
      .map((cluster) =>
        fitEnd(
          print`   ${shortId(cluster.id)}   ${formatCount(cluster.synthetic)} synthetic   ${formatCount(cluster.real)} real   ${formatCount(cluster.unattributed)} unattributed   ${escapeRaw(cluster.template)}`,
          view.columns,
          view.glyphs.ellipsis,
        ),
      ),
    ...(clusters.length > MAX_CLUSTERS
      ? [print`   and ${formatCount(clusters.length - MAX_CLUSTERS)} more clusters`]
      : []),
    print`   ${records(selected.records)} in all, ${formatCount(selected.denials)} of them denials`,
  ]
  return concat(...lines.map((line) => print`${line}\n`))
}
