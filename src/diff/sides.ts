import { parseMatch, type Selection } from '../cluster/select.ts'
import type { Report, ReportInput } from '../report/model.ts'
import { SIGNATURE_VERSION } from '../signature/sign.ts'
import { hashFirst } from '../source/checkpoint.ts'
import type { Start } from '../source/frame.ts'
import { findLastLine, type RandomAccess } from '../source/tail.ts'

/** Why two sides cannot be compared: what was counted differs, or how records were signed. */
export type Mismatch = 'selection' | 'signature'

/** The selection that a saved report was made with, so that a ledger can be counted alike. */
export const toSelection = ({ since, until, match, classes, denials }: Report['selection']): Selection => ({
  ...(since === null ? {} : { since: Date.parse(since) }),
  ...(until === null ? {} : { until: Date.parse(until) }),
  ...(match === null ? {} : { match: parseMatch(match) }),
  classes: new Set(classes),
  denialsOnly: denials,
})

/** Says what keeps saved reports from being compared with each other, or with a ledger read now. */
export function findMismatch(saved: readonly Report[]): Mismatch | undefined {
  if (saved.some((report) => report.tool.signature !== SIGNATURE_VERSION)) return 'signature'
  const [first, second] = saved.map((report) => JSON.stringify(report.selection))
  return second === undefined || first === second ? undefined : 'selection'
}

/** What a saved report says of a ledger: the input of that path, or its only one. */
export const findInput = ({ inputs }: Report, path: string): ReportInput | undefined =>
  inputs.find((input) => input.path === path) ?? (inputs.length === 1 ? inputs[0] : undefined)

/** True where a ledger begins with the bytes that a saved report was about. */
export const beginsWith = (ledger: RandomAccess, { bytes, sha256 }: ReportInput): boolean =>
  ledger.bytes >= bytes && hashFirst(ledger, bytes) === sha256

/** Where what came after those bytes starts; a last line that was still open then counts among it. */
export function findStart(ledger: RandomAccess, { bytes, lines }: ReportInput): Start {
  const offset = findLastLine(ledger, bytes)
  return { line: offset < bytes ? lines - 1 : lines, offset }
}
