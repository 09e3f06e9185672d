import type { Class, Reason } from '../classify/decide.ts'

/** A record that stands for its cluster, by where it lies. */
export type Exemplar = {
  readonly ledger: number
  readonly line: number
  readonly offset: number
  readonly at: number | undefined
  readonly class: Class
  readonly reason: Reason
  readonly isDenial: boolean
}

/** Records kept of each class of each signature, the newest. */
const KEPT = 3

/** Newest first, undated last; then by ledger and line, so that no order of reading changes which are kept. */
export function compareExemplars(a: Exemplar, b: Exemplar): number {
  if (a.at !== b.at) {
    if (a.at === undefined) return 1
    return b.at === undefined ? -1 : b.at - a.at
  }
  return a.ledger - b.ledger || b.line - a.line
}

/** Keeps a record if it is among the newest of its list, which stays sorted. */
export function keepExemplar(kept: Exemplar[], exemplar: Exemplar): void {
  const last = kept[KEPT - 1]
  if (last !== undefined && compareExemplars(last, exemplar) <= 0) return
  let at = Math.min(kept.length, KEPT - 1)
  for (; at > 0; at--) {
    const above = kept[at - 1]
    if (above === undefined || compareExemplars(above, exemplar) <= 0) break
    kept[at] = above
  }
  kept[at] = exemplar
}
