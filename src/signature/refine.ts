import { ANY_HOLE, HOLE_N, HOLE_PATH, HOLE_TIME, isHole, isPunctuation } from './token.ts'
import { kindOf, TALLY } from './word.ts'
import {
  AUXILIARIES,
  CALENDAR,
  isClosed,
  isErrorName,
  isStateShaped,
  LEVELS,
  NUMBERS,
  REPORTERS,
  TYPES,
  UNITS,
} from './words.ts'

const OPEN = '([{'
const CLOSE = ')]}'

const isNumber = (token: string): boolean => token === HOLE_N || token === HOLE_TIME

/**
 * Front of a message: levels, slugs and times say nothing about what went wrong. A level may be followed by who logged
 * it and a dash.
 */
function dropFront(tokens: readonly string[]): number {
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
function dropHint(out: string[]): void {
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

/** A last bracket that holds a value or a word or two: an id of the request, where it ran, that it was cut. */
function dropTail(out: string[]): void {
  for (;;) {
    const close = out.at(-1) ?? ''
    const open =
      CLOSE.includes(close) && close !== '}' ? out.lastIndexOf(OPEN.charAt(CLOSE.indexOf(close))) : -1
    const inside = open < 0 ? [] : out.slice(open + 1, -1)
    if (open < 2 || inside.length > MAX_TAIL || inside.includes(close)) return
    const words = inside.filter((token) => token !== ANY_HOLE && !isPunctuation(token))
    const telling = words.some((token) => isClosed(token) && !isStateShaped(token))
    const isClause = words.some((token) => AUXILIARIES.has(token.toLowerCase()))
    const isOptional = inside.includes(ANY_HOLE) || words.length <= 2 || (close === ')' && !isClause)
    if (telling || !isOptional) return
    out.length = open
  }
}

const MAX_TAIL = 8

const isSlug = (token: string): boolean =>
  LEVELS.has(token.toLowerCase()) || /^[a-z]+(?:-[a-z]+)+$/.test(token)

/** Whether a word belongs to the number or time beside it. */
const isBesideNumber = (token: string): boolean =>
  UNITS.has(token.toLowerCase()) || CALENDAR.has(token.toLowerCase())

const isReporter = (tokens: readonly string[]): boolean => {
  const last = tokens.at(-1)?.toLowerCase() ?? ''
  if (last === 'was') return true
  const from = Math.max(0, tokens.lastIndexOf(',') + 1)
  return tokens.slice(from).some((token) => REPORTERS.has(token.toLowerCase()))
}

/**
 * A second look at the tokens of one signature, for comparison alone: what varies in spelling or length only is folded,
 * holes lose their names. Pure; a few times linear in the number of tokens.
 */
export function refine(tokens: readonly string[]): string[] {
  const out: string[] = []
  const start = dropFront(tokens)
  for (let i = start; i < tokens.length; i++) {
    const token = tokens[i] ?? ''
    const word = token.toLowerCase()
    const last = out.at(-1)
    const tally = endOfTally(tokens, i)
    if (tally > i) {
      pushValue(out)
      out.push(TALLY)
      i = tally - 1
    } else if (token === HOLE_PATH) {
      pushValue(out)
      i = endOfPath(tokens, i + 1) - 1
    } else if (token === ':' && isList(tokens, i + 1)) {
      out.push(':')
      pushValue(out)
      break
    } else if (isHole(token) || NUMBERS.has(word) || isTypeHere(word, last)) {
      while (isNumber(token) && CALENDAR.has(out.at(-1)?.toLowerCase() ?? '')) out.pop()
      pushValue(out)
    } else if (last === ANY_HOLE && isBesideNumber(token)) continue
    else if (isNumber(tokens[i + 1] ?? '') && isCurrency(token)) continue
    else if (token === '›') {
      // A test by its titles, `● suite › case`: a name, however many words it has.
      while (out.length > 0 && out.at(-1) !== '●') out.pop()
      pushValue(out)
      break
    } else if (/^([#=.*_~-])\1{2,}/.test(token)) pushValue(out)
    else if (/^\.[a-z0-9]{2,5}$/.test(token) && endsInName(out)) {
      if (out.at(-1) !== ANY_HOLE) out.pop()
      pushValue(out)
    } else if (word === 'more' && last === ANY_HOLE && /^(?:,|and)$/.test(tokens[i - 2] ?? '')) continue
    else if (token === ')' || token === ']' || token === '}') closeGroup(token, out)
    else if (token === ':' && i + 1 < tokens.length && isReporter(out)) {
      // Quoted from elsewhere to the end; error names in it still part.
      out.push(':')
      pushValue(out)
      for (const rest of tokens.slice(i + 1))
        if (isErrorName(rest) && !rest.endsWith('Warning')) out.push(rest)
      break
    } else out.push(i === start ? stem(lowerFirst(token)) : stem(token))
  }
  dropTail(out)
  dropHint(out)
  dropTail(out)
  while (out.length > 1 && /^[,;.:]$/.test(out.at(-1) ?? '')) out.pop()
  return out
}

/** A literal without a name is a value anywhere, the name of a type only where a sentence says what something is. */
const isTypeHere = (word: string, last: string | undefined): boolean =>
  TYPES.has(word) &&
  (/^(?:null|undefined|none|nil|nan|true|false)$/.test(word) ||
    /^(?:is|be|a|an|type|got|expected|as|=|:|,|or)$/.test(last ?? ''))

const isCurrency = (token: string): boolean =>
  /^(?:[A-Z]{2}\$|[$€£¥])$/.test(token) || (/^[A-Z]{3}$/.test(token) && UNITS.has(token.toLowerCase()))

/** A path with blanks in it goes on for a word or two that end in a file's name: `lib/tasks/purge old rows.rake`. */
function endOfPath(tokens: readonly string[], from: number): number {
  for (let at = from; at < from + MAX_PATH_WORDS; at++) {
    const token = tokens[at] ?? ''
    if (/^[\w()-]{1,40}\.[A-Za-z0-9]{1,5}$/.test(token)) return at + 1
    if (kindOf(token) !== 'plain') return from
  }
  return from
}

const MAX_PATH_WORDS = 3

/** True for a list of names up to the end, of whatever length: words of which no one says what is the case. */
function isList(tokens: readonly string[], from: number): boolean {
  const rest = tokens.slice(from)
  if (!rest.includes(',')) return false
  const kinds = rest.filter((token) => token !== ',' && token !== 'and').map(kindOf)
  const names = kinds.filter((kind) => kind === 'identifier' || kind === 'hole').length
  return (
    kinds.every((kind) => kind === 'identifier' || kind === 'hole' || kind === 'plain') &&
    2 * names >= kinds.length
  )
}

/** A path with blanks in it: `…/q3 final` before `.zip`. */
const endsInName = (out: readonly string[]): boolean => out.at(-1) === ANY_HOLE || out.at(-2) === ANY_HOLE

/** A hole behind a hole, or behind `hole ,`, is the same hole. */
function pushValue(out: string[]): void {
  const last = out.at(-1)
  if (last === ANY_HOLE) return
  if (last === 'and' && out.at(-2) === ',' && out.at(-3) === ANY_HOLE) out.length -= 2
  else if ((last === ',' || last === 'and' || last === '|' || last === '/') && out.at(-2) === ANY_HOLE)
    out.pop()
  else out.push(ANY_HOLE)
}

const isCounted = (tokens: readonly string[], at: number): boolean =>
  isNumber(tokens[at] ?? '') && /^[a-z]{3,}$/.test(tokens[at + 1] ?? '')

/**
 * The end of a tally that starts here: `3 failed, 20 passed, 1 skipped` are two or more counts in a row, and say the same
 * whatever they count. The index itself where there is none.
 */
function endOfTally(tokens: readonly string[], from: number): number {
  let end = from
  let counts = 0
  for (let at = from; isCounted(tokens, at); ) {
    counts += 1
    end = at + 2
    const separator = tokens[end]
    if (separator !== ',' && separator !== 'and' && separator !== ';') break
    at = end + 1
  }
  return counts >= 2 ? end : from
}

/** Brackets around a hole alone go with it. */
function closeGroup(token: string, out: string[]): void {
  const open = OPEN.charAt(CLOSE.indexOf(token))
  if (out.at(-1) === open) out.pop()
  else if (out.at(-1) === ANY_HOLE && out.at(-2) === open) {
    out.pop()
    out.pop()
    if (token !== ')') pushValue(out)
  } else out.push(token)
}

const lowerFirst = (token: string): string =>
  /^[A-Z][a-z]+$/.test(token) && !isErrorName(token) ? token.charAt(0).toLowerCase() + token.slice(1) : token

/** One form for singular and plural, of nouns and verbs alike: only words that are compared have it, none is shown. */
function stem(token: string): string {
  if (token.length < 4 || !/^[a-z]+s$/.test(token) || token.endsWith('ss') || isClosed(token)) return token
  return token.endsWith('ies') ? `${token.slice(0, -3)}y` : token.slice(0, -1)
}
