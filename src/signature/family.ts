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
    .sort((a, b) => compare(keyOf(a), keyOf(b)))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const joined = joinOnce(groups)
    if (joined.length === groups.length) break
    groups = joined
  }
  return groups.map(({ tokens, members: ids }) => ({ tokens, members: [...ids].sort(compare) }))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const keyOf = (group: Group): string => `${group.scope}${keyOfTokens(group.tokens)}`

/** Slots of one group's token list that could be freed, each with the text that the rest of the list makes. */
function* openSlots(group: Group): Generator<{ readonly slot: number; readonly bucket: string }> {
  const words = group.tokens.filter((token) => !isHole(token) && !isPunctuation(token)).length
  for (let slot = 1; slot < group.tokens.length; slot++) {
    const token = group.tokens[slot] ?? ''
    if (isPunctuation(token) || isClosed(token)) continue
    if (words - (isHole(token) ? 0 : 1) < 1) continue
    const before = keyOfTokens(group.tokens.slice(0, slot))
    const after = keyOfTokens(group.tokens.slice(slot + 1))
    yield { slot, bucket: `${group.scope}\n${slot}\n${before}\n${after}` }
  }
}

function joinOnce(groups: readonly Group[]): readonly Group[] {
  const buckets = new Map<string, { readonly slot: number; readonly inside: number[] }>()
  for (const [index, group] of groups.entries()) {
    for (const { slot, bucket } of openSlots(group)) {
      const entry = buckets.get(bucket)
      if (entry === undefined) buckets.set(bucket, { slot, inside: [index] })
      else entry.inside.push(index)
    }
  }
  const parent = groups.map((_, index) => index)
  const root = (index: number): number => {
    let at = index
    while (parent[at] !== at) at = parent[at] ?? at
    return at
  }
  const freed = new Map<number, Set<number>>()
  for (const { slot, inside } of buckets.values()) {
    if (inside.length < 2) continue
    if (!varies(inside.map((index) => groups[index]?.tokens[slot] ?? ''))) continue
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
    entry.members.push(...group.members)
    for (const slot of freed.get(index) ?? []) entry.slots.add(slot)
    joined.set(at, entry)
  }
  return [...joined.values()].map(({ group, slots, members }) => ({
    scope: group.scope,
    tokens: group.tokens.map((token, slot) => (slots.has(slot) && !isHole(token) ? HOLE_VALUE : token)),
    members,
  }))
}
