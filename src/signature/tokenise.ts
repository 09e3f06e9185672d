import { dropDressing, pushToken } from './fold-tokens.ts'
import { HOLE_N, HOLE_TEXT, HOLE_VALUE } from './token.ts'
import { BREAK, flagOf, flagsOf, holeOfWord, isPair } from './word-kind.ts'
import { CLOSED_KEYS, UNITS } from './words.ts'

/** Text beyond this many UTF-16 units adds nothing to a diagnosis and is left out of it. */
const MAX_TEXT = 4000

/** Tokens beyond this many are dropped: a fixed rule, so that equal messages stay equal. */
const MAX_TOKENS = 120

/** How far a closing quote is searched: a bound that keeps hostile text linear. */
const MAX_QUOTED = 400

const ESCAPE = 0x1b
const NEWLINE = 0x0a
const APOSTROPHE = 0x27
const COLON = 0x3a
const EQUALS = 0x3d

/** The mark that closes what a mark opens, or 0. */
function closingOf(unit: number): number {
  switch (unit) {
    case 0x22:
    case APOSTROPHE:
    case 0x60:
      return unit
    case 0x2018:
      return 0x2019
    case 0x201c:
      return 0x201d
    case 0xab:
      return 0xbb
    default:
      return 0
  }
}

const isLetter = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit > 0xbf

/** True where an apostrophe stands inside a word (`can't`), which it then does not end. */
const joinsWord = (text: string, at: number): boolean =>
  text.charCodeAt(at) === APOSTROPHE && isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at + 1))

/** Index of the closing quote on the same line, or -1. */
function findClosing(text: string, from: number, closing: number): number {
  const limit = Math.min(text.length, from + MAX_QUOTED)
  for (let i = from; i < limit; i++) {
    const unit = text.charCodeAt(i)
    if (unit === closing) return i
    if (unit === NEWLINE) return -1
  }
  return -1
}

/** Skips a terminal control sequence, whole or cut. */
function skipEscape(text: string, from: number): number {
  let i = from + 1
  if (text.charCodeAt(i) !== 0x5b) return i
  i += 1
  while (i < text.length && text.charCodeAt(i) >= 0x20 && text.charCodeAt(i) < 0x40) i += 1
  return i + 1
}

/**
 * Masks a message in one pass from left to right: quoted text, paths, numbers, ids and values become holes, words stay.
 * Pure and linear in the text's length; the tokens are what signatures are made of.
 */
export function tokenise(message: string): string[] {
  const text = message.length > MAX_TEXT ? message.slice(0, MAX_TEXT) : message
  const tokens: string[] = []
  let i = 0
  while (i < text.length && tokens.length <= MAX_TOKENS) {
    const unit = text.charCodeAt(i)
    if (unit === 0x20) i += 1
    else if (flagOf(unit) !== BREAK) i = takeWord(text, i, tokens)
    else if (unit === NEWLINE) i = takeLine(text, i + 1, tokens)
    else if (unit === ESCAPE) i = skipEscape(text, i)
    else if (unit <= 0x20 || unit === 0xa0) i += 1
    else i = takeMark(text, i, unit, tokens)
  }
  dropDressing(tokens)
  if (tokens.length > MAX_TOKENS) tokens.length = MAX_TOKENS
  return tokens
}

/** A line after the first that is indented or bulleted is one of a list: stack frames, files, check boxes. */
function takeLine(text: string, from: number, tokens: string[]): number {
  const unit = text.charCodeAt(from)
  if (unit !== 0x20 && unit !== 0x09 && unit !== 0x2d && unit !== 0x2a) return from
  pushToken(HOLE_TEXT, tokens)
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** Quoted text is one hole; a quote that nothing closes says nothing; brackets and commas stay. */
function takeMark(text: string, from: number, unit: number, tokens: string[]): number {
  const closing = closingOf(unit)
  const end = closing === 0 ? -1 : findClosing(text, from + 1, closing)
  if (end >= 0) {
    pushToken(HOLE_TEXT, tokens)
    return end + 1
  }
  if (closing === 0 && unit < 128) pushToken(text.charAt(from), tokens)
  return from + 1
}

const isSentenceMark = (unit: number): boolean =>
  unit === 0x2e || unit === COLON || unit === 0x21 || unit === 0x3f

function takeWord(text: string, from: number, tokens: string[]): number {
  let flags = 0
  let end = from
  for (; end < text.length; end++) {
    const flag = flagOf(text.charCodeAt(end))
    if (flag !== BREAK) flags |= flag
    else if (!joinsWord(text, end)) break
  }
  let stop = end
  while (stop > from + 1 && isSentenceMark(text.charCodeAt(stop - 1))) stop -= 1
  const word = text.slice(from, stop)
  pushWord(word, stop === end ? flags : flagsOf(word), tokens)
  if (stop < end && text.charCodeAt(stop) === COLON) tokens.push(':')
  else if (text.charCodeAt(end - 1) === EQUALS && (end >= text.length || text.charCodeAt(end) <= 0x20)) {
    pushToken(HOLE_VALUE, tokens)
  }
  return end
}

function pushWord(word: string, flags: number, tokens: string[]): void {
  if (isPair(word, flags)) {
    pushPair(word, tokens)
    return
  }
  const hole = holeOfWord(word, flags)
  if (hole !== '') pushToken(hole, tokens)
  else if (tokens[tokens.length - 1] !== HOLE_N || !UNITS.has(word.toLowerCase())) tokens.push(word)
}

/** `key=value`: the value is a hole, unless the key says that it names a cause. An empty one is left to what follows. */
function pushPair(word: string, tokens: string[]): void {
  const at = word.indexOf('=')
  const key = word.slice(0, at)
  const value = word.slice(at + 1)
  tokens.push(key, '=')
  if (value === '') return
  const hole = holeOfWord(value, flagsOf(value))
  if (hole === '' && CLOSED_KEYS.has(key.toLowerCase())) tokens.push(value)
  else pushToken(hole === '' ? HOLE_VALUE : hole, tokens)
}
