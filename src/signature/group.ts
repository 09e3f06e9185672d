import { compareText } from '../text/compare.ts'
import type { Word } from './word.ts'

/** Signatures that are one so far: what covers them, and who they are. `scope` parts what never joins. */
export type Group = {
  readonly scope: string
  readonly words: readonly Word[]
  readonly members: readonly string[]
}

/**
 * Why two groups became one: their spelling differs only, a place takes many values between the same neighbours, or
 * within the same sentence, they are alike as a whole, or a user says so.
 */
export const JOIN_STEPS = ['spelling', 'context', 'slot', 'likeness', 'rule'] as const
export type JoinStep = (typeof JOIN_STEPS)[number]

/** One join, by a member of either side: `figure` is the number of values of a slot, or the share that is in common. */
export type Join = {
  readonly step: JoinStep
  readonly left: string
  readonly right: string
  readonly figure: number
}

const keyOfGroup = ({ scope, words }: Group): string => `${scope}${words.map((word) => word.text).join(' ')}`

export const weightOf = (words: readonly Word[]): number => words.reduce((sum, word) => sum + word.weight, 0)

/** Sets that are joined: the smallest index of each stands for it, whatever the order of joins. */
export function createSets(size: number): {
  readonly find: (index: number) => number
  readonly join: (a: number, b: number) => boolean
} {
  const parent = Int32Array.from({ length: size }, (_, index) => index)
  const find = (index: number): number => {
    let at = index
    while (parent[at] !== at) {
      const up = parent[at] ?? at
      parent[at] = parent[up] ?? up
      at = up
    }
    return at
  }
  return {
    find,
    join(a, b) {
      const [x, y] = [find(a), find(b)]
      if (x === y) return false
      parent[Math.max(x, y)] = Math.min(x, y)
      return true
    },
  }
}

/** The smallest member: it stands for its group in what is told of joins. */
export const leadOf = ({ members }: Group): string => members[0] ?? ''

/** Joins groups of which the words are the same, in a fixed order; `step` is what made them so. */
export function joinEqual(groups: readonly Group[], step: JoinStep): { groups: Group[]; joins: Join[] } {
  const byKey = new Map<string, Group[]>()
  for (const group of groups) {
    const key = keyOfGroup(group)
    const alike = byKey.get(key)
    if (alike === undefined) byKey.set(key, [group])
    else alike.push(group)
  }
  const joins: Join[] = []
  const joined = [...byKey]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, alike]) => {
      const sorted = [...alike].sort((a, b) => compareText(leadOf(a), leadOf(b)))
      const [first] = sorted
      if (first === undefined || sorted.length === 1) return first
      for (const other of sorted.slice(1))
        joins.push({ step, left: leadOf(first), right: leadOf(other), figure: 1 })
      return { ...first, members: sorted.flatMap(({ members }) => members).sort(compareText) }
    })
  return { groups: joined.filter((group) => group !== undefined), joins }
}

/** Makes the groups that sets of groups come to; `cover` gives the words of each. */
export function collectSets(
  groups: readonly Group[],
  find: (index: number) => number,
  cover: (inside: readonly number[]) => readonly Word[],
): Group[] {
  const bySet = new Map<number, number[]>()
  for (let i = 0; i < groups.length; i++) {
    const root = find(i)
    const inside = bySet.get(root)
    if (inside === undefined) bySet.set(root, [i])
    else inside.push(i)
  }
  return [...bySet].map(([root, inside]) => {
    const first = groups[root]
    if (first === undefined) throw new Error('a set without a group')
    if (inside.length === 1) return first
    const members = inside.flatMap((index) => groups[index]?.members ?? []).sort(compareText)
    return { scope: first.scope, words: cover(inside), members }
  })
}
