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

/** The newest three records of one class of one signature, in order; a ledger has as many of these as signatures. */
export type Newest = { first: Slot | undefined; second: Slot | undefined; third: Slot | undefined }

export const createNewest = (): Newest => ({ first: undefined, second: undefined, third: undefined })

/** Those that there are. */
export const listNewest = ({ first, second, third }: Newest): Exemplar[] =>
  [first, second, third].filter((slot) => slot !== undefined)

/** Newest first, undated last; then by ledger and line, so that no order of reading changes which are kept. */
export function compareExemplars(a: Exemplar, b: Exemplar): number {
  if (a.at !== b.at) {
    if (a.at === undefined) return 1
    return b.at === undefined ? -1 : b.at - a.at
  }
  return a.ledger - b.ledger || b.line - a.line
}

/**
 * Keeps a copy of a record if it is among the newest. The slot that falls out is filled anew: in a ledger that is written
 * in order every record comes in here, and a new object for each would live just long enough to cost.
 */
export function keepExemplar(kept: Newest, record: Exemplar): void {
  const { first, second, third } = kept
  if (third !== undefined && compareExemplars(third, record) <= 0) return
  const slot = third === undefined ? copy(record) : refill(third, record)
  if (first === undefined || compareExemplars(slot, first) < 0) {
    kept.first = slot
    kept.second = first
    kept.third = second
  } else if (second === undefined || compareExemplars(slot, second) < 0) {
    kept.second = slot
    kept.third = second
  } else kept.third = slot
}

/** Written out: copies by spreading have a shape of their own each, which takes more room than the copy. */
const copy = ({ ledger, line, offset, at, class: of, reason, isDenial }: Exemplar): Slot => ({
  ledger,
  line,
  offset,
  at,
  class: of,
  reason,
  isDenial,
})

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
