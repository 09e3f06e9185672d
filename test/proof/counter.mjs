// The counting rule of ledgers once more, byte by byte and by a JSON grammar of its own: what the program's counts are
// measured against. It shares nothing with the reader of the program, neither its splitting nor a JSON parser.
//   import { countBytes } from './counter.mjs'; countBytes(readFileSync(ledger).subarray(0, N))

const LINE_LIMIT = 64 * 1024 * 1024
const NEWLINE = 0x0a
const RETURN = 0x0d

const isSpace = (byte) => byte === 0x20 || byte === 0x09 || byte === RETURN
const isDigit = (byte) => byte >= 0x30 && byte <= 0x39
const isHex = (byte) => isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
const codes = (text) => new Set([...text].map((sign) => sign.charCodeAt(0)))
const PLAIN_ESCAPES = codes('"\\/bfnrt')
const WORDS = ['true', 'false', 'null'].map((word) => [...word].map((sign) => sign.charCodeAt(0)))

/** Index behind one UTF-8 character of several bytes, or -1: by the table of well-formed sequences. */
function passCharacter(bytes, at, to) {
  const lead = bytes[at]
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  if (lead < 0xc2 || lead > 0xf4 || at + length > to) return -1
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  if (bytes[at + 1] < lowest || bytes[at + 1] > highest) return -1
  for (let i = at + 2; i < at + length; i++) if (bytes[i] < 0x80 || bytes[i] > 0xbf) return -1
  return at + length
}

/** Index behind the string whose opening quote stands at `at`, or -1. */
function passString(bytes, at, to) {
  let i = at + 1
  while (i >= 0 && i < to) {
    const byte = bytes[i]
    if (byte === 0x22) return i + 1
    if (byte < 0x20) return -1
    if (byte >= 0x80) i = passCharacter(bytes, i, to)
    else if (byte !== 0x5c) i += 1
    else if (i + 1 < to && PLAIN_ESCAPES.has(bytes[i + 1])) i += 2
    else if (i + 6 <= to && bytes[i + 1] === 0x75 && bytes.subarray(i + 2, i + 6).every(isHex)) i += 6
    else return -1
  }
  return -1
}

/** Index behind at least one digit, or -1. */
function passDigits(bytes, at, to) {
  let i = at
  while (i < to && isDigit(bytes[i])) i += 1
  return i > at ? i : -1
}

function passNumber(bytes, at, to) {
  let i = bytes[at] === 0x2d ? at + 1 : at
  i = i < to && bytes[i] === 0x30 ? i + 1 : passDigits(bytes, i, to)
  if (i >= 0 && i < to && bytes[i] === 0x2e) i = passDigits(bytes, i + 1, to)
  if (i >= 0 && i < to && (bytes[i] | 0x20) === 0x65) {
    const signed = i + 1 < to && (bytes[i + 1] === 0x2b || bytes[i + 1] === 0x2d)
    i = passDigits(bytes, signed ? i + 2 : i + 1, to)
  }
  return i
}

/** Index behind a value that is neither object nor array, or -1. */
function passScalar(bytes, at, to) {
  if (bytes[at] === 0x22) return passString(bytes, at, to)
  if (bytes[at] === 0x2d || isDigit(bytes[at])) return passNumber(bytes, at, to)
  const word = WORDS.find(
    (signs) => at + signs.length <= to && signs.every((sign, i) => bytes[at + i] === sign),
  )
  return word === undefined ? -1 : at + word.length
}

/** True where the bytes are one JSON object and nothing else but space around it. Nesting has no limit. */
function isObject(bytes, from, to) {
  /** Open brackets, outermost first: true for an object. */
  const open = []
  let wanted = 'object'
  for (let i = from; i < to; ) {
    const byte = bytes[i]
    const inObject = open.at(-1) === true
    if (isSpace(byte)) i += 1
    else if (wanted === 'nothing') return false
    else if (byte === (inObject ? 0x7d : 0x5d) && (wanted === 'first' || wanted === 'next')) {
      open.pop()
      wanted = open.length === 0 ? 'nothing' : 'next'
      i += 1
    } else if (wanted === 'next') {
      if (byte !== 0x2c) return false
      wanted = inObject ? 'key' : 'value'
      i += 1
    } else if (wanted === 'colon') {
      if (byte !== 0x3a) return false
      wanted = 'value'
      i += 1
    } else if (wanted === 'key' || (wanted === 'first' && inObject)) {
      i = byte === 0x22 ? passString(bytes, i, to) : -1
      wanted = 'colon'
    } else if (byte === 0x7b || (byte === 0x5b && wanted !== 'object')) {
      open.push(byte === 0x7b)
      wanted = 'first'
      i += 1
    } else {
      i = wanted === 'object' ? -1 : passScalar(bytes, i, to)
      wanted = 'next'
    }
    if (i < 0) return false
  }
  return wanted === 'nothing'
}

/** What one line is: `start` to `end` without its line feed. */
function judgeLine(bytes, start, end, limit) {
  if (end - start > limit) return 'malformed'
  const hasMark = start === 0 && end >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const from = hasMark ? 3 : start
  let to = from
  for (let i = from; i < end; i++) if (!isSpace(bytes[i])) to = i + 1
  if (to === from) return 'blank'
  return isObject(bytes, from, to) ? 'record' : 'malformed'
}

/** Each line of a ledger in order: what it is, where it starts, where it ends, and whether a line feed ends it. */
export function* judgeLines(bytes, limit = LINE_LIMIT) {
  let start = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== NEWLINE) continue
    yield { kind: judgeLine(bytes, start, at, limit), start, end: at, terminated: true }
    start = at + 1
  }
  const end = bytes.length
  if (start < end) yield { kind: judgeLine(bytes, start, end, limit), start, end, terminated: false }
}

/** The counts of a ledger's bytes. */
export function countBytes(bytes, limit = LINE_LIMIT) {
  const counts = { record: 0, malformed: 0, blank: 0 }
  let tornTail = false
  for (const { kind, terminated } of judgeLines(bytes, limit)) {
    counts[kind] += 1
    tornTail = !terminated && kind === 'malformed'
  }
  const { record: records, malformed, blank } = counts
  return { lines: records + malformed + blank, records, malformed, blank, tornTail }
}
