import { CLASSES } from '../../classify/decide.ts'
import { type Printable, print } from '../../text/printable.ts'
import { padStart } from '../../text/width.ts'
import { formatCount } from '../figures.ts'
import type { Report } from '../model.ts'
import { CLASS_NAME } from '../wording/verdicts.ts'

/** The figures of `count`, and the line that reconciles them with the lines of the input. */
export function renderCount(report: Report): Printable {
  const { selected, totals } = report
  const rows: [Printable, number][] = [[print`records`, selected.records]]
  for (const of of CLASSES) rows.push([print`  ${CLASS_NAME[of]}`, selected[of]])
  rows.push([print`denials`, selected.denials])
  const width = Math.max(...rows.map(([, figure]) => formatCount(figure).length))
  const lines = rows.map(([name, figure]) => print`${padStart(formatCount(figure), width)}  ${name}\n`)
  const sum = print`${formatCount(totals.lines)} lines = records ${formatCount(totals.records)} + blank ${formatCount(totals.blank)} + malformed ${formatCount(totals.malformed)}\n`
  return [...lines, print`of `, sum].reduce((text, line) => print`${text}${line}`)
}
