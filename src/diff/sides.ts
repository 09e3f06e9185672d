import { parseMatch, type Selection } from '../cluster/select.ts'
import type { Report, ReportInput } from '../report/model.ts'
import { SIGNATURE_VERSION } from '../signature/sign.ts'
import { hashFirst } from '../source/checkpoint.ts'
import type { Start } from '../source/frame.ts'
import { findContinuation, type RandomAccess } from '../source/tail.ts'

/** Why two sides cannot be compared: what was counted differs, or how records were signed. */
export type Mismatch = 'selection' | 'signature' | 'rules'

/** The selection that a saved report was made with, so that a ledger can be counted alike. */
export const toSelection = ({ since, until, match, classes, denials }: Report['selection']): Selection => ({
  ...(since === null ? {} : { since: Date.parse(since) }),
  ...(until === null ? {} : { until: Date.parse(until) }),
  ...(match === null ? {} : { match: parseMatch(match) }),
  classes: new Set(classes),
  denialsOnly: denials,
})

/**
 * Says what keeps saved reports from being compared with each other, or with a ledger that is read now; `rules` is the
 * hash of the rules it is read by, null for none, and undefined where no ledger is read.
 */
export function findMismatch(
  saved: readonly Report[],
  rules: string | null | undefined,
): Mismatch | undefined {
  if (saved.some((report) => report.tool.signature !== SIGNATURE_VERSION)) return 'signature'
  const used = new Set(saved.map((report) => report.rules?.sha256 ?? null))
  if (rules !== undefined) used.add(rules)
  if (used.size > 1) return 'rules'
  const [first, second] = saved.map((report) => JSON.stringify(report.selection))
  return second === undefined || first === second ? undefined : 'selection'
}

/** What a saved report says of the one ledger that it is about; its figures cannot be parted where it is about several. */
export const findInput = ({ inputs }: Report): ReportInput | undefined =>
  inputs.length === 1 ? inputs[0] : undefined

/** True where a ledger begins with the bytes that a saved report was about. */
export const beginsWith = (ledger: RandomAccess, { bytes, sha256 }: ReportInput): boolean =>
  ledger.bytes >= bytes && hashFirst(ledger, bytes) === sha256

/** Where what came after those bytes starts. */
export const findStart = (ledger: RandomAccess, { bytes, lines }: ReportInput): Start =>
  findContinuation(ledger, bytes, lines)
