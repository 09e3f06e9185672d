import { compareText } from '../text/compare.ts'
import { freeByContext } from './contexts.ts'
import { undress } from './dressing.ts'
import { type Group, type Join, type JoinStep, joinEqual } from './group.ts'
import { type Grouping, mergeFamilies, NO_GROUPING, splitFamilies } from './grouping.ts'
import { coverAll, joinByLikeness } from './likeness.ts'
import { refine, stem } from './refine.ts'
import { tokensOf } from './sign.ts'
import { joinBySlots } from './slots.ts'
import { toWords } from './word.ts'

/** A signature to be grouped: `scope` parts what never joins (its codes), `text` is its tokens joined by blanks. */
export type Member = { readonly id: string; readonly scope: string; readonly text: string }

/** Signatures that are shown as one row, the template that covers them, and which step joined which of them. */
export type Family = {
  readonly members: readonly string[]
  readonly text: string
  readonly joins: readonly Join[]
}

const MAX_ROUNDS = 3

/**
 * Joins signatures that are one diagnosis with other values: the same but for spelling, different in one place that
 * varies, or alike as a whole. Every step decides on one snapshot of groups in sorted order, so that the order of
 * records changes nothing; words that part are never joined over. What a user says of clusters comes last.
 */
export function groupFamilies(
  members: readonly Member[],
  grouping: Grouping = NO_GROUPING,
): readonly Family[] {
  const keep = new Set(grouping.keep)
  const textOf = new Map(members.map(({ id, text }) => [id, text]))
  let groups: readonly Group[] = members
    .map(({ id, scope, text }) => ({
      scope,
      words: toWords(refine(tokensOf({ text })), keep),
      members: [id],
    }))
    .sort((a, b) => compareText(a.members[0] ?? '', b.members[0] ?? ''))
  const joins: Join[] = []
  const apply = (step: (groups: readonly Group[]) => { groups: Group[]; joins: Join[] }): number => {
    const done = step(groups)
    groups = done.groups
    for (const join of done.joins) joins.push(join)
    return done.joins.length
  }
  const applyEqual = (step: JoinStep): number => apply((all) => joinEqual(all, step))
  let compared: ReadonlySet<Group> = new Set()
  const applyLikeness = (): number => {
    const snapshot = new Set(groups)
    const changed = apply((all) => joinByLikeness(all, compared))
    compared = snapshot
    return changed
  }
  applyEqual('spelling')
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const context = freeByContext(groups)
    groups = context.groups
    const changed =
      context.freed +
      applyEqual('context') +
      apply(joinBySlots) +
      applyEqual('slot') +
      applyLikeness() +
      applyEqual('likeness')
    if (changed === 0) break
  }
  const cover = (ids: readonly string[]): string => coverTexts(ids.map((id) => textOf.get(id) ?? ''))
  return mergeFamilies(splitFamilies(toFamilies(groups, joins, cover), grouping, cover), grouping, cover)
}

function toFamilies(
  groups: readonly Group[],
  joins: readonly Join[],
  cover: (members: readonly string[]) => string,
): Family[] {
  const familyOf = new Map(groups.flatMap(({ members }, i) => members.map((id) => [id, i] as const)))
  const joinsOf: Join[][] = groups.map(() => [])
  for (const join of joins) joinsOf[familyOf.get(join.left) ?? -1]?.push(join)
  return groups.map(({ members }, i) => ({
    members,
    text: cover(members),
    joins: joinsOf[i] ?? [],
  }))
}

/** The template of a family: the words that its members' own texts have in common, with the names of their holes. */
function coverTexts(texts: readonly string[]): string {
  const [only] = texts
  if (only !== undefined && texts.length === 1) return only
  const lists = texts.map((text) =>
    toWords(undress(tokensOf({ text }))).map((word) => ({ ...word, text: stem(word.text) })),
  )
  return coverAll(lists)
    .map(({ shown }) => shown)
    .join(' ')
}
