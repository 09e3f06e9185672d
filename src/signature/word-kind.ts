import { HOLE_ID, HOLE_N, HOLE_PATH, HOLE_TIME, HOLE_URL } from './token.ts'
import { EXTENSIONS } from './words.ts'

/**
 * What the characters of a word are, as bits: a word is told by the kinds it holds, found in one pass. `BREAK` marks the
 * characters that no word holds: blanks, brackets, commas and quotes.
 */
export const BREAK = 1
const DIGIT = 2
const LETTER = 4
const SLASH = 8
const DOT = 16
const EQUALS = 32
const AT = 64
const JOINER = 128
const OTHER = 256

const FLAGS = new Uint16Array(128).fill(OTHER)
FLAGS.fill(BREAK, 0, 0x21)
const BY_FLAG: readonly (readonly [marks: string, flag: number])[] = [
  ['()[]{}<>,;|"\'`', BREAK],
  ['0123456789', DIGIT],
  ['/\\', SLASH],
  ['.', DOT],
  ['=', EQUALS],
  ['@', AT],
  ['-_', JOINER],
]
for (const [marks, flag] of BY_FLAG) for (const mark of marks) FLAGS[mark.charCodeAt(0)] = flag
for (let unit = 0x41; unit <= 0x5a; unit++) FLAGS[unit] = FLAGS[unit + 32] = LETTER

/** No-break space, angle quotes and curly quotes end a word too; every other unit beyond ASCII counts as a letter. */
const breaksBeyondAscii = (unit: number): boolean =>
  unit === 0xa0 ||
  unit === 0xab ||
  unit === 0xbb ||
  (unit >= 0x2018 && unit <= 0x201d) ||
  (unit >= 0x3000 && unit <= 0x3011) ||
  (unit >= 0xff01 && unit <= 0xff0f) ||
  (unit >= 0xff1a && unit <= 0xff20)

/** The bit of one UTF-16 unit. */
export const flagOf = (unit: number): number =>
  unit < 128 ? (FLAGS[unit] ?? OTHER) : breaksBeyondAscii(unit) ? BREAK : LETTER

/** The bits of text[from, to). */
export function flagsOf(text: string, from: number, to: number): number {
  let flags = 0
  for (let i = from; i < to; i++) flags |= flagOf(text.charCodeAt(i))
  return flags
}

/** Longest name before an equals sign, and before one that ends the word where the name holds digits. */
const MAX_KEY = 40
const MAX_NUMBERED_KEY = 16

/** True for `key=value`: what stands before the first `=` reads as a name. */
export function isPair(text: string, from: number, to: number, flags: number): boolean {
  if ((flags & EQUALS) === 0 || flagOf(text.charCodeAt(from)) === DIGIT) return false
  // The end of a hash in base 64 is no equals sign of a pair.
  const at = text.indexOf('=', from)
  if (at - from > MAX_KEY || (at >= to - 2 && at - from > MAX_NUMBERED_KEY && (flags & DIGIT) !== 0))
    return false
  for (let i = from; i < to; i++) {
    const flag = flagOf(text.charCodeAt(i))
    if (flag === EQUALS) return i > from
    if ((flag & (LETTER | JOINER | DOT | AT | DIGIT)) === 0) return false
  }
  return false
}

/** The hole that a word, text[from, to), becomes, or '' where it stays. Linear in its length. */
export function holeOfWord(text: string, from: number, to: number, flags: number): string {
  if ((flags & ~(LETTER | JOINER)) === 0) return ''
  if ((flags & SLASH) !== 0) return holeOfSlashed(text.slice(from, to), flags)
  if ((flags & DOT) !== 0 && EXTENSIONS.has(text.slice(text.lastIndexOf('.', to - 1) + 1, to)))
    return HOLE_PATH
  if ((flags & DIGIT) !== 0)
    return !isNumeric(text, from, to) ? HOLE_ID : isTime(text, from, to) ? HOLE_TIME : HOLE_N
  const at = (flags & AT) !== 0 && (flags & DOT) !== 0 ? text.indexOf('@', from) : -1
  return at > from ? HOLE_ID : ''
}

/** `/a`, `./a`, `~/a`, `C:\a` and any word with a slash and another mark or digit are paths; `read/write` is a word. */
function holeOfSlashed(word: string, flags: number): string {
  const first = word.charCodeAt(0)
  if (first === 0x2f || first === 0x5c) return HOLE_PATH
  if (word.includes('://')) return HOLE_URL
  if (/^(?:\.{1,2}|~|[A-Za-z]:)[/\\]/.test(word)) return HOLE_PATH
  if ((flags & DIGIT) !== 0 && isNumeric(word, 0, word.length))
    return isTime(word, 0, word.length) ? HOLE_TIME : HOLE_N
  if ((flags & (DIGIT | DOT | JOINER)) !== 0) return HOLE_PATH
  return /[/\\].*[/\\]/.test(word) ? HOLE_PATH : ''
}

/** True for a date or a time of day: two marks of one kind between digits, as in 2026-08-21 and 09:14:07. */
function isTime(text: string, from: number, to: number): boolean {
  if (to - from < 8 || flagOf(text.charCodeAt(from)) !== DIGIT) return false
  let [dashes, colons, slashes] = [0, 0, 0]
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x2d) dashes += 1
    else if (unit === 0x3a) colons += 1
    else if (unit === 0x2f) slashes += 1
  }
  return dashes >= 2 || colons === 2 || colons === 3 || slashes === 2
}

/** True for digits with the marks, signs and short units that numbers, times and dates are written with. */
function isNumeric(text: string, from: number, to: number): boolean {
  let end = to
  while (end > from && to - end < 3 && isUnitMark(text.charCodeAt(end - 1))) end -= 1
  if (end === from) return false
  for (let i = from; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x30 && unit <= 0x39) continue
    if (!'+-.,:/#$xTZ_€£¥'.includes(text.charAt(i))) return false
  }
  return true
}

const isUnitMark = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) ||
  (unit >= 0x41 && unit <= 0x5a) ||
  unit === 0x25 ||
  unit === 0xb5 ||
  unit === 0xd7
