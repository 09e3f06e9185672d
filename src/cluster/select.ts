import type { Class } from '../classify/decide.ts'
import { type LedgerRecord, readField } from '../profile/normalise.ts'

/** What `--match` asks for: words in the message, a field's value, or a cluster by a prefix of a member's id. */
export type Match =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly field: string; readonly value: string }
  | { readonly kind: 'id'; readonly prefix: string }

/** What is counted and shown. Verdicts, families and ids never depend on it. Times are milliseconds, `until` excluded. */
export type Selection = {
  readonly since?: number
  readonly until?: number
  readonly match?: Match
  readonly classes: ReadonlySet<Class>
  readonly denialsOnly: boolean
}

/** Reads the text of `--match`: `id:PREFIX`, `field=value`, or plain words. */
export function parseMatch(text: string): Match {
  if (text.startsWith('id:')) return { kind: 'id', prefix: text.slice(3).toLowerCase() }
  const field = /^[A-Za-z_@][\w.@-]*(?==)/.exec(text)?.[0]
  if (field !== undefined) return { kind: 'field', field, value: text.slice(field.length + 1) }
  return { kind: 'text', text: text.toLowerCase() }
}

function matches(record: LedgerRecord, match: Match): boolean {
  if (match.kind === 'id') return true
  if (match.kind === 'text') return record.message?.toLowerCase().includes(match.text) === true
  return isShownAs(readField(record.value, match.field), match.value)
}

const isShownAs = (value: unknown, text: string): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
    ? String(value) === text
    : false

/** True where a record is counted, its class left aside. Undated records never pass a time filter. */
export function isSelected(record: LedgerRecord, selection: Selection): boolean {
  const { since, until, match, denialsOnly } = selection
  if (denialsOnly && !record.isDenial) return false
  if (since !== undefined && (record.at === undefined || record.at < since)) return false
  if (until !== undefined && (record.at === undefined || record.at >= until)) return false
  return match === undefined || matches(record, match)
}
