// Records that are valid and hostile: numbers, keys, depth, width, times and values of the wrong type.
import { compose, recordOf } from './compose.mjs'

const NUMBERS = [
  '0',
  '-0',
  '1e400',
  '-1e400',
  '1e-400',
  '98765432109876543210',
  '9007199254740993',
  '1E+2',
  `1${'0'.repeat(500)}`,
]
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'toJSON',
  'then',
  'length',
  '',
]

const nest = (open, close, depth) => open.repeat(depth) + close.repeat(depth)

function wide() {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, i]))
  return compose()
    .record({ ...recordOf(1), ...many })
    .record({ ...recordOf(2), [`k${'e'.repeat(70_000)}y`]: 1 })
    .record(`{"message":"list","list":[${'0,'.repeat(40_000)}0]}`)
    .done()
}

const structure = [
  {
    name: 'numbers',
    ...NUMBERS.reduce(
      (ledger, number) =>
        ledger.record(`{"timestamp":${number},"message":"n","session_id":${number},"value":[${number}]}`),
      compose(),
    ).done(),
  },
  {
    name: 'keys-twice',
    ...compose()
      .record(
        '{"message":"first","message":"second","workspace":"/home/agent/a","workspace":"/tmp/pytest-of-b/pytest-1/test_c0"}',
      )
      .record('{"message":"first","mess\\u0061ge":"second"}')
      .record('{"timestamp":"2026-03-03T00:00:00Z","timestamp":5,"message":"t"}')
      .done(),
  },
  {
    name: 'prototype-keys',
    ...KEYS.reduce(
      (ledger, key) =>
        ledger
          .record(`{${JSON.stringify(key)}:{"polluted":true},"message":"refused"}`)
          .record(recordOf(1, { message: key, workspace: key, session_id: key, run_id: key }))
          .record(
            `{"message":"refused","meta":{${JSON.stringify(key)}:{${JSON.stringify(key)}:{"polluted":1}}}}`,
          ),
      compose(),
    ).done(),
  },
  {
    name: 'deep',
    ...[300, 3000, 30_000]
      .reduce(
        (ledger, depth) =>
          ledger
            .record(`{"message":"deep","x":${nest('[', ']', depth)}}`)
            .record(`${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}`),
        compose(),
      )
      .broken(`{"x":${'['.repeat(9000)}`, 'cut')
      .done(),
  },
  { name: 'wide', ...wide() },
]

const TIMES = [
  '2026-03-03T00:00:00Z',
  '2026-03-03T05:30:00.123456789+05:30',
  '2026-03-03 00:00:00',
  '20260303T000000Z',
  '2026-02-30T00:00:00Z',
  '2026-03-03T24:00:01Z',
  '2026-06-30T23:59:60Z',
  '0000-00-00T00:00:00Z',
  '+123456-01-01T00:00:00Z',
  'monday 7',
  'tomorrow',
  '12',
  '',
  ' ',
  '٢٠٢٦-٠٣-٠٣',
  '2026-03-03T00:00:00Z\n::error::dated',
  '9'.repeat(5000),
  0,
  -1,
  1_772_496_000,
  1_772_496_000_000,
  1_772_496_000_000_000,
  8.64e15 + 1,
  1e300,
  null,
  true,
  [],
  {},
]
const FIELDS = [
  'timestamp',
  'workspace',
  'session_id',
  'harness',
  'message',
  'run_id',
  'pid',
  'host',
  'type',
  'decision',
]
const VALUES = [
  null,
  true,
  0,
  -1.5,
  1e21,
  '',
  ' ',
  [],
  [1, 'a', null],
  {},
  { a: { b: 1 } },
  { toString: 'x', valueOf: 1 },
  { length: -1 },
]

const fields = [
  {
    name: 'times',
    ...TIMES.reduce((ledger, time) => ledger.record({ timestamp: time, message: 'dated' }), compose())
      .record('{"timestamp":1e999,"message":"dated"}')
      .record('{"message":"dated"}')
      .done(),
  },
  {
    name: 'times-disordered',
    ...Array.from({ length: 400 }, (_, i) => (i * 7907) % 400)
      .reduce((ledger, number) => ledger.record(recordOf(number)), compose())
      .record(recordOf(0, { timestamp: '2999-12-31T23:59:59Z' }))
      .record(recordOf(0, { timestamp: '1970-01-01T00:00:00Z' }))
      .done(),
  },
  {
    name: 'wrong-types',
    ...FIELDS.flatMap((name) => VALUES.map((value) => ({ [name]: value })))
      .reduce((ledger, given, i) => ledger.record(recordOf(i, given)), compose())
      .record(Object.fromEntries(FIELDS.map((name) => [name, { toString: null }])))
      .done(),
  },
  {
    name: 'field-lookalikes',
    ...['Message', 'message ', 'mess\u200bage', 'm\u0435ssage', 'message\u0000', 'message\n', 'MESSAGE']
      .reduce((ledger, key) => ledger.record({ [key]: 'refused', session_id: 'a' }), compose())
      .done(),
  },
]

export const members = [...structure, ...fields]
