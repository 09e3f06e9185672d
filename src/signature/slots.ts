import { collectSets, createSets, type Group, type Join, leadOf, weightOf } from './group.ts'
import { findRepeated, hashText, mixHash, pairHashes } from './repeated.ts'
import { foldHoles, HOLE_WORD, type Word } from './word.ts'

/** Values a slot must take before it counts as one. */
const MIN_VALUES = 3

/** Weight that must be left around a slot, and around one in first place, which mostly says what failed. */
const MIN_AROUND = 1
const MIN_AROUND_FIRST = 2

/** Slots beyond this many words are not looked at: a bound on what one long message costs. */
const MAX_SLOTS = 48

const mayVary = ({ kind }: Word): boolean => kind === 'hole' || kind === 'identifier' || kind === 'plain'

/**
 * Calls back with each slot that could be freed and a hash of everything around it. Equal surroundings have equal
 * hashes; whoever uses them compares the words too.
 */
function eachSlot({ words, scope }: Group, visit: (slot: number, around: number) => void): void {
  const hashes = words.map((word) => hashText(word.text))
  const after = new Int32Array(words.length + 1)
  for (let i = words.length - 1; i >= 0; i--) after[i] = mixHash(after[i + 1] ?? 0, hashes[i] ?? 0)
  const weight = weightOf(words)
  let before = hashText(scope, words.length)
  for (let slot = 0; slot < Math.min(words.length, MAX_SLOTS); slot++) {
    const word = words[slot]
    if (word !== undefined && mayVary(word)) {
      const around = weight - word.weight
      if (around >= (slot === 0 ? MIN_AROUND_FIRST : MIN_AROUND))
        visit(slot, pairHashes(mixHash(before, slot), after[slot + 1] ?? 0))
    }
    before = mixHash(before, hashes[slot] ?? 0)
  }
}

type Bucket = { readonly slot: number; readonly inside: number[] }

function fillBuckets(groups: readonly Group[]): Bucket[] {
  let slots = 0
  for (const { words } of groups) slots += Math.min(words.length, MAX_SLOTS)
  const repeated = findRepeated(slots, (give) => {
    for (const group of groups) eachSlot(group, (_slot, around) => give(around))
  })
  const buckets = new Map<number, Bucket[]>()
  for (const [index, group] of groups.entries()) {
    eachSlot(group, (slot, around) => {
      if (!repeated.has(around)) return
      const alike = buckets.get(around)
      const bucket = alike?.find(
        (other) => other.slot === slot && sameAround(groups[other.inside[0] ?? 0], group, slot),
      )
      if (bucket !== undefined) bucket.inside.push(index)
      else if (alike !== undefined) alike.push({ slot, inside: [index] })
      else buckets.set(around, [{ slot, inside: [index] }])
    })
  }
  return [...buckets.values()].flat()
}

function sameAround(a: Group | undefined, b: Group, slot: number): boolean {
  if (a === undefined || a.scope !== b.scope || a.words.length !== b.words.length) return false
  return a.words.every((word, i) => i === slot || word.text === b.words[i]?.text)
}

/** The values that a slot takes, if they show that it varies: one that is a hole elsewhere, or several of any kind. */
function countValues(values: readonly Word[]): number | undefined {
  const texts = new Set(values.map((value) => value.text))
  const varies = values.some((value) => value.kind === 'hole') || texts.size >= MIN_VALUES
  return varies && texts.size > 1 ? texts.size : undefined
}

/** Joins groups that differ in one place only, where the values of that place show that it varies. All joins are decided on one snapshot. */
export function joinBySlots(groups: readonly Group[]): { groups: Group[]; joins: Join[] } {
  const sets = createSets(groups.length)
  const freed = new Map<number, Set<number>>()
  const joins: Join[] = []
  for (const { slot, inside } of fillBuckets(groups)) {
    const values = inside.flatMap((index) => groups[index]?.words[slot] ?? [])
    const figure = inside.length < 2 ? undefined : countValues(values)
    if (figure === undefined) continue
    const first = inside[0] ?? 0
    for (const index of inside) {
      const [left, right] = [groups[first], groups[index]]
      if (sets.join(first, index) && left !== undefined && right !== undefined)
        joins.push({ step: 'slot', left: leadOf(left), right: leadOf(right), figure })
      freed.set(index, (freed.get(index) ?? new Set()).add(slot))
    }
  }
  const cover = (inside: readonly number[]): readonly Word[] => {
    const slots = new Set(inside.flatMap((index) => [...(freed.get(index) ?? [])]))
    const words = groups[inside[0] ?? 0]?.words ?? []
    return foldHoles(words.map((word, slot) => (slots.has(slot) ? HOLE_WORD : word)))
  }
  return { groups: collectSets(groups, sets.find, cover), joins }
}
