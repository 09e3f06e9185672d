import { type Printable, print } from '../../text/printable.ts'
import { measure, padEnd, padStart } from '../../text/width.ts'
import { formatCount } from '../figures.ts'
import type { GuardReport } from '../guard-model.ts'
import type { View } from '../view.ts'
import { drawGrid } from './grid.ts'

const GAP = 3
/** From so many columns on, the classes are spelled out. */
const WIDE = 100

type Row = {
  readonly name: Printable
  readonly before: number
  readonly after: number
  readonly classes?: { readonly synthetic: number; readonly real: number; readonly unattributed: number }
}

/** The rows: what `--match` asks for first, by denials where the ledger knows them. */
export function chooseRows({ before, after, appended, match }: GuardReport): Row[] {
  const denials = before.denials + after.denials > 0
  const kind = denials ? ('denials' as const) : ('records' as const)
  const name = denials ? print`denials` : print`records`
  const matching: Row[] =
    match === null && !denials
      ? []
      : [
          {
            name: match === null ? name : print`matching ${name}`,
            before: before.matching[kind],
            after: after.matching[kind],
            classes: appended.matching[kind],
          },
        ]
  const malformed: Row[] =
    before.malformed === after.malformed
      ? []
      : [{ name: print`malformed lines`, before: before.malformed, after: after.malformed }]
  return [
    ...matching,
    { name: print`records`, before: before.records, after: after.records, classes: appended },
    ...(appended.records > 0
      ? []
      : [{ name: print`synthetic`, before: before.synthetic, after: after.synthetic }]),
    ...malformed,
    { name: print`state files`, before: before.stateFiles, after: after.stateFiles },
  ]
}

/** `+3`, `-1`, `0`. */
export const formatChange = (change: number): Printable =>
  change > 0 ? print`+${formatCount(change)}` : change < 0 ? print`-${formatCount(-change)}` : print`0`

/** Figures before and after, and of which class what came in between is. */
export function layOutFigures(report: GuardReport, view: View): Printable[] {
  const rows = chooseRows(report)
  const split = report.appended.records > 0
  const wide = view.columns >= WIDE
  const classes = wide
    ? [print`of which synthetic`, print`real`, print`unattributed`]
    : [print`synth`, print`real`, print`unattr`]
  const head = [print``, print`before`, print`after`, print`change`, ...(split ? classes : [])]
  const cells = rows.map((row) => [
    row.name,
    formatCount(row.before),
    formatCount(row.after),
    formatChange(row.after - row.before),
    ...(split && row.classes !== undefined
      ? [row.classes.synthetic, row.classes.real, row.classes.unattributed].map(formatCount)
      : split
        ? [print``, print``, print``]
        : []),
  ])
  const widths = head.map((title, i) =>
    Math.max(measure(title), ...cells.map((row) => measure(row[i] ?? print``))),
  )
  const align = (row: readonly Printable[]): Printable[] =>
    row.map((cell, i) => (i === 0 ? padEnd(cell, widths[0] ?? 0) : padStart(cell, widths[i] ?? 0)))
  const table = [align(head).map((text) => view.paint('faint', text)), ...cells.map(align)]
  return drawGrid(table, widths, GAP).map((line) => print` ${line}`)
}
