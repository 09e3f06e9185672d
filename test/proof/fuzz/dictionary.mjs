// Tokens that random bytes would not hit: those of JSON, of the ledgers that are known, of temp folders, of terminals.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sharedHostile } from '../harness.mjs'

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|(.))/g

/** The tokens of a dictionary in AFL's format: one `name="token"` or `"token"` a line, `\xNN`, `\\` and `\"` escaped. */
function parseDictionary(text) {
  const tokens = []
  for (const line of text.split('\n')) {
    const quoted = /^\s*(?:[\w.-]+(?:@\d+)?\s*=\s*)?"(.*)"\s*$/.exec(line)?.[1]
    if (quoted === undefined || quoted === '') continue
    const bytes = Buffer.from(quoted, 'utf8').toString('latin1')
    const raw = bytes.replace(ESCAPE, (_, hex, other) =>
      hex === undefined ? other : String.fromCharCode(Number.parseInt(hex, 16)),
    )
    tokens.push(Buffer.from(raw, 'latin1'))
  }
  return tokens
}

/** Every string of a JSON value, under any key that is asked for. */
function* stringsOf(value, isWanted = () => true, key = '') {
  if (typeof value === 'string') {
    if (isWanted(key)) yield value
  } else if (Array.isArray(value)) for (const part of value) yield* stringsOf(part, isWanted, key)
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) yield* stringsOf(part, isWanted, name)
}

function readJsonFiles(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

export const profiles = readJsonFiles(join(root, 'src/profile/profiles'))
const catalogue = readJsonFiles(join(root, 'src/evidence/catalogue'))

const unique = (texts) => [...new Set(texts)]

/** Paths, test names and variables that prove a test, and others that only look like it. */
export const evidence = unique([
  ...stringsOf(catalogue, (key) => ['path', 'match', 'reject', 'variable', 'test', 'prefix'].includes(key)),
])

/** Names of fields that some profile or rule knows. */
export const fieldNames = unique([
  ...profiles.flatMap(({ fields, recognise, time, message, codes }) => [
    ...fields,
    ...stringsOf(recognise),
    ...time,
    ...message,
    ...codes,
  ]),
  ...['workspace', 'cwd', 'root', 'project_root', 'repo_root', 'session', 'session.id', 'harness', 'run_id'],
  ...[
    'pid',
    'process.pid',
    'host',
    'message',
    'msg',
    'error.message',
    'errorMsg',
    'text',
    '@timestamp',
    'at',
  ],
  ...[
    'transcript_path',
    'ledger',
    'client_id',
    'level',
    '__proto__',
    'constructor',
    'toString',
    'length',
    '',
  ],
])

const TIMES = [
  ...[
    '2026-08-16T01:00:01.000Z',
    '2026-08-16T01:00:01+02:00',
    '2026-08-16 01:00:01',
    '2026-08-16',
    '20260816',
  ],
  ...['2026-02-30T00:00:00Z', '2026-08-16T24:00:00Z', '0000-01-01T00:00:00Z', '+275760-09-13T00:00:00.000Z'],
  ...[
    '-271821-04-20T00:00:00Z',
    '9999-12-31T23:59:60Z',
    'Sat, 16 Aug 2026 01:00:01 GMT',
    '1786842001',
    '1e999',
  ],
  ...['2026-W33-7', '2026-228', '2026-08-16T01:00:01.123456789Z', '01/08/2026', 'tuesday 5', '1786842001.5'],
]

const NUMBERS = [
  ...['0', '-0', '1e999', '-1e999', '1e-999', '9007199254740993', '12345678901234567890', '0.1', '01', '+1'],
  ...['NaN', 'Infinity', '-Infinity', '8640000000000001', '1e308', '4294967296', '-1', '1.', '.5', '0x10'],
]

const MARKS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u0000',
    '\\ud800',
    '\\udc00',
    '\\u202e',
    '\\u001b',
    '\\u009b',
  ],
  ...[
    'null',
    'true',
    'false',
    '{}',
    '[]',
    '""',
    '{"a":1}',
    '},{',
    '}{',
    '[{}]',
    '\\n',
    '\\r',
    '\\u2028',
    '\\"',
  ],
  ...['\n', '\r', '\r\n', '\n\n', '\t', ' ', '\v', '\f', '\u00a0', '\u2028', '\u0085', '\0', '\ufeff'],
  ...['\u001b[31m', '\u001b]0;LTPWNED\u0007', '\u009b2J', '\u001b]52;c;QQ==\u0007', '\u001bP', '\u001b[200~'],
  ...['\u202e', '\u2066', '\u200b', '\u200d', '\u{e0041}', '\u034f', '\u00ad', '\u061c', '\u180e', '\ufffe'],
  ...[
    '::error::x',
    '##[error]x',
    '##vso[task.x]',
    '##teamcity[x]',
    '=1+1',
    '@SUM',
    '<script>',
    '`',
    '|',
    '$(x)',
  ],
  ...[
    '%2Ftmp%2Fpytest-of-a',
    'file:///tmp/',
    '\\\\wsl$\\x\\tmp\\',
    'C:\\Temp\\',
    '/private/var/folders/',
    '/tmp/',
  ],
  ...[
    'reason=',
    'status=',
    'decision=',
    'cannot ',
    'failed to ',
    'not ',
    'id=',
    '#1',
    '0x1f',
    '1.2.3.4',
    '::1',
  ],
  ...[
    'a@b.invalid',
    'https://evil.invalid/?q=1',
    '12ms',
    '3/4',
    '50%',
    '550e8400-e29b-41d4-a716-446655440000',
  ],
  ...[
    'test-session',
    'fixture-session',
    'unknown',
    'n/a',
    '00000000',
    'main',
    'pytest',
    '\u{1f600}',
    'e\u0301',
  ],
]

const BYTES = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
  [0x1f, 0x8b, 0x08],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x80],
  [0xf0, 0x9f, 0x98],
  [0x5c],
  [0x00],
]

function readShared() {
  const folder = join(sharedHostile, 'dict')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.dict'))
    .sort()
    .flatMap((name) => parseDictionary(readFileSync(join(folder, name), 'utf8')))
}

export const times = TIMES
export const numbers = NUMBERS
const shared = readShared()

/** Every token, as bytes. */
export const tokens = [
  ...[...MARKS, ...TIMES, ...NUMBERS, ...fieldNames, ...evidence].map((text) => Buffer.from(text, 'utf8')),
  ...BYTES.map((bytes) => Buffer.from(bytes)),
  ...shared,
]

/** Tokens that can stand inside of a string. */
export const texts = [...MARKS, ...TIMES, ...NUMBERS, ...evidence, ...fieldNames]
