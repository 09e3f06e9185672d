import { decide, decideLinked, isLinkable, type Verdict } from './classify/decide.ts'
import type { Catalogue } from './evidence/catalogue/load.ts'
import { createGatherer } from './evidence/gather.ts'
import { findLinkKeys, type Link, type LinkIndex, linkFact } from './evidence/links.ts'
import { createDetector } from './profile/detect.ts'
import { type LedgerRecord, normaliseRecord } from './profile/normalise.ts'
import { createRoleFinder } from './profile/roles.ts'
import type { Profile } from './profile/schema.ts'
import { createShapeFinder } from './profile/shape.ts'
import { type Signed, sign } from './signature/sign.ts'
import type { Position } from './source/frame.ts'
import type { JsonObject } from './source/parse.ts'

/** One record with its verdict and signature. */
export type Examined = { readonly record: LedgerRecord; readonly verdict: Verdict; readonly signed: Signed }

export type Examiner = (position: Position, value: JsonObject) => Examined

/** Joins the stages that look at one record alone: normalise, gather, decide, sign. Pure for given data. */
export function createExaminer(
  catalogue: Catalogue,
  profiles: ReadonlyMap<string, Profile>,
  forced?: Profile,
): Examiner {
  const findRole = createRoleFinder(catalogue.markers.map((marker) => marker.variable))
  const findShape = createShapeFinder(createDetector(profiles, forced), findRole)
  const { gather, mayTell } = createGatherer(catalogue, findRole)
  return (position, value) => {
    const record = normaliseRecord(position, value, findShape, findRole, mayTell)
    return { record, verdict: decide(gather(record.leaves)), signed: sign(record.codes, record.message) }
  }
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
