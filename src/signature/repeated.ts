const PRIME = 0x01000193

/** A 32-bit hash of a text. */
export function hashText(text: string, seed = 0x811c9dc5): number {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
  return hash
}

/** Mixes a value into a hash, so that the order of values counts. */
export const mixHash = (hash: number, value: number): number =>
  Math.imul((hash ^ value) + 0x7f4a7c15, 0x85ebca6b) ^ (hash >>> 13)

/** 53 bits of a double hold two hashes: 32 of one, 21 of the other. */
export const pairHashes = (left: number, right: number): number => (left >>> 0) * 0x200000 + (right >>> 11)

/**
 * The numbers that are given more than once, so that tables are only made where something can meet. `size` is how many
 * are given at most; eight bytes of memory each.
 */
export function findRepeated(
  size: number,
  giveAll: (give: (number: number) => void) => void,
): ReadonlySet<number> {
  const all = new Float64Array(size)
  let used = 0
  giveAll((number) => {
    all[used++] = number
  })
  const sorted = all.subarray(0, used).sort()
  const repeated = new Set<number>()
  for (let i = 1; i < used; i++) if (sorted[i] === sorted[i - 1]) repeated.add(sorted[i] ?? 0)
  return repeated
}
