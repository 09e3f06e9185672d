import { dropDressing } from './fold-tokens.ts'
import { closingOf, endOfFrame, findClosing, MAX_QUOTED, skipColour, skipEscape } from './marks.ts'
import { takeQuoted } from './quoted.ts'
import { endRun, push, type Scan } from './scan.ts'
import { HOLE_ID, HOLE_N, HOLE_TEXT, HOLE_VALUE, isHole } from './token.ts'
import { BREAK, flagOf, flagsOf, holeOfWord, isPair } from './word-kind.ts'
import { isCauseKey, isVerdictKey, UNITS } from './words.ts'

/** Text beyond this many UTF-16 units adds nothing to a diagnosis and is left out of it. */
const MAX_TEXT = 4000

/** Tokens beyond this many are dropped: a fixed rule, so that equal messages stay equal. */
const MAX_TOKENS = 120

const ESCAPE = 0x1b
const NEWLINE = 0x0a
const SPACE = 0x20
const APOSTROPHE = 0x27
const CURLY = 0x2019
const COLON = 0x3a
const EQUALS = 0x3d
const BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const LESS = 0x3c
const GREATER = 0x3e

/** How far the end of a bracket that is glued to a value is searched. */
const MAX_TAIL = 120

/**
 * The UTF-16 units of the message in work. Reading an array costs a fraction of asking a string for one unit after
 * another; nothing outlives a call. The bytes are in the order of the platforms that Node runs on.
 */
const UNITS_OF_TEXT = new Uint16Array(MAX_TEXT + 1)
const BYTES_OF_TEXT = Buffer.from(UNITS_OF_TEXT.buffer)

const isLetter = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit > 0xbf

/** True for Han and kana, which are written without blanks between words. */
const isHan = (unit: number): boolean => unit >= 0x3040 && unit <= 0x9fff

/** True where an apostrophe stands inside a word (`can't`), which it then does not end. */
const joinsWord = (at: number): boolean =>
  (UNITS_OF_TEXT[at] === APOSTROPHE || UNITS_OF_TEXT[at] === CURLY) &&
  isLetter(UNITS_OF_TEXT[at - 1] ?? 0) &&
  isLetter(UNITS_OF_TEXT[at + 1] ?? 0)

/**
 * Masks a message in one pass from left to right: quoted text, paths, numbers, ids and values become holes, words stay.
 * Gives the tokens joined by blanks, which no token holds. Pure and linear in the text's length.
 */
export function tokenise(message: string): string {
  const text = message.length > MAX_TEXT ? message.slice(0, MAX_TEXT) : message
  const { length } = text
  BYTES_OF_TEXT.write(text, 0, 'utf16le')
  UNITS_OF_TEXT[length] = 0
  const scan: Scan = { text, length, out: [], runFrom: -1, runTo: -1 }
  let i = 0
  while (i < length) {
    const unit = UNITS_OF_TEXT[i] ?? 0
    if (unit === SPACE) i += 1
    else if (flagOf(unit) !== BREAK) i = takeWord(scan, i)
    else if (unit === NEWLINE) i = takeLine(scan, i + 1)
    else if (unit === ESCAPE) i = skipEscape(text, i)
    else if (unit <= SPACE || unit === 0xa0) i += 1
    else i = takeMark(scan, i, unit)
  }
  endRun(scan)
  dropDressing(scan.out)
  const masked = scan.out.join(' ')
  return masked.length > MAX_TOKENS ? cutTokens(masked) : masked
}

function cutTokens(masked: string): string {
  const tokens = masked.split(' ')
  return tokens.length > MAX_TOKENS ? tokens.slice(0, MAX_TOKENS).join(' ') : masked
}

/** A line after the first that is indented or bulleted is one of a list: stack frames, files, check boxes. */
function takeLine(scan: Scan, from: number): number {
  const unit = scan.text.charCodeAt(from)
  if (unit !== SPACE && unit !== 0x09 && unit !== 0x2d && unit !== 0x2a) return from
  push(scan, HOLE_TEXT)
  const end = scan.text.indexOf('\n', from)
  return end < 0 ? scan.text.length : end
}

/** Quoted text is one hole; a quote that nothing closes says nothing; brackets and commas stay. */
function takeMark(scan: Scan, from: number, unit: number): number {
  const closing = closingOf(unit)
  const end = closing === 0 ? -1 : findClosing(scan.text, from + 1, closing)
  if (end >= 0) {
    takeQuoted(scan, from + 1, end)
    return end + 1
  }
  if (end < 0 && closing !== 0 && unit !== APOSTROPHE && unit !== 0x2018) {
    // A message that was cut inside a quotation: what is left of it is the quotation.
    const line = scan.text.indexOf('\n', from)
    const stop = line < 0 ? scan.length : line
    if (stop - from <= MAX_QUOTED && stop > from + 1) {
      push(scan, HOLE_TEXT)
      return stop
    }
  }
  if (unit === BRACKET) {
    const behind = skipColour(scan.text, from + 1)
    if (behind > 0) return behind
  }
  if (unit === LESS || unit === GREATER) {
    // `<1 sec`, `>90 %`: a comparison belongs to its number.
    const next = UNITS_OF_TEXT[from + 1] ?? 0
    if (next >= 0x30 && next <= 0x39) return from + 1
  }
  if (closing === 0 && unit < 128) push(scan, scan.text.charAt(from))
  return from + 1
}

const isSentenceMark = (unit: number): boolean =>
  unit === 0x2e || unit === COLON || unit === 0x21 || unit === 0x3f

/** True for `at ` and `Fi`: what a frame of a stack trace starts with. */
const mayStartFrame = (at: number): boolean =>
  (UNITS_OF_TEXT[at] === 0x61 && UNITS_OF_TEXT[at + 1] === 0x74 && UNITS_OF_TEXT[at + 2] === SPACE) ||
  (UNITS_OF_TEXT[at] === 0x46 && UNITS_OF_TEXT[at + 1] === 0x69)

function takeWord(scan: Scan, from: number): number {
  const { length } = scan
  const frame = mayStartFrame(from) ? endOfFrame(scan.text, from) : -1
  if (frame > 0) {
    push(scan, HOLE_TEXT)
    return frame
  }
  let flags = 0
  let end = from
  const han = isHan(UNITS_OF_TEXT[from] ?? 0)
  for (; end < length; end++) {
    const unit = UNITS_OF_TEXT[end] ?? 0
    const flag = flagOf(unit)
    // Han and kana stand beside Latin names and numbers without a blank: each is a word of its own.
    if (unit > 0x2fff && isHan(unit) !== han) break
    if (han && unit < 0x2fff && flag !== BREAK) break
    if (flag !== BREAK) flags |= flag
    else if (!joinsWord(end)) break
  }
  let stop = end
  while (stop > from + 1 && isSentenceMark(UNITS_OF_TEXT[stop - 1] ?? 0)) stop -= 1
  pushWord(scan, from, stop, stop === end ? flags : flagsOf(scan.text, from, stop))
  if (stop < end && UNITS_OF_TEXT[stop] === COLON) push(scan, ':')
  else if (UNITS_OF_TEXT[end - 1] === EQUALS && (end >= length || (UNITS_OF_TEXT[end] ?? 0) <= SPACE))
    push(scan, HOLE_VALUE)
  return skipTail(scan, end)
}

/** A bracket that is glued to a value is part of it: the parameters of a test, the nodes of a range. */
function skipTail(scan: Scan, from: number): number {
  if (UNITS_OF_TEXT[from] !== BRACKET || scan.runFrom >= 0 || !isHole(scan.out[scan.out.length - 1] ?? ''))
    return from
  const limit = Math.min(scan.length, from + MAX_TAIL)
  for (let i = from + 1; i < limit; i++) {
    const unit = UNITS_OF_TEXT[i] ?? 0
    if (unit === CLOSING_BRACKET) return i + 1
    if (unit === NEWLINE) return from
  }
  return from
}

/** `onResume:17`: a name of code, a colon, and a value glued to it. The index of the colon, or -1. */
function endOfCaller(text: string, from: number, to: number): number {
  let colon = from + 1
  while (colon < to && UNITS_OF_TEXT[colon] !== COLON) colon += 1
  if (colon < from + 4 || colon + 1 >= to) return -1
  return /^[a-z]+(?:[A-Z][a-z]*)+$/.test(text.slice(from, colon)) ? colon : -1
}

/** Units of the longest word that announces a code, with the blank before it. */
const CALLED = ' warning'.length

/** `error TS2345`, `error[E0382]`: a code that has a sentence of its own, where it is called one. */
function isErrorCode(scan: Scan, word: string): boolean {
  if (word.length > 9 || !/^[A-Z]{1,4}\d{3,5}$/.test(word)) return false
  const { text, out, runFrom, runTo } = scan
  const before = runFrom >= 0 ? text.slice(Math.max(runFrom, runTo - CALLED), runTo) : (out.at(-1) ?? '')
  const last = before === '[' ? (out.at(-2) ?? '') : before
  return /(?:^| )(?:error|warning|code)$/i.test(last)
}

function pushWord(scan: Scan, from: number, to: number, flags: number): void {
  const { text, out } = scan
  if (isPair(text, from, to, flags)) {
    pushPair(scan, text.slice(from, to))
    return
  }
  const hole = holeOfWord(text, from, to, flags)
  const colon = hole === HOLE_ID ? endOfCaller(text, from, to) : -1
  if (colon > 0) {
    push(scan, text.slice(from, colon))
    push(scan, ':')
    push(scan, HOLE_VALUE)
  } else if (hole === HOLE_ID && to - from < 10 && isErrorCode(scan, text.slice(from, to)))
    push(scan, text.slice(from, to))
  else if (hole !== '') push(scan, hole)
  else if (scan.runFrom >= 0 && scan.runTo === from - 1 && text.charCodeAt(from - 1) === SPACE)
    scan.runTo = to
  else {
    endRun(scan)
    if (out[out.length - 1] === HOLE_N && UNITS.has(text.slice(from, to).toLowerCase())) return
    scan.runFrom = from
    scan.runTo = to
  }
}

/** `key=value`: the value is a hole, unless the key says that it names a cause. An empty one is left to what follows. */
function pushPair(scan: Scan, word: string): void {
  const at = word.indexOf('=')
  const key = word.slice(0, at)
  push(scan, key)
  push(scan, '=')
  if (at + 1 === word.length) return
  const hole = holeOfWord(word, at + 1, word.length, flagsOf(word, at + 1, word.length))
  if (hole === '' && (isCauseKey(key) || isVerdictKey(key))) push(scan, word.slice(at + 1))
  else push(scan, hole === '' ? HOLE_VALUE : hole)
}
