// The command lines by which the consumers are given an input, and those whose arguments and names are hostile themselves.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { payloads } from '../hostile/corpus.mjs'

/** A command that appends a file to a ledger and makes files of some names in a folder. */
const APPEND = 'at="$3"; cat "$1" >> "$2"; shift 3; for name; do : > "$at/$name"; done'

const HARMLESS =
  '{"timestamp":"2026-03-01T00:00:00Z","message":"nothing to see","workspace":"/home/agent/code/a","session_id":"s-1"}\n'

/** One argument that holds every payload against a terminal, but for what no argument can hold. */
export const hostileWords = [
  ...payloads.terminal,
  ...payloads.strings,
  ...payloads.eightBit,
  ...payloads.bidi,
]
  .join(' ')
  .replaceAll('\u0000', '')

/**
 * A ledger of its own for one guarded run, and the arguments of a command that appends `path` to it. The same `name`
 * gives the same place again, with the ledger as before.
 */
export function standForGuard(folder, name, path, names = []) {
  const place = join(folder, name)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  const ledger = join(place, 'ledger.jsonl')
  writeFileSync(ledger, HARMLESS)
  return {
    options: [
      '--ledger',
      ledger,
      '--settle',
      '0',
      ...(names.length === 0 ? [] : ['--watch', join(place, '*')]),
    ],
    command: ['--', 'sh', '-c', APPEND, 'sh', path, ledger, place, ...names],
    place,
    ledger,
  }
}

/**
 * What an input offers to command lines: ids of clusters and numbers of records by its report, and a first half of it as a
 * ledger of its own. `pick` chooses some of a list.
 */
export async function knowInput(input, folder, { runTool, pick, many }) {
  mkdirSync(folder, { recursive: true })
  const { stdout } = await runTool(['scan', input.path, '--json', '--top', 'all'])
  const report = readReport(stdout)
  const [half, saved] = [join(folder, 'half.jsonl'), join(folder, 'saved.json')]
  writeFileSync(half, input.bytes.subarray(0, input.bytes.indexOf(0x0a, input.bytes.length >> 1) + 1))
  writeFileSync(saved, stdout)
  const classified = join(folder, 'classified.ndjson')
  writeFileSync(classified, (await runTool(['classify', '--no-links', input.path])).stdout)
  const places = readFileSync(classified, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  return {
    ...input,
    half,
    saved,
    classified,
    ids: pick(report?.clusters.map(({ id }) => id) ?? [], many),
    lines: pick(
      places.filter((one) => one.class !== undefined).map(({ line }) => line),
      many,
    ),
    broken: pick(
      places.filter((one) => one.malformed !== undefined).map(({ line }) => line),
      2,
    ),
  }
}

function readReport(stdout) {
  try {
    return JSON.parse(stdout.toString())
  } catch {
    return undefined
  }
}

/** Commands that show screens, about one input. */
export const listScreens = ({ path, half, saved, ids, lines }) => [
  ['scan', path, '--top', 'all'],
  ['scan', path, '--by', 'test'],
  ['count', path, '--match', hostileWords],
  ['gate', '--match', 'c', path],
  ['diff', half, path],
  ['diff', saved, half, '--top', 'all'],
  ['profiles', 'detect', path],
  ...ids.map((id) => ['show', id, path]),
  ...ids.slice(0, 1).map((id) => ['gate', id, path]),
  ...lines.map((line) => ['explain', `${path}:${line}`]),
]

/** Commands that print lines as they are, however long. */
export const listRawOutputs = ({ path, lines, broken }) => [
  ...[...lines.slice(0, 2), ...broken].map((line) => ['explain', `${path}:${line}`, '--raw']),
  ['explain', `${path}:999999`],
  ['classify', path],
]

/** Commands about ledgers whose names are hostile, and about names of ledgers that are not there. */
export function listNames({ folder, paths }, { full }) {
  const missing = paths.map((path) => `${path}.missing`)
  const each = full ? paths : []
  return [
    ['scan', ...paths],
    ['count', ...paths],
    ['count', ...missing],
    ['count', join(folder, '*.jsonl')],
    ['scan', '--by', 'test', ...paths],
    ...each.flatMap((path) => [
      ['scan', path],
      ['gate', '--match', 'gate', path],
      ['explain', `${path}:1`],
      ['explain', `${path}:99`],
      ['diff', path, `${path}.missing`],
      ['show', 'zzzz', path],
      ['count', path, '--rules', path],
      ['scan', path, '-o', path],
    ]),
  ]
}

/** Commands whose arguments are hostile, most of them mistaken. `path` is any ledger. */
export const listArguments = (path, badRules) => [
  ['count', path, '--since', hostileWords],
  ['count', path, '--format', hostileWords],
  ['count', path, `--${hostileWords}`],
  ['count', path, '--expect', hostileWords],
  ['show', hostileWords, path],
  ['gate', hostileWords, path],
  ['gate', '--match', hostileWords, path],
  ['explain', `${hostileWords}:1`],
  ['rules', 'show', hostileWords],
  ['schema', hostileWords],
  ['help', hostileWords],
  ['scan', path, '--profile', hostileWords],
  ['guard', '--ledger', path, '--settle', '0', '--', hostileWords],
  ['guard', '--ledger', path, '--report', `${path}/${hostileWords}`, '--', 'true'],
  ...badRules.map((rules) => ['rules', 'test', path, '--rules', rules]),
]

/** Files of rules: good ones that are hostile in every word, mistaken ones, and one that is no JSON. */
export function writeRules(folder) {
  mkdirSync(folder)
  const put = (name, text) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const words = payloads.terminal.slice(0, 6)
  const bad = [
    put('bad-names.json', JSON.stringify(Object.fromEntries(words.map((word) => [word, word])))),
    put(
      'bad-values.json',
      JSON.stringify({ markers: words.map((word) => ({ field: word, equals: word, class: word })) }),
    ),
    put('bad-ids.json', JSON.stringify({ signature: { keep: words, merge: [words] } })),
    put('no-json.json', `{"${hostileWords}`),
    put('a\u001b]0;OWNED\u0007\nb.json', '[]'),
  ]
  const good = put(
    'good.json',
    JSON.stringify({
      markers: words.map((word) => ({ field: 'session_id', equals: word, class: 'synthetic' })),
      productionRoots: words.map((word) => `/srv/${word.replaceAll(/[[\]{}*?\\]/g, '')}`),
    }),
  )
  return { good, bad }
}

/** Names of state files that a command leaves beside a ledger. */
export const stateNames = [
  ...payloads.terminal,
  ...payloads.strings,
  ...payloads.markdown,
  ...payloads.runners,
]
  .map((text) => text.replaceAll(/[/\u0000]/g, ''))
  .filter((name) => name !== '' && name !== '.' && Buffer.byteLength(name) < 200)
