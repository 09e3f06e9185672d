import { decide, decideLinked, isLinkable, type Verdict } from './classify/decide.ts'
import type { Catalogue } from './evidence/catalogue/load.ts'
import { createGatherer } from './evidence/gather.ts'
import { findLinkKeys, type Link, type LinkIndex, linkFact } from './evidence/links.ts'
import type { UserRules } from './evidence/user-rules.ts'
import { createDetector } from './profile/detect.ts'
import { type LedgerRecord, normaliseRecord } from './profile/normalise.ts'
import { createRoleFinder } from './profile/roles.ts'
import type { Profile } from './profile/schema.ts'
import { createShapeFinder } from './profile/shape.ts'
import { type Grouping, NO_GROUPING } from './signature/grouping.ts'
import { type Signed, sign } from './signature/sign.ts'
import type { Position } from './source/frame.ts'
import type { JsonObject } from './source/parse.ts'

/** One record with its verdict and signature. */
export type Examined = {
  readonly record: LedgerRecord
  readonly verdict: Verdict
  readonly signed: Signed
  /** The user's rules that say something of this record. */
  readonly fired: readonly string[]
}

export type Examiner = {
  (position: Position, value: JsonObject): Examined
  /** What the user says of clusters: it goes with the rules that records are examined by. */
  readonly grouping: Grouping
}

/** Joins the stages that look at one record alone: normalise, gather, decide, sign. Pure for given data. */
export function createExaminer(
  catalogue: Catalogue,
  profiles: ReadonlyMap<string, Profile>,
  forced?: Profile,
  rules?: UserRules,
): Examiner {
  const findRole = createRoleFinder(
    catalogue.markers.map((marker) => marker.variable),
    rules?.roleNames,
  )
  const findShape = createShapeFinder(createDetector(profiles, forced), findRole)
  const { gather, mayTell } = createGatherer(catalogue, findRole, rules)
  const examine = (position: Position, value: JsonObject): Examined => {
    const record = normaliseRecord(position, value, findShape, findRole, mayTell)
    const verdict = decide(gather(record.leaves, value))
    const fired = rules === undefined ? NONE : firedOn(record, verdict, rules)
    return { record, verdict, signed: sign(record.codes, record.message), fired }
  }
  return Object.assign(examine, { grouping: rules?.grouping ?? NO_GROUPING })
}

const NONE: readonly string[] = []

/** The user's rules that gave a fact, made a place count, or named a field of a record. */
function firedOn(record: LedgerRecord, { facts }: Verdict, rules: UserRules): string[] {
  const fired = new Set<string>()
  for (const { rule, within } of facts) {
    if (rule.startsWith('user/')) fired.add(rule)
    if (within !== undefined) fired.add(within)
  }
  if (rules.fieldRules.size > 0) {
    for (const leaf of record.leaves) {
      const rule = rules.fieldRules.get(leaf.key)
      if (rule !== undefined) fired.add(rule)
    }
  }
  return [...fired]
}

/** A record's verdict with what its links say, once all input was read; `link` is set where one decided. */
export function settleVerdict(
  record: LedgerRecord,
  own: Verdict,
  links: LinkIndex,
): { readonly verdict: Verdict; readonly link?: Link } {
  const keys = isLinkable(own) ? findLinkKeys(record.leaves) : undefined
  const link = keys === undefined ? undefined : links.resolve(keys, record.at)
  return link === undefined ? { verdict: own } : { verdict: decideLinked(own, linkFact(link)), link }
}
