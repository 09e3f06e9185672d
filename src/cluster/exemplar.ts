import type { Class, Reason } from '../classify/decide.ts'

/** A record that stands for its cluster, by where it lies. `at` is milliseconds since 1970, absent where undated. */
export type Exemplar = {
  readonly ledger: number
  readonly line: number
  readonly offset: number
  readonly at: number | undefined
  readonly class: Class
  readonly reason: Reason
  readonly isDenial: boolean
}

type Slot = { -readonly [Key in keyof Exemplar]: Exemplar[Key] }

/** The newest records of one class of one signature, sorted. */
export type Newest = Slot[]

/** Records kept of each class of each signature. */
const KEPT = 3

/** Newest first, undated last; then by ledger and line, so that no order of reading changes which are kept. */
export function compareExemplars(a: Exemplar, b: Exemplar): number {
  if (a.at !== b.at) {
    if (a.at === undefined) return 1
    return b.at === undefined ? -1 : b.at - a.at
  }
  return a.ledger - b.ledger || b.line - a.line
}

/**
 * Keeps a copy of a record if it is among the newest of its list. The slot that falls out is filled anew: in a ledger
 * that is written in order every record comes in here, and a new object for each would live just long enough to cost.
 */
export function keepExemplar(kept: Newest, record: Exemplar): void {
  const [first, second, last] = kept
  if (
    first !== undefined &&
    second !== undefined &&
    last !== undefined &&
    compareExemplars(record, first) < 0
  ) {
    // The usual case, a ledger in order of time: the new record goes in front of all.
    kept[2] = second
    kept[1] = first
    kept[0] = refill(last, record)
    return
  }
  if (last !== undefined && compareExemplars(last, record) <= 0) return
  const slot = last === undefined ? { ...record } : refill(last, record)
  let at = last === undefined ? kept.length : KEPT - 1
  for (; at > 0; at--) {
    const above = kept[at - 1]
    if (above === undefined || compareExemplars(above, slot) <= 0) break
    kept[at] = above
  }
  kept[at] = slot
}

function refill(slot: Slot, record: Exemplar): Slot {
  slot.ledger = record.ledger
  slot.line = record.line
  slot.offset = record.offset
  slot.at = record.at
  slot.class = record.class
  slot.reason = record.reason
  slot.isDenial = record.isDenial
  return slot
}
