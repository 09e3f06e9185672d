import type { Group } from './group.ts'
import { findRepeated, hashText, mixHash, pairHashes } from './repeated.ts'
import { foldHoles, HOLE_WORD, type Word } from './word.ts'

/** Distinct values that a place must take between the same neighbours, over all signatures, before it counts as a slot. */
const MIN_VALUES = 4
/** The same where the values are somebody's names for things. */
const MIN_NAMES = 2
/** Least weight of the three neighbours. */
const MIN_WEIGHT = 2
const MAX_PLACES = 48

const mayVary = ({ kind }: Word): boolean => kind === 'identifier' || kind === 'plain'

/**
 * Calls back with each place of a group that may be a slot, and a hash of two neighbours on one side and one on the
 * other, either way round, where they weigh enough to tell a place.
 */
function eachPlace({ scope, words }: Group, visit: (word: Word, at: number, context: number) => void): void {
  const hashes = words.map((word) => hashText(word.text))
  const start = hashText(scope)
  const last = Math.min(words.length, MAX_PLACES)
  for (let at = 1; at < last; at++) {
    const word = words[at]
    if (word === undefined || (!mayVary(word) && word.kind !== 'hole')) continue
    const weight = (place: number): number => words[place]?.weight ?? 0
    const hash = (place: number): number => hashes[place] ?? 0
    if (at >= 2 && at + 1 < words.length && weight(at - 2) + weight(at - 1) + weight(at + 1) >= MIN_WEIGHT)
      visit(
        word,
        at,
        pairHashes(mixHash(mixHash(start, hash(at - 2)), hash(at - 1)), mixHash(LEFT, hash(at + 1))),
      )
    if (at + 2 < words.length && weight(at - 1) + weight(at + 1) + weight(at + 2) >= MIN_WEIGHT)
      visit(
        word,
        at,
        pairHashes(mixHash(start, hash(at - 1)), mixHash(mixHash(RIGHT, hash(at + 1)), hash(at + 2))),
      )
  }
}

/** Seeds that keep the two ways round apart. */
const LEFT = 0x4c
const RIGHT = 0x52

type Values = { readonly texts: Set<string>; names: number }

/**
 * Frees the words that stand where many different ones do: a place is told by its neighbours, whatever else the
 * signatures say. The first word is never freed, since it mostly says what failed. Decided on one snapshot.
 */
export function freeByContext(groups: readonly Group[]): { groups: Group[]; freed: number } {
  let places = 0
  for (const { words } of groups) places += 2 * Math.min(words.length, MAX_PLACES)
  const repeated = findRepeated(places, (give) => {
    for (const group of groups) eachPlace(group, (_word, _at, context) => give(context))
  })
  const byContext = new Map<number, Values>()
  for (const group of groups) {
    eachPlace(group, (word, _at, context) => {
      if (!repeated.has(context)) return
      const values = byContext.get(context) ?? { texts: new Set<string>(), names: 0 }
      if (values.texts.size < MIN_VALUES && !values.texts.has(word.text)) {
        values.texts.add(word.text)
        if (word.kind === 'identifier') values.names += 1
      }
      byContext.set(context, values)
    })
  }
  let freed = 0
  const result = groups.map((group) => {
    const slots = new Set<number>()
    eachPlace(group, (word, at, context) => {
      const values = byContext.get(context)
      if (values === undefined || word.kind === 'hole') return
      if (values.texts.size >= MIN_VALUES || values.names >= MIN_NAMES) slots.add(at)
    })
    if (slots.size === 0) return group
    freed += 1
    const words = group.words.map((word, at) => (slots.has(at) ? HOLE_WORD : word))
    return { ...group, words: foldHoles(words) }
  })
  return { groups: result, freed }
}
