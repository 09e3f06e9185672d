/**
 * Counts by key. Most hold one key alone, and a ledger has as many of these as signatures: the key counted last stands
 * here, and only a second one makes a map.
 */
export type Counts<Key> = {
  key: Key | undefined
  count: number
  others: Map<Key, number> | undefined
}

export const createCounts = <Key>(): Counts<Key> => ({ key: undefined, count: 0, others: undefined })

/** Counts a key so many times. */
export function addCount<Key>(counts: Counts<Key>, key: Key, times = 1): void {
  if (counts.key === key) {
    counts.count += times
    return
  }
  if (counts.key === undefined) {
    counts.key = key
    counts.count = times
    return
  }
  counts.others ??= new Map()
  counts.others.set(counts.key, counts.count)
  counts.count = (counts.others.get(key) ?? 0) + times
  counts.others.delete(key)
  counts.key = key
}

/** Every key with its count, in no order that means anything. */
export function* listCounts<Key>({
  key,
  count,
  others,
}: Counts<Key>): Generator<readonly [Key, number], void> {
  if (key !== undefined) yield [key, count]
  if (others !== undefined) yield* others
}

/** How often a key was counted. */
export const countOf = <Key>(counts: Counts<Key>, key: Key): number =>
  counts.key === key ? counts.count : (counts.others?.get(key) ?? 0)
