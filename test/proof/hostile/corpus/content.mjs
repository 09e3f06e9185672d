// Hostile content: encodings, NULs, shapes that are nearly JSONL, and formats that are none.
import { gzipSync } from 'node:zlib'
import { compose, composeForeign, recordOf } from './compose.mjs'

const text = (number, fields) => JSON.stringify(recordOf(number, fields))
const threeLines = `${text(1)}\n${text(2)}\n${text(3)}\n`
const eachBroken = (bodies, why) =>
  bodies.reduce((ledger, body) => ledger.broken(body, why), compose().record(recordOf(1)))

const around = (before, bytes, after) =>
  Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])

const NOT_UTF8 = [
  [0x80],
  [0xbf, 0xbf],
  [0xc0, 0xae],
  [0xc1, 0xbf],
  [0xe0, 0x80, 0xaf],
  [0xed, 0xb0, 0x80],
  [0xf0, 0x82, 0x82, 0xac],
  [0xf5, 0x80, 0x80, 0x80],
  [0xe4, 0xf6, 0xfc],
  [0xfe, 0xff],
]

const encoding = [
  {
    name: 'utf16-little-marked',
    ...composeForeign(Buffer.from(`\ufeff${threeLines}`, 'utf16le')),
    foreign: /utf-?16/i,
  },
  {
    name: 'utf16-big-unmarked',
    ...composeForeign(Buffer.from(threeLines, 'utf16le').swap16()),
    foreign: /utf-?16/i,
  },
  {
    name: 'bytes-not-utf8',
    ...NOT_UTF8.reduce(
      (ledger, bytes) =>
        ledger
          .broken(around('{"message":"x', bytes, 'y"}'), 'not-utf8')
          .broken(around('{"', bytes, '":1}'), 'not-utf8'),
      compose().record(recordOf(1)),
    ).done(),
  },
  {
    name: 'utf8-corners',
    ...[0x7f, 0x80, 0x9f, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xfffe, 0xffff, 0x10000, 0x10fffe, 0x10ffff]
      .reduce(
        (ledger, code) => ledger.record(`{"message":"a${String.fromCodePoint(code)}b","n":${code}}`),
        compose(),
      )
      .done(),
  },
]

const nul = [
  {
    name: 'nul-gap',
    ...compose()
      .record(recordOf(1))
      .broken(Buffer.concat([Buffer.alloc(5000), Buffer.from(text(2))]), 'nul-bytes')
      .broken(Buffer.alloc(700), 'nul-bytes')
      .record(recordOf(3))
      .done(),
  },
  {
    name: 'nul-tail',
    ...compose()
      .record(recordOf(1))
      .torn(Buffer.concat([Buffer.from(text(2).slice(0, 30)), Buffer.alloc(3000)]), 'nul-bytes')
      .done(),
  },
  { name: 'nul-only', ...composeForeign(Buffer.alloc(9000)), foreign: /\bNULs?\b|zero bytes/i },
  {
    name: 'nul-in-values',
    ...compose()
      .broken('{"message":"a\0b"}', 'nul-bytes')
      .broken('{"a":1}\0{"b":2}', 'nul-bytes')
      .broken('{"a":1}\0', 'nul-bytes')
      .record('{"message":"a\\u0000b","session_id":"s\\u0000"}')
      .done(),
  },
]

const NEARLY = [
  "{'message':'a'}",
  '{message:"a"}',
  '{"message":"a",}',
  '{"a":1 "b":2}',
  '{"a":007}',
  '{"a":+5}',
  '{"a":.25}',
  '{"a":5.}',
  '{"a":0xff}',
  '{"a":None}',
  '{"a":True}',
  '{"a":undefined}',
  '// note',
  '{"a":1} # note',
  '{"a":"\\q"}',
  '{"a":"\\u00g0"}',
  '{"a"}',
  '{"a":1}}',
  '<<<<<<< ours',
  '=======',
  'Traceback (most recent call last):',
  'null null',
]

const GLUED = ['{"a":1}{"b":2}', '{"a":1} {"b":2}', '{"a":1},{"b":2}', '{}{}', '{"a":1}[2]', '{"a":1},2']
const SCALARS = ['null', 'false', '-0', '12e3', '""', '"{}"']
const ARRAYS = ['[]', '[{"message":"a"}]', '[[{}]]']

const shape = [
  { name: 'glued', ...eachBroken(GLUED, 'several-values').done() },
  { name: 'nearly-json', ...eachBroken(NEARLY).done() },
  {
    name: 'no-objects',
    ...ARRAYS.reduce((ledger, body) => ledger.broken(body, 'array'), eachBroken(SCALARS, 'scalar')).done(),
  },
  { name: 'non-finite', ...eachBroken(['{"a":NaN}', '{"a":-Infinity,"b":[Infinity]}'], 'non-finite').done() },
  {
    name: 'spread-over-lines',
    ...composeForeign(Buffer.from([1, 2].map((i) => `${JSON.stringify(recordOf(i), null, 2)}\n`).join(''))),
    foreign: /several lines|pretty/i,
  },
  {
    name: 'one-array',
    ...composeForeign(Buffer.from(`${JSON.stringify([recordOf(1), recordOf(2)])}\n`)),
    foreign: /array/i,
  },
  {
    name: 'record-separators',
    ...composeForeign(Buffer.from([1, 2, 3].map((i) => `\x1e${text(i)}\n`).join(''))),
    foreign: /record separator|json[- ](?:text )?seq|RFC 7464/i,
  },
]

/** A zstd frame of one block that is stored as it is: its lines are readable, and it is no ledger all the same. */
function storeAsZstd(content) {
  const bytes = Buffer.from(content)
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x60, 0, 0])
  head.writeUInt16LE(bytes.length - 256, 5)
  const block = (bytes.length << 3) | 1
  return Buffer.concat([head, Buffer.from([block & 0xff, (block >> 8) & 0xff, block >> 16]), bytes])
}

const foreign = [
  {
    name: 'gzip',
    bytes: gzipSync(threeLines),
    foreign: /gzip/i,
    unpacked: { lines: 3, records: 3, blank: 0, malformed: 0, torn: false },
  },
  { name: 'zstd', bytes: storeAsZstd(threeLines), foreign: /zstd/i },
  {
    name: 'sqlite',
    bytes: Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(2000, 1)]),
    foreign: /sqlite/i,
  },
  {
    name: 'binary',
    bytes: Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919 + (i >> 3)) % 251)),
    foreign: /binary/i,
  },
]

export const content = [...encoding, ...nul, ...shape, ...foreign]
