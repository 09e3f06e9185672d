import { CLOSE, dropFront, dropHint, dropSequel, dropTail, lowerFirst, OPEN } from './dressing.ts'
import { ANY_HOLE, HOLE_N, HOLE_PATH, HOLE_TIME, isHole } from './token.ts'
import { kindOf, TALLY } from './word.ts'
import { CALENDAR, isClosed, isErrorName, isVerdictKey, NUMBERS, REPORTERS, TYPES, UNITS } from './words.ts'

const isNumber = (token: string): boolean => token === HOLE_N || token === HOLE_TIME

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
    } else if (isHole(token) || NUMBERS.has(word) || isTypeHere(word, last, out.at(-2))) {
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
    } else
      out.push(i === start ? stem(lowerFirst(token)) : stem(last === ANY_HOLE ? countedForm(token) : token))
  }
  dropTail(out)
  dropHint(out)
  dropSequel(out)
  dropTail(out)
  while (out.length > 1 && /^[,;.:]$/.test(out.at(-1) ?? '')) out.pop()
  return out
}

/** Behind a number a noun that parts has one form: `1 error` and `3 errors`, `1 token` and `50 tokens`. */
function countedForm(token: string): string {
  if (!/^[a-z]{3,}$/.test(token)) return token
  if (token.endsWith('s') && isClosed(token.slice(0, -1))) return token.slice(0, -1)
  return !isClosed(token) && isClosed(`${token}s`) ? `${token}s` : token
}

/** A literal without a name is a value anywhere, the name of a type only where a sentence says what something is. */
const isTypeHere = (word: string, last: string | undefined, key: string | undefined): boolean =>
  TYPES.has(word) &&
  !(last === '=' && key !== undefined && isVerdictKey(key)) &&
  (/^(?:null|undefined|none|nil|nan|true|false)$/.test(word) ||
    /^(?:is|be|a|an|type|got|expected|as|=|:|,|or)$/.test(last ?? ''))

const isCurrency = (token: string): boolean =>
  /^(?:[A-Z]{2}\$|[$€£¥])$/.test(token) || (/^[A-Z]{3}$/.test(token) && UNITS.has(token.toLowerCase()))

/** A path with blanks in it goes on for a word or two that end in a file's name: `lib/tasks/purge old rows.rake`. */
function endOfPath(tokens: readonly string[], from: number): number {
  for (let at = from; at < from + MAX_PATH_WORDS; at++) {
    const token = tokens[at] ?? ''
    if (/^[\w()-]{1,40}\.[A-Za-z0-9]{1,5}$/.test(token)) return at + 1
    if (kindOf(token) !== 'plain' && token !== 'old' && token !== 'new') return from
  }
  return from
}

const MAX_PATH_WORDS = 3

/** True for a list of names up to the end, of whatever length: words of which no one says what is the case. */
function isList(tokens: readonly string[], from: number): boolean {
  const rest = tokens.slice(from)
  if (!rest.includes(',')) return false
  const isMark = (token: string): boolean => token === ',' || token === 'and'
  // A value with a word beside it is a clause, `80 % used`, and no name.
  const isClause = rest.some((token, i) => isHole(token) && i + 1 < rest.length && !isMark(rest[i + 1] ?? ''))
  if (isClause) return false
  const kinds = rest.filter((token) => !isMark(token)).map(kindOf)
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

/** One form for singular and plural, of nouns and verbs alike: only words that are compared have it, none is shown. */
export function stem(token: string): string {
  if (token.length < 4 || !/^[a-z]+s$/.test(token) || token.endsWith('ss')) return token
  const singular = token.endsWith('ies') ? `${token.slice(0, -3)}y` : token.slice(0, -1)
  // `news` is no plural of a word that parts.
  return isClosed(token) || isClosed(singular) ? token : singular
}
