import { concat, escapeRaw, type Printable, print, repeat } from '../../text/printable.ts'
import { fitEnd, measure, padEnd, padStart } from '../../text/width.ts'
import type { DiffDocument } from '../diff-document.ts'
import { formatCount } from '../figures.ts'
import type { View } from '../view.ts'
import {
  CHANGE_NAME,
  describeSide,
  explainChanges,
  explainEarlier,
  explainOutside,
  explainUnknown,
  explainVerdictChange,
} from '../wording/diff.ts'
import { headBeside, headLeak, headUnsure } from '../wording/guard.ts'
import { renderParagraph, renderSelection } from './footer.ts'
import { drawGrid } from './grid.ts'
import { formatChange } from './guard-figures.ts'
import { labelled, layOutLines } from './guard-lines.ts'
import { shortenIds } from './short-ids.ts'

const GAP = 2

type Counts = NonNullable<DiffDocument['clusters'][number]['before']>

/** The screen of a comparison: both sides, their figures, the clusters that changed, the lines that came after. */
export function renderDiff(diff: DiffDocument, top: number, view: View): Printable {
  const changed = diff.clusters.filter((cluster) => cluster.change !== 'same')
  const shortId = shortenIds(diff.clusters.map((cluster) => cluster.id))
  const lines = [
    fitEnd(print`diff   ${describeSide(diff.before)}`, view.columns, view.glyphs.ellipsis),
    fitEnd(print`       ${describeSide(diff.after)}`, view.columns, view.glyphs.ellipsis),
    ...layOutFigures(diff, view),
    print``,
    ...renderSelection({ ...diff.after, selection: diff.selection }, view),
    ...(diff.earlier === null
      ? []
      : [...renderParagraph(print``, explainEarlier(diff.earlier), view), print``]),
    ...(changed.length === 0 ? [] : [...layOutClusters(changed.slice(0, top), shortId, view), print``]),
    ...renderParagraph(print``, explainChanges(diff), view),
    ...changed.flatMap(({ id, decision: { before, after } }) =>
      before === null || after === null || before === after
        ? []
        : renderParagraph(print``, explainVerdictChange(shortId(id), before, after), view),
    ),
    ...(diff.counts.unknown > 0 ? renderParagraph(print`Note`, explainUnknown, view) : []),
    ...(diff.at === null ? [] : layOutUndated(diff, view)),
    ...layOutAppended(diff, view),
  ]
  return concat(...lines.map((line) => print`${line}\n`))
}

/** Records without a time stand in neither half. */
function layOutUndated({ before, after }: DiffDocument, view: View): Printable[] {
  const outside = before.totals.records - before.selected.records - after.selected.records
  return outside > 0 ? renderParagraph(print`Note`, explainOutside(outside), view) : []
}

function layOutFigures({ before, after }: DiffDocument, view: View): Printable[] {
  const names = ['records', 'synthetic', 'real', 'unattributed', 'denials'] as const
  const head = [print``, print`before`, print`after`, print`change`]
  const rows = names.map((name) => [
    escapeRaw(name),
    formatCount(before.selected[name]),
    formatCount(after.selected[name]),
    formatChange(after.selected[name] - before.selected[name]),
  ])
  const widths = head.map((title, i) =>
    Math.max(measure(title), ...rows.map((row) => measure(row[i] ?? print``))),
  )
  const align = (row: readonly Printable[]): Printable[] =>
    row.map((cell, i) => (i === 0 ? padEnd(cell, widths[0] ?? 0) : padStart(cell, widths[i] ?? 0)))
  const table = [align(head).map((text) => view.paint('faint', text)), ...rows.map(align)]
  return drawGrid(table, widths, GAP + 1).map((line) => print` ${line}`)
}

function layOutClusters(
  clusters: DiffDocument['clusters'],
  shortId: (id: string) => Printable,
  view: View,
): Printable[] {
  const change = (name: keyof Counts, cluster: DiffDocument['clusters'][number]): Printable =>
    formatChange((cluster.after?.[name] ?? 0) - (cluster.before?.[name] ?? 0))
  const titles = [
    print`ID`,
    print`CHANGE`,
    print`BEFORE`,
    print`AFTER`,
    print`SYNTH`,
    print`REAL`,
    print`UNATTR`,
  ]
  const rows = clusters.map((cluster) => [
    shortId(cluster.id),
    CHANGE_NAME[cluster.change],
    formatCount(cluster.before?.count ?? 0),
    formatCount(cluster.after?.count ?? 0),
    change('synthetic', cluster),
    change('real', cluster),
    change('unattributed', cluster),
  ])
  const widths = titles.map((title, i) =>
    Math.max(measure(title), ...rows.map((row) => measure(row[i] ?? print``))),
  )
  const taken = widths.reduce((sum, width) => sum + width + GAP, 1)
  const room = Math.max(12, view.columns - taken)
  const align = (row: readonly Printable[], text: Printable): Printable[] => [
    ...row.map((cell, i) => (i < 2 ? padEnd(cell, widths[i] ?? 0) : padStart(cell, widths[i] ?? 0))),
    padEnd(fitEnd(text, room, view.glyphs.ellipsis), room),
  ]
  const table = [
    align(titles, print`DIAGNOSIS`).map((text) => view.paint('faint', text)),
    align(
      widths.map((width) => repeat(print`-`, width)),
      print``,
    ),
    ...rows.map((row, i) => align(row, escapeRaw(clusters[i]?.template ?? ''))),
  ]
  return drawGrid(table, [...widths, room], GAP)
}

function layOutAppended({ appended, after }: DiffDocument, view: View): Printable[] {
  if (appended === null || appended.records + appended.malformed === 0) return []
  const shown = { ledgers: after.inputs, appended }
  const { leak, unsure, beside } = appended
  return [
    print``,
    ...(leak === 0
      ? []
      : [
          ...labelled('LEAK', headLeak(appended, 0, 'since'), view, 'alarm'),
          ...layOutLines(shown, 'leak', [], view),
        ]),
    ...(unsure === 0
      ? []
      : [
          ...labelled('UNSURE', headUnsure(appended, 0, 0, false), view, 'unattributed'),
          ...layOutLines(shown, 'unsure', [], view),
        ]),
    ...(beside === 0
      ? []
      : [
          ...labelled('REAL', headBeside(beside, false), view, 'strong'),
          ...layOutLines(shown, 'beside', [], view),
        ]),
  ]
}
