import { concat, escapeRaw, type Printable, print, repeat } from '../../text/printable.ts'
import { fitEnd, padEnd, padStart } from '../../text/width.ts'
import type { Report, ReportCluster } from '../model.ts'
import type { Render, View } from '../view.ts'
import { explainEmpty, explainLegend, explainRest } from '../wording/screens.ts'
import { type Column, chooseColumns, WIDE } from './columns.ts'
import { renderFooter } from './footer.ts'
import { type Cell, drawGrid } from './grid.ts'
import { renderHeader } from './header.ts'

const GAP = 2
const LEAST_DIAGNOSIS = 12
const LEGEND_WIDTH = 40

/** The main table: header, clusters in order, totals, reconciliation, suspect tests, notes. */
export const renderTable: Render = (report, view) => {
  const body = report.clusters.length === 0 ? [print` ${explainEmpty(report)}`] : renderClusters(report, view)
  const lines = [...renderHeader(report, view), print``, ...body, print``, ...renderFooter(report, view)]
  return concat(...lines.map((line) => print`${line}\n`))
}

function renderClusters(report: Report, view: View): Printable[] {
  const columns = chooseColumns(report, view)
  const used = columns.reduce((sum, column) => sum + column.width + GAP, 1)
  const room = Math.max(LEAST_DIAGNOSIS, view.columns - used)
  const fitted = (text: Printable): Printable => fitEnd(text, room, view.glyphs.ellipsis)
  const row = (pick: (column: Column) => Printable, last: Printable): Cell[] => [
    ...columns.map((column) => alignIn(column, pick(column))),
    fitted(last),
  ]
  const rows: Cell[][] = [
    [
      ...columns.map((column) => view.paint('faint', alignIn(column, column.title))),
      view.paint('faint', print`DIAGNOSIS`),
    ],
  ]
  for (const cluster of report.clusters) {
    const cells = columns.map((column) => {
      const text = alignIn(column, column.cell(cluster))
      return column.accent === undefined ? text : view.paint(column.accent, text)
    })
    rows.push([...cells, fitted(describeDiagnosis(cluster))])
  }
  if (report.rest.count > 0) rows.push(row((column) => column.rest, explainRest(report.rest)))
  rows.push(row((column) => repeat(print`-`, column.ruled ? column.width : 0), print``))
  rows.push(sumRow(columns, room, view))
  return drawGrid(rows, [...columns.map((column) => column.width), room], GAP)
}

const alignIn = (column: Column, text: Printable): Printable =>
  column.align === 'right' ? padStart(text, column.width) : padEnd(text, column.width)

/** The sum; where the bars are drawn, their legend takes the columns behind the last figure. */
function sumRow(columns: readonly Column[], room: number, view: View): Cell[] {
  const figures = columns.map((column) => alignIn(column, column.total))
  const last = columns.reduce((at, column, i) => (column.ruled ? i : at), 0)
  const behind = columns.slice(last + 1).reduce((sum, column) => sum + column.width + GAP, room)
  if (view.columns < WIDE || behind < LEGEND_WIDTH) return [...figures, print`records`]
  const legend = fitEnd(explainLegend(view.glyphs), behind, view.glyphs.ellipsis)
  return [...figures.slice(0, last + 1), { content: legend, colSpan: columns.length - last }]
}

function describeDiagnosis(cluster: ReportCluster): Printable {
  const codes = cluster.signature.parts.filter((part) => part.name !== 'message').map((part) => part.value)
  const text = [...codes, ...(cluster.template === '' ? [] : [cluster.template])].join(' | ')
  return text === '' ? print`(no diagnosis recorded)` : escapeRaw(text)
}
