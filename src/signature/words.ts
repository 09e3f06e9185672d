import * as z from 'zod'
import data from './words.json' with { type: 'json' }

const List = z.strictObject({ why: z.string().min(10), words: z.array(z.string()).min(1) })
const Words = z.strictObject({ units: List, closed: List, closedKeys: List, extensions: List })

const checked = Words.parse(data)

export const UNITS: ReadonlySet<string> = new Set(checked.units.words)
const CLOSED: ReadonlySet<string> = new Set(checked.closed.words)
export const CLOSED_KEYS: ReadonlySet<string> = new Set(checked.closedKeys.words)
export const EXTENSIONS: ReadonlySet<string> = new Set(checked.extensions.words)

/** True for a word that must part clusters: a listed state or cause, an errno, a signal, an error class. */
export const isClosed = (token: string): boolean =>
  CLOSED.has(token.toLowerCase()) ||
  /^(?:E[A-Z]{3,}|SIG[A-Z]{2,}|[A-Z]+_[A-Z_]+|[A-Za-z]*(?:Error|Exception|Warning|Timeout))$/.test(token)
