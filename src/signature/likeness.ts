import { align } from './align.ts'
import { findLikeness, MIN_SHARE, mayBeAlike } from './alike.ts'
import { collectSets, createSets, type Group, type Join, leadOf, weightOf } from './group.ts'
import { findRepeated, hashText } from './repeated.ts'
import { parts, type Word } from './word.ts'

/**
 * Words that more groups hold than this lead to no comparison: they tell nothing apart. The fewer groups there are, the
 * more each may be compared with: the work is bounded either way, and by nothing that depends on order.
 */
const MIN_SHARERS = 48
const MAX_COMPARISONS = 1_000_000

/** The rarest words of a group by which others are found, and words of a group that are compared at all. */
const MAX_LEADS = 10
const MAX_COMPARED = 64

/** Groups of a set that its cover is made of; a set grows large by slots, seldom by likeness. */
const MAX_COVERED = 48

type Compared = {
  readonly index: number
  readonly words: readonly Word[]
  readonly weight: number
  /** Numbers of its words that others hold too, sorted: how many are shared bounds the likeness. */
  readonly ids: Int32Array
  /** How many words it has, holes and marks aside. */
  readonly count: number
}

/** What never differs within one diagnosis: the words that part, in their order. */
const partingWords = ({ scope, words }: Group): string =>
  `${scope}${words
    .filter(parts)
    .map((word) => word.text)
    .join(' ')}`

function countShared(a: Int32Array, b: Int32Array): number {
  let shared = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = (a[i] ?? 0) - (b[j] ?? 0)
    if (difference === 0) shared += 1
    if (difference <= 0) i += 1
    if (difference >= 0) j += 1
  }
  return shared
}

/** The words of a group that weigh something, each once. */
const weighty = (words: readonly Word[]): Set<string> =>
  new Set(words.flatMap(({ weight, text }) => (weight > 0 ? text : [])))

/**
 * Numbers the words that several groups hold by how many do: the rarest first, ties by their text. Words of one group
 * alone, nearly all of them where texts are random, are left out before a table is made.
 */
function numberWords(
  groups: readonly Group[],
): ReadonlyMap<string, { readonly id: number; readonly count: number }> {
  const repeated = findRepeated(
    groups.reduce((sum, { words }) => sum + words.length, 0),
    (give) => {
      for (const { words } of groups) for (const text of weighty(words)) give(hashText(text))
    },
  )
  const counts = new Map<string, number>()
  for (const { words } of groups)
    for (const text of weighty(words))
      if (repeated.has(hashText(text))) counts.set(text, (counts.get(text) ?? 0) + 1)
  const sorted = [...counts].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
  return new Map(sorted.map(([text, count], id) => [text, { id, count }]))
}

/** Pairs of groups that share a rare word and every word that parts, each once, the smaller index first. */
function* findPairs(groups: readonly Group[]): Generator<readonly [Compared, Compared], void> {
  const numbers = numberWords(groups)
  const limit = Math.max(MIN_SHARERS, Math.floor(MAX_COMPARISONS / Math.max(1, groups.length)))
  const byLead = new Map<string, Compared[]>()
  for (const [index, group] of groups.entries()) {
    const words = group.words.slice(0, MAX_COMPARED)
    const weighted = words.filter(({ weight }) => weight > 0)
    const known = weighted.flatMap(({ text }) => numbers.get(text) ?? [])
    const compared: Compared = {
      index,
      words,
      weight: weightOf(words),
      ids: Int32Array.from(known, ({ id }) => id).sort(),
      count: weighted.length,
    }
    const parting = partingWords(group)
    const leads = [...new Map(known.map((number) => [number.id, number])).values()]
      .filter(({ count }) => count > 1 && count <= limit)
      .sort((a, b) => a.id - b.id)
      .slice(0, MAX_LEADS)
    const seen = new Set<number>()
    for (const { id } of leads) {
      const key = `${id}\n${parting}`
      const sharers = byLead.get(key)
      for (const other of sharers ?? []) {
        if (seen.has(other.index)) continue
        seen.add(other.index)
        yield [other, compared]
      }
      if (sharers === undefined) byLead.set(key, [compared])
      else sharers.push(compared)
    }
  }
}

/**
 * Joins groups that are alike as a whole, pair by pair, decided on one snapshot. Two groups that were both `compared`
 * before, and are the same still, are not compared again.
 */
export function joinByLikeness(
  groups: readonly Group[],
  compared: ReadonlySet<Group>,
): { groups: Group[]; joins: Join[] } {
  const isOld = groups.map((group) => compared.has(group))
  const sets = createSets(groups.length)
  const joins: Join[] = []
  for (const [a, b] of findPairs(groups)) {
    if (isOld[a.index] === true && isOld[b.index] === true) continue
    if (!mayBeAlike(a.weight, b.weight)) continue
    const common = countShared(a.ids, b.ids)
    if ((2 * common) / (a.count + b.count) < MIN_SHARE - SLACK) continue
    if (sets.find(a.index) === sets.find(b.index)) continue
    const share = findLikeness(align(a.words, b.words), a.weight, b.weight)
    if (share === undefined) continue
    sets.join(a.index, b.index)
    const [left, right] = [groups[a.index], groups[b.index]]
    if (left !== undefined && right !== undefined)
      joins.push({ step: 'likeness', left: leadOf(left), right: leadOf(right), figure: share })
  }
  const cover = (inside: readonly number[]): readonly Word[] =>
    coverAll(inside.map((index) => groups[index]?.words ?? []))
  return { groups: collectSets(groups, sets.find, cover), joins }
}

/** Function words weigh half in the share and one in the count: the count may fall short by so much. */
const SLACK = 0.15

/** The words that several lists have in common, holes where they differ; made of the first so many, in their order. */
export function coverAll(lists: readonly (readonly Word[])[]): readonly Word[] {
  const [first = [], ...others] = lists.slice(0, MAX_COVERED)
  return others.reduce<readonly Word[]>((cover, words) => align(cover, words).merged, first)
}
