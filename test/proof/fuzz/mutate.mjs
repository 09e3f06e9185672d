// Makes a new input of old ones: by bytes, by lines, by members of records, by tokens, and by what breaks readers.
import { gzipSync } from 'node:zlib'
import { tokens } from './dictionary.mjs'
import { mutateRecord } from './mutate-record.mjs'

const LARGEST = 256 * 1024
const LF = 0x0a

const splice = (bytes, from, to, ...parts) =>
  Buffer.concat([bytes.subarray(0, from), ...parts, bytes.subarray(to)])

/** A stretch of bytes, short ones far more often. */
function stretchOf(bytes, random) {
  const from = random.below(bytes.length + 1)
  return [from, Math.min(bytes.length, from + 1 + random.small(bytes.length))]
}

function linesOf(bytes) {
  const lines = []
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(LF, from)
    const to = at < 0 ? bytes.length : at + 1
    lines.push(bytes.subarray(from, to))
    from = to
  }
  return lines
}

const BYTE_STEPS = [
  function flipBit(bytes, random) {
    const copy = Buffer.from(bytes)
    for (let left = random.between(1, 4); left > 0 && copy.length > 0; left--)
      copy[random.below(copy.length)] ^= 1 << random.below(8)
    return copy
  },
  function setByte(bytes, random) {
    const copy = Buffer.from(bytes)
    const odd = [
      0x00, 0x0a, 0x0d, 0x20, 0x22, 0x5c, 0x7b, 0x7d, 0x7f, 0x80, 0xbf, 0xc2, 0xe2, 0xef, 0xf0, 0xff,
    ]
    if (copy.length > 0)
      copy[random.below(copy.length)] = random.chance(0.5) ? random.pick(odd) : random.below(256)
    return copy
  },
  (bytes, random) => splice(bytes, ...stretchOf(bytes, random)),
  function duplicate(bytes, random) {
    const [from, to] = stretchOf(bytes, random)
    return splice(bytes, to, to, bytes.subarray(from, to))
  },
  function move(bytes, random) {
    const [from, to] = stretchOf(bytes, random)
    const rest = splice(bytes, from, to)
    const at = random.below(rest.length + 1)
    return splice(rest, at, at, bytes.subarray(from, to))
  },
  function addToken(bytes, random) {
    const at = random.below(bytes.length + 1)
    return splice(bytes, at, at, random.pick(tokens))
  },
  function replaceByToken(bytes, random) {
    const token = random.pick(tokens)
    const at = random.below(bytes.length + 1)
    return splice(bytes, at, Math.min(bytes.length, at + token.length), token)
  },
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random) => bytes.subarray(random.below(bytes.length + 1)),
  function repeatLong(bytes, random) {
    const [from, to] = stretchOf(bytes, random)
    const part = random.chance(0.5) ? random.pick(tokens) : bytes.subarray(from, Math.min(to, from + 16))
    if (part.length === 0) return bytes
    const size = random.chance(0.1) ? 100_000 : random.chance(0.5) ? 4000 : 200
    return splice(bytes, from, from, Buffer.alloc(1 + random.below(size), part))
  },
]

const LINE_STEPS = [
  (lines, random) => lines.filter((_, i) => i !== random.below(lines.length)),
  function duplicate(lines, random) {
    const line = random.pick(lines) ?? Buffer.alloc(0)
    const times = random.chance(0.05) ? random.below(2000) : random.between(1, 4)
    return [...lines, ...Array(times).fill(line)]
  },
  function swap(lines, random) {
    const copy = [...lines]
    const [a, b] = [random.below(copy.length), random.below(copy.length)]
    if (copy.length > 1) [copy[a], copy[b]] = [copy[b], copy[a]]
    return copy
  },
  (lines, random) => lines.map((line) => (random.chance(0.5) ? toCrLf(line) : line)),
  (lines, random) => lines.flatMap((line) => (random.chance(0.2) ? [line, random.pick(BLANKS)] : [line])),
  function joinTwo(lines, random) {
    const at = random.below(lines.length)
    return lines.map((line, i) => (i === at && line.at(-1) === LF ? line.subarray(0, -1) : line))
  },
  (lines, random) => lines.map((line) => (random.chance(0.3) ? onRecord(line, random) : line)),
  function onOne(lines, random) {
    const at = random.below(lines.length)
    return lines.map((line, i) => (i === at ? onRecord(line, random) : line))
  },
]

const BLANKS = ['\n', '\r\n', ' \t\n', '\r\r\n', '\u00a0\n', '\u2028\n', '\ufeff\n', '\0\n'].map((text) =>
  Buffer.from(text),
)

const toCrLf = (line) =>
  line.at(-1) === LF ? Buffer.concat([line.subarray(0, -1), Buffer.from('\r\n')]) : line

/** Changes the record on a line as a record, where it is one. */
function onRecord(line, random) {
  let value
  try {
    value = JSON.parse(line.toString('utf8'))
  } catch {
    return line
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return line
  return Buffer.from(`${mutateRecord(value, random)}\n`, 'utf8')
}

/** Joins the head of one input to the tail of another, at bytes or at line ends. */
function crossOver(a, b, random) {
  if (random.chance(0.5)) {
    const [left, right] = [linesOf(a), linesOf(b)]
    return Buffer.concat([
      ...left.slice(0, random.below(left.length + 1)),
      ...right.slice(random.below(right.length + 1)),
    ])
  }
  return Buffer.concat([a.subarray(0, random.below(a.length + 1)), b.subarray(random.below(b.length + 1))])
}

function compress(bytes, random) {
  const at = random.below(bytes.length + 1)
  const packed = random.chance(0.3)
    ? Buffer.concat([gzipSync(bytes.subarray(0, at)), gzipSync(bytes.subarray(at))])
    : gzipSync(bytes)
  if (random.chance(0.5)) return packed
  return random.pick(BYTE_STEPS)(packed, random)
}

/** A new input of one that is known and another to take parts from. */
export function mutate(bytes, other, random) {
  let made = bytes
  const steps = 1 + random.small(8)
  for (let step = 0; step < steps; step++) {
    const kind = random.below(20)
    if (kind < 8) made = random.pick(BYTE_STEPS)(made, random)
    else if (kind < 18) made = Buffer.concat(random.pick(LINE_STEPS)(linesOf(made), random))
    else made = crossOver(made, other, random)
    if (made.length > LARGEST) made = made.subarray(0, LARGEST)
  }
  // Most inputs are kept small, or few would be tried.
  if (made.length > 20_000 && !random.chance(0.1)) made = made.subarray(0, random.between(1000, 20_000))
  if (random.chance(0.02)) made = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), made])
  return random.chance(0.02) ? compress(made, random) : made
}
