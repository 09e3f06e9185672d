// Hostile framing: line ends, marks, blanks, tears and read borders.
import { compose, recordOf } from './compose.mjs'

const text = (number, fields) => JSON.stringify(recordOf(number, fields))

/** Sizes that readers read in; characters and line ends are laid across them. */
const READ_SIZES = [4096, 16_384, 65_536]

function layAcrossBorders() {
  const ledger = compose()
  for (const size of READ_SIZES) {
    for (let shift = -3; shift <= 3; shift++) {
      const head = '{"message":"'
      const from = ledger.size() + head.length
      const border = Math.ceil((from + 64) / size) * size + shift
      ledger.record(`${head}${'b'.repeat(border - from)}ß€🧾"}`, shift % 2 === 0 ? '\n' : '\r\n')
    }
  }
  return ledger.done()
}

const wholes = (count, end) => {
  const ledger = compose()
  for (let i = 0; i < count; i++) ledger.record(recordOf(i), typeof end === 'string' ? end : end(i))
  return ledger
}

export const framing = [
  { name: 'no-byte', ...compose().done() },
  { name: 'one-feed', ...compose().blank().done() },
  {
    name: 'feeds',
    ...Array.from({ length: 300 })
      .reduce((ledger) => ledger.blank(), compose())
      .done(),
  },
  {
    name: 'blank-shapes',
    ...['', ' ', '\t\t', ' \r', '\r\r\r', `${'\t'.repeat(66_000)} `]
      .reduce((ledger, body) => ledger.blank(body), compose())
      .record(` \t${text(1)}\t `)
      .blank(' \t', '')
      .done(),
  },
  {
    name: 'foreign-blanks',
    ...['\u00a0', '\u3000', '\u2028', '\u2029', '\u0085', '\v', '\f', '\u200b', '\ufeff', '\u2009', '\x1d']
      .reduce((ledger, body) => ledger.broken(body), compose().record(recordOf(1)))
      .done(),
  },
  { name: 'last-line-whole', ...compose().record(recordOf(1)).record(recordOf(2), '').done() },
  { name: 'smallest-record', ...compose().record('{}', '').done() },
  { name: 'last-line-cut', ...compose().record(recordOf(1)).torn(text(2).slice(0, 57), 'torn').done() },
  { name: 'last-line-one-byte', ...compose().record(recordOf(1)).torn('{', 'torn').done() },
  { name: 'last-brace-missing', ...compose().record(recordOf(1)).torn(text(2).slice(0, -1), 'torn').done() },
  {
    name: 'cut-in-character',
    ...compose()
      .record(recordOf(1))
      .torn(Buffer.concat([Buffer.from('{"message":"'), Buffer.from('€').subarray(0, 2)]), 'not-utf8')
      .done(),
  },
  { name: 'cut-in-escape', ...compose().record(recordOf(1)).torn('{"message":"\\u20', 'torn').done() },
  {
    name: 'tear-then-append',
    ...compose()
      .record(recordOf(1))
      .broken(text(2).slice(0, 41) + text(3))
      .record(recordOf(4))
      .done(),
  },
  {
    name: 'writers-interleaved',
    ...compose()
      .record(recordOf(1))
      .broken(text(2) + text(3), 'several-values')
      .blank()
      .record(recordOf(4))
      .done(),
  },
  { name: 'ends-crlf', ...wholes(20, '\r\n').blank('', '\r\n').done() },
  {
    name: 'ends-mixed',
    ...wholes(20, (i) => ['\n', '\r\n', '\r\r\n'][i % 3])
      .blank('\r')
      .blank()
      .done(),
  },
  {
    name: 'returns-inside',
    ...compose()
      .broken(`${text(1)}\r${text(2)}\r`)
      .record('{"message":"a",\r"workspace":"/srv/a"}')
      .done(),
  },
  {
    name: 'returns-only',
    ...compose()
      .torn([1, 2, 3].map((i) => `${text(i)}\r`).join(''))
      .done(),
    foreign: /CR\b|carriage return/i,
  },
  {
    name: 'separators-in-strings',
    ...compose()
      .record('{"message":"a\u2028b"}')
      .record('{"message":"a\u2029b"}')
      .record('{"message":"a\u0085b"}')
      .broken('{"message":"a\vb"}', 'syntax')
      .broken('{"message":"a\fb"}', 'syntax')
      .broken('{"message":"a\tb"}', 'syntax')
      .done(),
  },
  { name: 'mark-first', ...compose().prefix('\ufeff').record(recordOf(1)).record(recordOf(2)).done() },
  { name: 'mark-alone', ...compose().prefix('\ufeff').blank('', '').done() },
  {
    name: 'mark-twice',
    ...compose()
      .broken(`\ufeff\ufeff${text(1)}`)
      .record(recordOf(2))
      .done(),
  },
  {
    name: 'mark-later',
    ...compose()
      .prefix('\ufeff')
      .record(recordOf(1))
      .broken(`\ufeff${text(2)}`)
      .record(recordOf(3))
      .done(),
  },
  { name: 'read-borders', ...layAcrossBorders() },
]
