import type { Class } from '../../classify/decide.ts'
import { escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import { shortAge } from '../../text/time.ts'
import { measure } from '../../text/width.ts'
import { formatDay } from '../../text/zone.ts'
import { formatCount } from '../figures.ts'
import type { Report, ReportCluster } from '../model.ts'
import type { View } from '../view.ts'
import { drawMakeUp, drawTimeline, MAKE_UP_CELLS } from './bars.ts'
import { shortenIds } from './short-ids.ts'

/** From so many columns on, make-up and timeline have room; below the other, the three classes share a column. */
export const WIDE = 116
const NARROW = 60

/** One column of the main table: how wide, and what it shows of a cluster, of the rest, and in the sum. */
export type Column = {
  readonly title: Printable
  readonly width: number
  readonly align: 'left' | 'right'
  readonly accent?: Class
  readonly cell: (cluster: ReportCluster) => Printable
  readonly rest: Printable
  readonly total: Printable
  /** True where a rule stands above the sum. */
  readonly ruled: boolean
}

/** The columns that a view has room for, all but the diagnosis, which takes what they leave. */
export function chooseColumns(report: Report, view: View): Column[] {
  const { clusters, rest, selected } = report
  const shortId = shortenIds(clusters.map((cluster) => cluster.id))
  const isWide = view.columns >= WIDE
  const idWidth = Math.max(6, ...clusters.map((cluster) => measure(shortId(cluster.id))))
  const plain = { align: 'left', rest: print``, total: print``, ruled: false } as const
  const ofClass = (of: Class, title: Printable): Column => ({
    title,
    width: Math.max(measure(title), measure(formatCount(selected[of]))),
    align: 'right',
    accent: of,
    cell: (cluster) => formatCount(cluster[of]),
    rest: formatCount(rest[of]),
    total: formatCount(selected[of]),
    ruled: true,
  })
  const id: Column = {
    ...plain,
    title: print`ID`,
    width: idWidth,
    cell: (cluster) => shortId(cluster.id),
    ruled: true,
  }
  const count: Column = {
    ...plain,
    title: print`COUNT`,
    width: Math.max(5, measure(formatCount(selected.records))),
    align: 'right',
    cell: (cluster) => formatCount(cluster.count),
    rest: formatCount(rest.count),
    total: formatCount(selected.records),
    ruled: true,
  }
  const makeUp: Column = {
    ...plain,
    title: print`MAKE-UP`,
    width: MAKE_UP_CELLS,
    cell: (cluster) => drawMakeUp(cluster, view),
    rest: drawMakeUp(rest, view),
  }
  const classes =
    view.columns < NARROW
      ? [foldClasses(report)]
      : [
          ofClass('synthetic', print`SYNTH`),
          ofClass('real', print`REAL`),
          ofClass('unattributed', print`UNATTR`),
        ]
  const columns = [id, count, ...(isWide ? [makeUp] : []), ...classes]
  const timeline = isWide ? timelineColumn(report, view) : undefined
  if (timeline !== undefined) columns.push(timeline)
  return [...columns, lastColumn(report, view)]
}

function foldClasses({ clusters, rest, selected }: Report): Column {
  const fold = (counts: { synthetic: number; real: number; unattributed: number }): Printable =>
    join(
      [formatCount(counts.synthetic), formatCount(counts.real), formatCount(counts.unattributed)],
      print`/`,
    )
  const cells = [print`S/R/U`, ...clusters.map(fold), fold(rest), fold(selected)]
  return {
    title: print`S/R/U`,
    width: Math.max(...cells.map(measure)),
    align: 'right',
    cell: fold,
    rest: fold(rest),
    total: fold(selected),
    ruled: true,
  }
}

const UNIT_TITLE = {
  hour: print`HOUR`,
  day: print`DAY`,
  week: print`WEEK`,
  month: print`MONTH`,
  year: print`YEAR`,
  decade: print`DECADE`,
  century: print`CENTURY`,
} as const

function timelineColumn(report: Report, view: View): Column | undefined {
  const { timeline } = report
  if (timeline === null) return undefined
  const stretches = timeline.starts.length
  const unit = UNIT_TITLE[timeline.unit]
  const title = stretches < 18 ? print`PER ${unit}` : print`PER ${unit}, ${stretches} ${unit}S`
  return {
    title,
    width: Math.max(stretches, measure(title)),
    align: 'left',
    cell: (cluster) => drawTimeline(cluster, stretches, view),
    rest: print``,
    total: print``,
    ruled: false,
  }
}

function lastColumn({ clusters }: Report, view: View): Column {
  const cell = (cluster: ReportCluster): Printable => {
    if (cluster.last === null) return print`undated`
    const at = Date.parse(cluster.last)
    return view.now === undefined ? escapeRaw(formatDay(at, view.zone)) : shortAge(at, view.now)
  }
  return {
    title: print`LAST`,
    width: Math.max(4, ...clusters.map((cluster) => measure(cell(cluster)))),
    align: 'right',
    cell,
    rest: print``,
    total: print``,
    ruled: false,
  }
}
