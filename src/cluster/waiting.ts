import type { Class, Reason } from '../classify/decide.ts'
import { type LinkIndex, type LinkKeys, MAX_LINKED } from '../evidence/links.ts'
import type { SignatureStat } from './fold.ts'

/** A record whose verdict a link may change, kept until all input was read. */
export type WaitingRecord = {
  readonly stat: SignatureStat
  readonly keys: LinkKeys
  readonly ledger: number
  readonly line: number
  readonly offset: number
  readonly at: number | undefined
  readonly reason: Reason
  readonly isDenial: boolean
  readonly selected: boolean
}

/** The verdict that a waiting record gets in the end. */
export type Settle = (
  record: WaitingRecord,
  verdict: { readonly class: Class; readonly reason: Reason },
) => void

/** Keeps records that share a run or process with others; past the limit links are off, for all of them alike. */
export type WaitingRoom = {
  readonly add: (record: WaitingRecord) => void
  readonly settle: () => void
  readonly isOff: () => boolean
}

/** Makes the waiting room of a run. `settle` hands every record over exactly once, at the latest when it is called. */
export function createWaitingRoom(links: LinkIndex, hand: Settle, limit: number = MAX_LINKED): WaitingRoom {
  let waiting: WaitingRecord[] = []
  let off = false
  const asItIs = (record: WaitingRecord): void =>
    hand(record, { class: 'unattributed', reason: record.reason })
  return {
    add(record) {
      if (off) asItIs(record)
      else waiting.push(record)
      if (waiting.length <= limit) return
      off = true
      // A second look at any record must find the same as these counts.
      links.turnOff()
      for (const one of waiting) asItIs(one)
      waiting = []
    },
    settle() {
      for (const record of waiting) {
        const link = links.resolve(record.keys, record.at)
        if (link === undefined) asItIs(record)
        else hand(record, { class: 'synthetic', reason: 'linked' })
      }
      waiting = []
    },
    isOff: () => off || links.isOff(),
  }
}
