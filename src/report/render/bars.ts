import { CLASSES, type Class } from '../../classify/decide.ts'
import type { ClassCounts } from '../../cluster/tally.ts'
import { concat, join, type Printable, print, repeat } from '../../text/printable.ts'
import type { ReportCluster } from '../model.ts'
import type { View } from '../view.ts'

/** Cells of the make-up bar. */
export const MAKE_UP_CELLS = 10

const DRAWN: readonly Class[] = ['real', 'synthetic', 'unattributed']

/** Cells of each class, in proportion; a class with any record at all gets a cell. */
export function shareCells(counts: ClassCounts, cells: number): ClassCounts {
  const total = counts.synthetic + counts.real + counts.unattributed
  const share: Record<Class, number> = { synthetic: 0, real: 0, unattributed: 0 }
  if (total === 0) return share
  for (const of of CLASSES)
    share[of] = counts[of] === 0 ? 0 : Math.max(1, Math.round((counts[of] / total) * cells))
  for (;;) {
    const sum = share.synthetic + share.real + share.unattributed
    if (sum === cells) return share
    const largest = DRAWN.reduce((best, of) => (share[of] > share[best] ? of : best))
    share[largest] += sum > cells ? -1 : 1
  }
}

/** `███▒░░░░░░`: what a cluster is made of. */
export function drawMakeUp(counts: ClassCounts, view: View): Printable {
  const cells = shareCells(counts, MAKE_UP_CELLS)
  return concat(...DRAWN.map((of) => view.paint(of, repeat(view.glyphs[of], cells[of]))))
}

/** One bar a stretch of time, scaled to the row's own largest; a dot where there is nothing. */
export function drawTimeline(cluster: ReportCluster, stretches: number, view: View): Printable {
  const totals = new Array<number>(stretches).fill(0)
  for (const { index, synthetic, real, unattributed } of cluster.buckets) {
    totals[index] = synthetic + real + unattributed
  }
  const most = Math.max(...totals)
  const { bars, empty } = view.glyphs
  const drawn = totals.map((total) => {
    if (total === 0) return empty
    return bars[Math.min(bars.length - 1, Math.ceil((total / most) * bars.length) - 1)] ?? empty
  })
  return join(drawn, print``)
}
