import { compareText } from '../text/compare.ts'
import type { Family } from './family.ts'

/** What a user says of clusters: ids that are one, ids that stand alone, words that always part. Ids may be prefixes. */
export type Grouping = {
  readonly merge: readonly (readonly string[])[]
  readonly split: readonly string[]
  /** In lower case. */
  readonly keep: readonly string[]
}

export const NO_GROUPING: Grouping = { merge: [], split: [], keep: [] }

const isMeant = (id: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => id.startsWith(prefix))

/** Takes the signatures that a user sets apart out of their families: those that one id means stay together. */
export function splitFamilies(
  families: readonly Family[],
  { split }: Grouping,
  cover: (members: readonly string[]) => string,
): Family[] {
  if (split.length === 0) return [...families]
  return families.flatMap((family) => {
    const apart = split.map((prefix) => family.members.filter((id) => id.startsWith(prefix)))
    const rest = family.members.filter((id) => !isMeant(id, split))
    const sets = [...apart, rest].filter((members) => members.length > 0)
    if (sets.length <= 1) return [family]
    return sets.map((members) => ({
      members,
      text: cover(members),
      joins: family.joins.filter(({ left, right }) => members.includes(left) && members.includes(right)),
    }))
  })
}

/** Joins the families that a user takes for one, whatever their words or codes. */
export function mergeFamilies(
  families: readonly Family[],
  { merge }: Grouping,
  cover: (members: readonly string[]) => string,
): readonly Family[] {
  return merge.reduce<readonly Family[]>((all, prefixes) => {
    const meant = all.filter(({ members }) => members.some((id) => isMeant(id, prefixes)))
    const [first, ...others] = meant
    if (first === undefined || others.length === 0) return all
    const members = meant.flatMap((family) => family.members).sort(compareText)
    const joins = [
      ...meant.flatMap((family) => family.joins),
      ...others.map((other) => ({
        step: 'rule' as const,
        left: first.members[0] ?? '',
        right: other.members[0] ?? '',
        figure: 1,
      })),
    ]
    return [...all.filter((family) => !meant.includes(family)), { members, text: cover(members), joins }]
  }, families)
}

/** Counts, for each rule by its name, the records of the signatures that it says something of. */
export function countGrouping(
  signatures: readonly { readonly id: string; readonly text: string; readonly total: number }[],
  { merge, split, keep }: Grouping,
): ReadonlyMap<string, number> {
  const sum = (isHit: (id: string, text: string) => boolean): number =>
    signatures.reduce((total, one) => (isHit(one.id, one.text) ? total + one.total : total), 0)
  return new Map(
    [
      ...merge.map(
        (prefixes, i) => [`user/signature.merge[${i}]`, sum((id) => isMeant(id, prefixes))] as const,
      ),
      ...split.map(
        (prefix, i) => [`user/signature.split[${i}]`, sum((id) => id.startsWith(prefix))] as const,
      ),
      ...keep.map(
        (word, i) =>
          [
            `user/signature.keep[${i}]`,
            sum((_id, text) => text.toLowerCase().split(' ').includes(word)),
          ] as const,
      ),
    ].filter(([, records]) => records > 0),
  )
}
