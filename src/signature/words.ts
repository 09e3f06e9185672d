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
  causes: List,
  verdictKeys: List,
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
const CLOSED_KEYS: ReadonlySet<string> = new Set(checked.closedKeys.words)
/** Keys and words behind whose colon a plain word is a cause. */
export const CAUSES: ReadonlySet<string> = new Set(checked.causes.words)
const VERDICT_KEYS: ReadonlySet<string> = new Set(checked.verdictKeys.words)
export const EXTENSIONS: ReadonlySet<string> = new Set(checked.extensions.words)

/** Errno names, signals, constants, and classes of errors: each has a sentence of its own in a manual. */
export const isErrorName = (token: string): boolean =>
  /^(?:E[A-Z]{3,}\d?|SIG[A-Z]{2,}|[A-Z]{1,4}\d{3,5}|[A-Za-z]*(?:Error|Exception|Warning|Timeout|Killed))$/.test(
    token,
  )

/** Participles and adjectives of possibility say in which state something is, whatever the verb. */
export const isStateShaped = (word: string): boolean => /^[a-z]{3,}(?:ed|able|ible)$/.test(word)

/** The last part of a compound key: `stop_reason` names a reason. */
const lastPart = (key: string): string =>
  key.slice(Math.max(...['_', '.', '-'].map((mark) => key.lastIndexOf(mark))) + 1)

/** True for a key that names a cause, or whose last part does. */
export function isCauseKey(token: string): boolean {
  const key = token.toLowerCase()
  return CLOSED_KEYS.has(key) || CLOSED_KEYS.has(lastPart(key))
}

/** True for a key of which even `true` and `false` say what happened. */
export const isVerdictKey = (token: string): boolean => VERDICT_KEYS.has(token.toLowerCase())

/** `won't`, `isn’t`: a negation, however it is spelt. */
const isNegation = (word: string): boolean => /^[a-z]+n['\u2019]t$/.test(word)

/** `RESOURCE_EXHAUSTED`: a constant with a state in its name; `AWS_REGION` is somebody's name for a thing. */
const isStateConstant = (token: string): boolean =>
  /^[A-Z]+(?:_[A-Z]+)+$/.test(token) &&
  token.split('_').some((part) => CLOSED.has(part.toLowerCase()) || isStateShaped(part.toLowerCase()))

/** Words of which it is remembered whether they part: few are asked about over and over. Beyond it memory starts afresh. */
const MAX_REMEMBERED = 20_000
const remembered = new Map<string, boolean>()

function decideClosed(token: string): boolean {
  const word = token.toLowerCase()
  return (
    CLOSED.has(word) ||
    isStateShaped(word) ||
    METHODS.has(token) ||
    isErrorName(token) ||
    isNegation(word) ||
    isStateConstant(token)
  )
}

/** True for a word that must part clusters: a listed state or cause, an errno, a signal, an error class. Pure. */
export function isClosed(token: string): boolean {
  const known = remembered.get(token)
  if (known !== undefined) return known
  const closed = decideClosed(token)
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  if (token.length <= MAX_WORD) remembered.set(token, closed)
  return closed
}

/** Longer words are not remembered: they would keep long texts alive. */
const MAX_WORD = 40
