import { ANY_HOLE, HOLE_PATH, HOLE_TIME, isHole, isPunctuation } from './token.ts'
import { kindOf } from './word.ts'
import { AUXILIARIES, CALENDAR, isClosed, isErrorName, isStateShaped, LEVELS } from './words.ts'

export const OPEN = '([{'
export const CLOSE = ')]}'

/**
 * Front of a message: levels, slugs and times say nothing about what went wrong. A level may be followed by who logged
 * it and a dash.
 */
export function dropFront(tokens: readonly string[]): number {
  let at = 0
  for (;;) {
    const token = tokens[at] ?? ''
    const next = tokens[at + 1] ?? ''
    const left = tokens.length - at
    const bracket = skipBracket(tokens, at)
    if (bracket > at && bracket < tokens.length) at = bracket
    else if (left > 2 && (token === HOLE_TIME || (isHole(token) && next === '['))) at += 1
    else if (left > 2 && isCalendar(token) && isHole(next) && /^[A-Z]/.test(tokens[at + 2] ?? '')) at += 2
    else if (left > 5 && token === '[' && tokens[at + 2] === ']' && tokens[at + 4] === '-') at += 5
    else if (left > 2 && isLevel(token) && next === ':') at += 2
    else if (left > 1 && /^[A-Z]{4,}$/.test(token) && isLevel(token)) at = skipLogger(tokens, at + 1)
    else if (left > 2 && isHole(token) && /^[A-Z]{4,}$/.test(next) && isLevel(next)) at += 1
    else if (left > 2 && isHole(token) && token !== HOLE_PATH && /^[A-Z][a-z]/.test(next)) at += 1
    else return at
  }
}

const isCalendar = (token: string): boolean => CALENDAR.has(token.toLowerCase())

/** The end of a first bracket that holds a time, a level, a slug or an id alone; the index itself where there is none. */
function skipBracket(tokens: readonly string[], from: number): number {
  if (tokens[from] !== '[') return from
  const close = tokens.indexOf(']', from)
  if (close < 0 || close - from > MAX_TAIL) return from
  const inside = tokens.slice(from + 1, close)
  const isDressing = inside.every(
    (token) => isHole(token) || isPunctuation(token) || isCalendar(token) || isSlug(token),
  )
  return isDressing && inside.length > 0 ? close + 1 : from
}

const isLevel = (token: string): boolean => LEVELS.has(token.toLowerCase())

/** Behind a level: `[thread] Logger - `, of which the dash tells that it is there. */
function skipLogger(tokens: readonly string[], from: number): number {
  const dash = tokens.indexOf('-', from)
  return dash >= from && dash - from <= 3 && dash + 1 < tokens.length ? dash + 1 : from
}

/** A hint behind a last dash: words alone, none of which says in which state something is. */
export function dropHint(out: string[]): void {
  const dash = out.lastIndexOf('-')
  const hint = out.slice(dash + 1)
  if (dash < 2 || hint.length === 0 || hint.length > MAX_TAIL) return
  if (hint.every((token) => kindOf(token) === 'plain' || kindOf(token) === 'function')) out.length = dash
}

/** The tokens of a message without its front, for a template that people read. */
export function undress(tokens: readonly string[]): readonly string[] {
  const [first = '', ...rest] = tokens.slice(dropFront(tokens))
  return [lowerFirst(first), ...rest]
}

/** What follows the last comma with a value in it, and says of nothing in which state it is: what was done about it. */
export function dropSequel(out: string[]): void {
  const comma = out.lastIndexOf(',')
  const sequel = out.slice(comma + 1)
  if (comma < MIN_HEAD || sequel.length > MAX_SEQUEL || !sequel.includes(ANY_HOLE)) return
  const words = sequel.filter((token) => token !== ANY_HOLE)
  const isPlain = words.every((token) => !isPunctuation(token) && !AUXILIARIES.has(token.toLowerCase()))
  if (words.length < 2 || !isPlain || words.some((token) => isClosed(token) && !isStateShaped(token))) return
  if (words.some((token) => isStateShaped(token))) out.length = comma
}

const MIN_HEAD = 5
const MAX_SEQUEL = 5

/** A last bracket that holds a value or a word or two: an id of the request, where it ran, that it was cut. */
export function dropTail(out: string[]): void {
  for (;;) {
    const close = out.at(-1) ?? ''
    const open =
      CLOSE.includes(close) && close !== '}' ? out.lastIndexOf(OPEN.charAt(CLOSE.indexOf(close))) : -1
    const inside = open < 0 ? [] : out.slice(open + 1, -1)
    if (open < 2 || inside.length > MAX_TAIL || inside.includes(close)) return
    const words = inside.filter((token) => token !== ANY_HOLE && !isPunctuation(token))
    const telling = words.some((token) => isClosed(token) && !isStateShaped(token))
    const isClause = words.some((token) => AUXILIARIES.has(token.toLowerCase()))
    const isOptional =
      inside.includes(ANY_HOLE) ||
      (words.length <= 2 && close === ']') ||
      (close === ')' &&
        !isClause &&
        (out[open - 1] === ANY_HOLE || words.some((token) => kindOf(token) === 'identifier')))
    if (telling || !isOptional) return
    out.length = open
  }
}

const MAX_TAIL = 8

const isSlug = (token: string): boolean =>
  LEVELS.has(token.toLowerCase()) || /^[a-z]+(?:-[a-z]+)+$/.test(token)

export const lowerFirst = (token: string): string =>
  /^[A-Z][a-z]+$/.test(token) && !isErrorName(token) ? token.charAt(0).toLowerCase() + token.slice(1) : token
