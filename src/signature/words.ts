import * as z from 'zod'
import data from './words.json' with { type: 'json' }

const List = z.strictObject({ why: z.string().min(10), words: z.array(z.string()).min(1) })
const Words = z.strictObject({
  units: List,
  closed: List,
  function: List,
  numbers: List,
  calendar: List,
  levels: List,
  auxiliaries: List,
  methods: List,
  types: List,
  reporters: List,
  closedKeys: List,
  extensions: List,
})

const checked = Words.parse(data)

export const UNITS: ReadonlySet<string> = new Set(checked.units.words)
const CLOSED: ReadonlySet<string> = new Set(checked.closed.words)
export const FUNCTION: ReadonlySet<string> = new Set(checked.function.words)
export const NUMBERS: ReadonlySet<string> = new Set(checked.numbers.words)
export const CALENDAR: ReadonlySet<string> = new Set(checked.calendar.words)
const METHODS: ReadonlySet<string> = new Set(checked.methods.words)
export const TYPES: ReadonlySet<string> = new Set(checked.types.words)
export const REPORTERS: ReadonlySet<string> = new Set(checked.reporters.words)
export const AUXILIARIES: ReadonlySet<string> = new Set(checked.auxiliaries.words)
export const LEVELS: ReadonlySet<string> = new Set(checked.levels.words)
export const CLOSED_KEYS: ReadonlySet<string> = new Set(checked.closedKeys.words)
export const EXTENSIONS: ReadonlySet<string> = new Set(checked.extensions.words)

/** Errno names, signals, constants, and classes of errors: each has a sentence of its own in a manual. */
export const isErrorName = (token: string): boolean =>
  /^(?:E[A-Z]{3,}\d?|SIG[A-Z]{2,}|[A-Za-z]*(?:Error|Exception|Warning|Timeout|Killed))$/.test(token)

/** Participles and adjectives of possibility say in which state something is, whatever the verb. */
export const isStateShaped = (word: string): boolean => /^[a-z]{3,}(?:ed|able|ible)$/.test(word)

/** True for a word that must part clusters: a listed state or cause, an errno, a signal, an error class. */
export function isClosed(token: string): boolean {
  const word = token.toLowerCase()
  return CLOSED.has(word) || isStateShaped(word) || METHODS.has(token) || isErrorName(token)
}
