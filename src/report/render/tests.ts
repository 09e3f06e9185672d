import { concat, escapeRaw, join, type Printable, print, repeat } from '../../text/printable.ts'
import { fitEnd, fitMiddle, measure, padEnd, padStart } from '../../text/width.ts'
import { formatCount } from '../figures.ts'
import type { ReportSuspect } from '../model.ts'
import type { Render, View } from '../view.ts'
import { explainNoSuspects, explainUnnamed } from '../wording/screens.ts'
import { renderFooter } from './footer.ts'
import { drawGrid } from './grid.ts'
import { renderHeader } from './header.ts'

const GAP = 2

/** The suspect tests: one row for each test that wrote records, with what of the synthetic rows it explains. */
export const renderTests: Render = (report, view) => {
  const { suspects, selected } = report
  const body =
    suspects.length === 0
      ? [print` ${explainNoSuspects(selected.synthetic)}`]
      : layOutTests(suspects, selected.synthetic, view)
  const lines = [
    ...renderHeader(report, view),
    print``,
    ...body,
    print``,
    ...renderFooter({ ...report, suspects: [] }, view),
  ]
  return concat(...lines.map((line) => print`${line}\n`))
}

function layOutTests(suspects: readonly ReportSuspect[], synthetic: number, view: View): Printable[] {
  const share = (records: number): Printable => print`${Math.round((records / synthetic) * 100)} %`
  const rows = suspects.map((suspect) => ({
    records: formatCount(suspect.records),
    share: share(suspect.records),
    framework: escapeRaw(suspect.framework),
    test: print`${escapeRaw(suspect.test)}${suspect.truncated ? print` (name cut)` : print``}`,
    runs:
      suspect.runs.length === 0
        ? print``
        : print`${formatCount(suspect.runs.length)}: ${join(suspect.runs.map(escapeRaw), print`, `)}`,
  }))
  const named = suspects.reduce((sum, suspect) => sum + suspect.records, 0)
  const widest = (cells: readonly Printable[], least: number): number =>
    Math.max(least, ...cells.map(measure))
  const records = widest([...rows.map((row) => row.records), formatCount(synthetic)], 7)
  const framework = widest(
    rows.map((row) => row.framework),
    9,
  )
  const left = view.columns - 1 - records - 5 - framework - 4 * GAP
  const test = Math.min(
    widest(
      rows.map((row) => row.test),
      4,
    ),
    Math.max(20, Math.floor(left * 0.65)),
  )
  const runs = Math.max(8, left - test)
  const cells = (a: Printable, b: Printable, c: Printable, d: Printable, e: Printable): Printable[] => [
    padStart(a, records),
    padStart(b, 5),
    padEnd(c, framework),
    padEnd(fitMiddle(d, test, view.glyphs.ellipsis), test),
    fitEnd(e, runs, view.glyphs.ellipsis),
  ]
  const head = cells(print`RECORDS`, print`SHARE`, print`FRAMEWORK`, print`TEST`, print`RUNS`)
  const table = [
    head.map((text) => view.paint('faint', text)),
    ...rows.map((row) => cells(row.records, row.share, row.framework, row.test, row.runs)),
    cells(repeat(print`-`, records), repeat(print`-`, 5), print``, print``, print``),
    cells(formatCount(named), share(named), print``, explainUnnamed(synthetic - named), print``),
  ]
  return drawGrid(table, [records, 5, framework, test, runs], GAP)
}
