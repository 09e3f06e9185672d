import type { Position } from '../source/frame.ts'
import type { JsonObject } from '../source/parse.ts'
import { matchesName } from '../text/glob.ts'
import { type Instant, isShowable, readInstant } from '../text/time.ts'
import type { Detection } from './detect.ts'
import { collectLeaves, type Leaf, type LeafFilter } from './leaves.ts'
import type { RoleFinder } from './roles.ts'
import type { Profile } from './schema.ts'
import type { ShapeFinder } from './shape.ts'

/** A diagnosis code: part of the signature by name and value. */
export type Code = { readonly name: string; readonly value: string }

/** One record as the later stages see it. `at` is milliseconds since 1970 UTC, absent where the record is undated. */
export type LedgerRecord = {
  readonly position: Position
  readonly value: JsonObject
  readonly detection: Detection
  readonly leaves: readonly Leaf[]
  readonly at: number | undefined
  /** True where that time named no zone: it was read as UTC. */
  readonly isZoneless: boolean
  readonly message: string | undefined
  readonly codes: readonly Code[]
  readonly isDenial: boolean
}

/** Reads a dotted name of a record through own members only; a member that itself holds the dots wins. */
export function readField(record: JsonObject, name: string): unknown {
  if (Object.hasOwn(record, name)) return record[name]
  let value: unknown = record
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = Object.getOwnPropertyDescriptor(value, part)?.value
  }
  return value
}

/** `event` names what happened rather than what went wrong: the message only where nothing better is recorded. */
const isWeakMessage = (leaf: Leaf): boolean => leaf.key === 'event'

function preferred(best: Leaf | undefined, leaf: Leaf): Leaf {
  if (best === undefined) return leaf
  const weak = Number(isWeakMessage(leaf)) - Number(isWeakMessage(best))
  const order = weak || leaf.depth - best.depth || leaf.rank - best.rank
  return order < 0 ? leaf : best
}

/** A field's value by name: from the leaves, where most names that profiles use are, else from the record. */
function namedValue(record: JsonObject, name: string, leaves: readonly Leaf[]): unknown {
  for (const leaf of leaves) if (leaf.field === name) return leaf.value
  return readField(record, name)
}

function findMessage(record: JsonObject, profile: Profile, leaves: readonly Leaf[]): string | undefined {
  for (const name of profile.message) {
    const value = namedValue(record, name, leaves)
    if (typeof value === 'string') return value
  }
  let best: Leaf | undefined
  for (const leaf of leaves) {
    if (leaf.role === 'message' && typeof leaf.value === 'string' && leaf.value !== '')
      best = preferred(best, leaf)
  }
  return best === undefined ? undefined : String(best.value)
}

function findTime(record: JsonObject, profile: Profile, leaves: readonly Leaf[]): Instant | undefined {
  for (const name of profile.time) {
    const found = readInstant(namedValue(record, name, leaves))
    if (found !== undefined && isShowable(found.at)) return found
  }
  let best: Leaf | undefined
  let bestFound: Instant | undefined
  for (const leaf of leaves) {
    if (leaf.role !== 'time' || (best !== undefined && preferred(best, leaf) === best)) continue
    const found = readInstant(leaf.value)
    if (found !== undefined && isShowable(found.at)) [best, bestFound] = [leaf, found]
  }
  return bestFound
}

/** A code is a name somebody chose: numbers, sentences and ids that change with every record part nothing. */
const CODE_VALUE = /^[A-Za-z][A-Za-z0-9_.:/-]{0,63}$/
const HAS_LONG_NUMBER = /\d{5}/

function findCodes(record: JsonObject, profile: Profile, message: string | undefined): Code[] {
  const codes: Code[] = []
  for (const name of profile.codes) {
    const value = readField(record, name)
    if (typeof value !== 'string' || value === message) continue
    if (CODE_VALUE.test(value) && !HAS_LONG_NUMBER.test(value)) codes.push({ name, value })
  }
  return codes
}

function isDenial(record: JsonObject, profile: Profile): boolean {
  const { denials } = profile
  if ('every' in denials) return denials.every
  return denials.any.some((condition) => {
    const value = readField(record, condition.field)
    if (condition.in.some((wanted) => wanted === value)) return true
    return typeof value === 'string' && condition.like.some((pattern) => matchesName(value, pattern))
  })
}

/**
 * Reads one parsed object by the profile that fits it. `keep` chooses the strings without a role that evidence wants to
 * see. Pure: the same object gives the same record.
 */
export function normaliseRecord(
  position: Position,
  value: JsonObject,
  findShape: ShapeFinder,
  findRole: RoleFinder,
  keep: LeafFilter,
): LedgerRecord {
  const { detection, top } = findShape(Object.keys(value))
  const { profile } = detection
  const leaves = collectLeaves(value, findRole, keep, top)
  const message = findMessage(value, profile, leaves)
  const time = findTime(value, profile, leaves)
  return {
    position,
    value,
    detection,
    leaves,
    at: time?.at,
    isZoneless: time?.isZoneless === true,
    message,
    codes: findCodes(value, profile, message),
    isDenial: isDenial(value, profile),
  }
}
