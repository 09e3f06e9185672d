import { HOLE_VALUE, isHole, isIdentifier, isPunctuation, keyOfTokens } from './token.ts'
import { isClosed } from './words.ts'

/** A signature to be grouped: `scope` parts what never joins (its codes), `tokens` is its masked message. */
export type Member = { readonly id: string; readonly scope: string; readonly tokens: readonly string[] }

/** Signatures that are shown as one row, and the template that covers them. */
export type Family = { readonly members: readonly string[]; readonly tokens: readonly string[] }

/** Values a slot must take before it counts as one: names differ at once, plain words only in numbers. */
const MIN_IDENTIFIERS = 3
const MIN_WORDS = 6
const MAX_ROUNDS = 3

/** Slots beyond this many tokens are not looked at: a bound on what one long message costs. */
const MAX_SLOTS = 48

type Group = {
  readonly scope: string
  readonly tokens: readonly string[]
  readonly members: readonly string[]
}

/**
 * Joins signatures that differ in one slot only, where that slot's values show that it varies. Every join of a round is
 * decided on the same snapshot and groups are handled in sorted order, so the order of records changes nothing.
 */
export function groupFamilies(members: readonly Member[]): Family[] {
  let groups: readonly Group[] = members
    .map(({ id, scope, tokens }) => ({ scope, tokens, members: [id] }))
    .map((group) => ({ group, key: `${group.scope}${keyOfTokens(group.tokens)}` }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ group }) => group)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const joined = joinOnce(groups)
    if (joined.length === groups.length) break
    groups = joined
  }
  return groups.map(({ tokens, members: ids }) => ({ tokens, members: [...ids].sort(compare) }))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function hashText(text: string, seed: number): number {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

const mix = (hash: number, value: number): number =>
  Math.imul((hash ^ value) + 0x7f4a7c15, 0x85ebca6b) ^ (hash >>> 13)

/**
 * Calls back with each slot that could be freed and a hash of everything around it. Equal surroundings have equal
 * hashes; whoever uses them compares the tokens too.
 */
function eachSlot(group: Group, visit: (slot: number, around: number) => void): void {
  const { tokens, scope } = group
  const hashes = tokens.map((token) => hashText(isHole(token) ? '\u0001' : token, 0x811c9dc5))
  const after = new Int32Array(tokens.length + 1)
  for (let i = tokens.length - 1; i >= 0; i--) after[i] = mix(after[i + 1] ?? 0, hashes[i] ?? 0)
  const words = tokens.filter((token) => !isHole(token) && !isPunctuation(token)).length
  let before = hashText(scope, tokens.length)
  for (let slot = 0; slot < Math.min(tokens.length, MAX_SLOTS); slot++) {
    const token = tokens[slot] ?? ''
    const left = words - (isHole(token) ? 0 : 1)
    if (slot > 0 && left >= 1 && !isPunctuation(token) && !isClosed(token)) {
      // 53 bits of a double hold both sides: 32 of what stands before, 21 of what stands behind.
      visit(slot, (mix(before, slot) >>> 0) * 0x200000 + ((after[slot + 1] ?? 0) >>> 11))
    }
    before = mix(before, hashes[slot] ?? 0)
  }
}

/** The surroundings that occur more than once, so that buckets are only made where something can join. */
function findRepeated(groups: readonly Group[]): ReadonlySet<number> {
  let size = 0
  for (const group of groups) size += Math.min(group.tokens.length, MAX_SLOTS)
  const all = new Float64Array(size)
  let used = 0
  for (const group of groups) {
    eachSlot(group, (_slot, around) => {
      all[used++] = around
    })
  }
  const sorted = all.subarray(0, used).sort()
  const repeated = new Set<number>()
  for (let i = 1; i < used; i++) if (sorted[i] === sorted[i - 1]) repeated.add(sorted[i] ?? 0)
  return repeated
}

type Bucket = { readonly slot: number; readonly inside: number[] }

function fillBuckets(groups: readonly Group[]): Bucket[] {
  const repeated = findRepeated(groups)
  const buckets = new Map<number, Bucket[]>()
  for (const [index, group] of groups.entries()) {
    eachSlot(group, (slot, around) => {
      if (!repeated.has(around)) return
      const alike = buckets.get(around) ?? []
      const bucket = alike.find(
        (other) => other.slot === slot && sameAround(groups[other.inside[0] ?? 0], group, slot),
      )
      if (bucket !== undefined) bucket.inside.push(index)
      else buckets.set(around, [...alike, { slot, inside: [index] }])
    })
  }
  return [...buckets.values()].flat()
}

function sameAround(a: Group | undefined, b: Group, slot: number): boolean {
  if (a === undefined || a.scope !== b.scope || a.tokens.length !== b.tokens.length) return false
  return a.tokens.every((token, i) => {
    const other = b.tokens[i] ?? ''
    return i === slot || token === other || (isHole(token) && isHole(other))
  })
}

function joinOnce(groups: readonly Group[]): readonly Group[] {
  const parent = groups.map((_, index) => index)
  const root = (index: number): number => {
    let at = index
    while (parent[at] !== at) at = parent[at] ?? at
    return at
  }
  const freed = new Map<number, Set<number>>()
  for (const { slot, inside } of fillBuckets(groups)) {
    if (inside.length < 2 || !varies(inside.map((index) => groups[index]?.tokens[slot] ?? ''))) continue
    const first = inside[0] ?? 0
    for (const index of inside) {
      const [a, b] = [root(first), root(index)]
      if (a !== b) parent[Math.max(a, b)] = Math.min(a, b)
      freed.set(index, (freed.get(index) ?? new Set()).add(slot))
    }
  }
  return collect(groups, root, freed)
}

function varies(values: readonly string[]): boolean {
  if (values.some((value) => isHole(value))) return true
  const names = values.filter((value) => isIdentifier(value))
  return names.length >= MIN_IDENTIFIERS || values.length >= MIN_WORDS
}

function collect(
  groups: readonly Group[],
  root: (index: number) => number,
  freed: ReadonlyMap<number, ReadonlySet<number>>,
): readonly Group[] {
  const joined = new Map<number, { group: Group; slots: Set<number>; members: string[] }>()
  for (const [index, group] of groups.entries()) {
    const at = root(index)
    const entry = joined.get(at) ?? { group: groups[at] ?? group, slots: new Set<number>(), members: [] }
    for (const member of group.members) entry.members.push(member)
    for (const slot of freed.get(index) ?? []) entry.slots.add(slot)
    joined.set(at, entry)
  }
  return [...joined.values()].map(({ group, slots, members }) => ({
    scope: group.scope,
    tokens: group.tokens.map((token, slot) => (slots.has(slot) && !isHole(token) ? HOLE_VALUE : token)),
    members,
  }))
}
