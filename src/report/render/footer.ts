import type { Reason } from '../../classify/decide.ts'
import { blank, concat, escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import { fitEnd, measure } from '../../text/width.ts'
import { wrap } from '../../text/wrap.ts'
import { formatCount } from '../figures.ts'
import type { Report, ReportSuspect } from '../model.ts'
import type { View } from '../view.ts'
import { describeMalformed } from '../wording/malformed.ts'
import { explainNote } from '../wording/notes.ts'
import { explainDenialCount } from '../wording/screens.ts'
import { REASON_NAME } from '../wording/verdicts.ts'

const MAX_SUSPECTS = 8

/** What stands below the clusters: the sum that must come out, why records are unattributed, who wrote the rest. */
export function renderFooter(report: Report, view: View): Printable[] {
  const lines: Printable[] = [...renderSelection(report, view), ...renderSums(report, view)]
  if (report.totals.malformed > 0)
    lines.push(...renderParagraph(print`Malformed`, describeMalformed(report), view))
  const { selected } = report
  if (selected.denials !== selected.records)
    lines.push(...renderParagraph(print`Denials`, explainDenialCount(selected), view))
  lines.push(...renderSuspects(report, view))
  for (const note of report.notes) lines.push(...renderParagraph(print`Note`, explainNote(note), view))
  if (!report.complete) {
    lines.push(
      view.paint('alarm', print` INCOMPLETE`),
      ...renderParagraph(
        print``,
        print`an input could not be read to its end; these figures are lower bounds.`,
        view,
      ),
    )
  }
  return lines
}

/** What was counted, where it is not all. */
export function renderSelection(
  report: Pick<Report, 'selection' | 'selected' | 'totals'>,
  view: View,
): Printable[] {
  const { selection, selected, totals } = report
  const parts: Printable[] = []
  if (selection.since !== null) parts.push(print`since ${escapeRaw(selection.since)}`)
  if (selection.until !== null) parts.push(print`until ${escapeRaw(selection.until)}`)
  if (selection.match !== null) parts.push(print`matching ${escapeRaw(selection.match)}`)
  if (selection.classes.length < 3) parts.push(print`class ${escapeRaw(selection.classes.join(', '))}`)
  if (selection.denials) parts.push(print`denials only`)
  if (parts.length === 0) return []
  const text = print`${formatCount(selected.records)} of ${formatCount(totals.records)} records: ${join(parts, print`, `)}`
  return renderParagraph(print`Selected`, text, view)
}

function renderSums(report: Report, view: View): Printable[] {
  const { lines, records, blank: empty, malformed } = report.totals
  const sum = print` Lines ${formatCount(lines)} = records ${formatCount(records)} + blank ${formatCount(empty)} + malformed ${formatCount(malformed)}`
  const why = explainUnattributed(report)
  const gap = view.columns - measure(sum) - measure(why)
  if (why !== '' && gap >= 3) return [concat(sum, blank(Math.min(gap, 7)), why)]
  return [fitEnd(sum, view.columns, view.glyphs.ellipsis), ...(why === '' ? [] : [print` ${why}`])]
}

const UNATTRIBUTED: readonly Reason[] = ['no-provenance', 'thin', 'conflict']

function explainUnattributed(report: Report): Printable {
  const parts = UNATTRIBUTED.flatMap((reason) => {
    const count = report.reasons[reason] ?? 0
    return count === 0 ? [] : [print`${formatCount(count)} ${REASON_NAME[reason]}`]
  })
  return parts.length === 0 ? print`` : print`Unattributed: ${join(parts, print`, `)}`
}

function renderSuspects(report: Report, view: View): Printable[] {
  if (report.suspects.length === 0) return []
  const named = report.suspects.reduce((sum, suspect) => sum + suspect.records, 0)
  const shown = report.suspects.slice(0, MAX_SUSPECTS).map((suspect) => describeSuspect(suspect, view))
  const more = report.suspects.length - shown.length
  const rest = more > 0 ? print` and ${formatCount(more)} more` : print``
  const text = print`${join(shown, print`, `)}${rest}: ${formatCount(named)} of ${formatCount(report.selected.synthetic)} synthetic rows`
  return renderParagraph(print`Suspect tests`, text, view)
}

const describeSuspect = ({ test, framework, truncated, records }: ReportSuspect, view: View): Printable =>
  print`${escapeRaw(test)}${truncated ? view.glyphs.ellipsis : print``} (${escapeRaw(framework)}, ${formatCount(records)}${truncated ? print`, name cut` : print``})`

/** ` Label  text`, wrapped under its own first column. */
export function renderParagraph(label: Printable, text: Printable, view: View): Printable[] {
  const head = label === '' ? print` ` : print` ${label}  `
  const indent = measure(head)
  const [first = print``, ...others] = wrap(text, Math.max(20, view.columns - indent), view.glyphs.ellipsis)
  return [concat(head, first), ...others.map((line) => concat(blank(indent), line))]
}
