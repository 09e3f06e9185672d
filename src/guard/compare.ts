import type { Identity } from '../source/open.ts'

/** What became of a ledger during a run, each told from the others. */
export const LEDGER_CHANGES = [
  'absent',
  'unchanged',
  'appended',
  'created',
  'replaced',
  'rotated',
  'truncated',
  'rewritten',
  'deleted',
  'unreadable',
] as const
export type LedgerChange = (typeof LEDGER_CHANGES)[number]

/** What is known of a ledger that was there before. `names` counts the names its file has, before and after the run. */
export type Former = {
  readonly identity: Identity | undefined
  readonly bytes: number
  readonly names: number
  readonly namesNow: number
}

/** What lies at the ledger's path afterwards, and how its start compares with the former bytes. */
export type Present = {
  readonly identity: Identity | undefined
  readonly bytes: number
  /** `identical`: begins with all the former bytes. `shorter`: is a part of their start. */
  readonly start: 'identical' | 'shorter' | 'different'
}

/** Afterwards: a file, nothing, or something that cannot be read. */
export type Afterwards = Present | 'nothing' | 'unreadable'

export const isSameFile = (a: Identity | undefined, b: Identity | undefined): boolean =>
  a !== undefined && b !== undefined && a.device === b.device && a.inode === b.inode

/**
 * Names what became of a ledger, by its bytes and by which file holds them; times never count, since they can be forged.
 * A file that was renamed away still has its names, one that was deleted or replaced has lost one.
 */
export function nameChange(former: Former | undefined, now: Afterwards): LedgerChange {
  if (now === 'unreadable') return 'unreadable'
  if (former === undefined) return now === 'nothing' ? 'absent' : 'created'
  const lives = former.namesNow >= former.names && former.namesNow > 0
  if (now === 'nothing') return lives ? 'rotated' : 'deleted'
  if (isSameFile(former.identity, now.identity)) {
    if (now.start === 'identical') return now.bytes === former.bytes ? 'unchanged' : 'appended'
    return now.start === 'shorter' ? 'truncated' : 'rewritten'
  }
  return lives && now.start !== 'identical' ? 'rotated' : 'replaced'
}

/** True where the ledger's former bytes are no longer at its path, as they were. */
export function isAltered(change: LedgerChange, start: Present['start'] | undefined): boolean {
  if (change === 'replaced') return start !== 'identical'
  return (
    change === 'rotated' ||
    change === 'truncated' ||
    change === 'rewritten' ||
    change === 'deleted' ||
    change === 'unreadable'
  )
}
