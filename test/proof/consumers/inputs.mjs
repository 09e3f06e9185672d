// The hostile ledgers that are given to the consumers: the own corpus, one that carries every control, one of raw bytes, and
// the shared ones where they lie beside the checkout. The short form reads the same records, merged into few ledgers.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { run, sharedHostile } from '../harness.mjs'
import { carry, cases, payloads } from '../hostile/corpus.mjs'
import { sequences } from './controls.mjs'

/** Commands of a runner that look as if the program had meant them. */
const forged = [
  '##[error]OWNED',
  'x ##[set-env name=A]OWNED',
  '::error title=ledger-triage guard::OWNED',
  '\n::error title=ledger-triage guard::OWNED',
  'x%0A::error title=ledger-triage guard::OWNED%0D',
  '::warning title=ledger-triage guard,file=a%3Ab::100%25',
]

const toLedger = (records) =>
  Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''), 'utf8')

const carryAll = (list) => toLedger(list.flatMap((payload, i) => carry(payload, 5000 + i).records))

/** Lines that are no JSON, and records whose strings hold their marks raw: what a reader that echoes lines would send. */
function makeRaw() {
  const marked = [
    ...sequences,
    ...payloads.terminal,
    ...payloads.strings,
    ...payloads.eightBit,
    ...payloads.bidi,
  ]
  return Buffer.concat([
    ...marked.map((text) => Buffer.from(`${text}\n`)),
    ...marked.map((text) => Buffer.from(`{"message":"raw ${text.replaceAll(/["\\\n]/g, '')}"}\n`)),
    Buffer.from('{"message":"\u009b2J \u009d0;OWNED\u009c \u007f \u202egpj \u2028"}\n'),
    Buffer.from('{"message":"half \xff\xfe \x9b2J"}\n', 'latin1'),
  ])
}

const closed = (bytes) => (bytes.at(-1) === 0x0a ? bytes : Buffer.concat([bytes, Buffer.from('\n')]))

/** Ledgers that say by which name they are merged become one; the others stay. Those that are not for the short form go. */
function merge(all) {
  const groups = new Map()
  for (const { short, bytes } of all)
    if (short !== undefined) groups.set(short, [...(groups.get(short) ?? []), closed(bytes)])
  return [...groups].map(([name, parts]) => ({ name, bytes: Buffer.concat(parts) }))
}

const SHARED_FILES = ['naughty-strings.jsonl', 'injection-payloads.jsonl']

/** The shared ledgers, by name; `short` names the ledger that they are part of in the short form. */
async function readShared(folder, skip) {
  if (!existsSync(join(sharedHostile, 'make-hostile.mjs'))) {
    skip('shared hostile ledgers', 'no shared folder beside the checkout')
    return { ledgers: [], names: [] }
  }
  const made = await run(process.execPath, [join(sharedHostile, 'make-hostile.mjs'), folder, '--small'])
  if (made.status !== 0) {
    skip('shared hostile ledgers', `they could not be made: ${made.stderr}`)
    return { ledgers: [], names: [] }
  }
  const expected = readdirSync(folder)
    .filter((name) => name.endsWith('.expected.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .filter(({ kind, file }) => kind === 'file' && file !== undefined && existsSync(join(folder, file)))
  const isName = ({ name }) => name.startsWith('name-')
  return {
    ledgers: [
      ...expected
        .filter((one) => !isName(one))
        .map(({ name, group, file }) => ({
          name: `shared ${name}`,
          bytes: readFileSync(join(folder, file)),
          file,
          ...(group === 'output' || group === 'unicode' ? { short: 'shared output' } : {}),
        })),
      ...SHARED_FILES.filter((file) => existsSync(join(sharedHostile, file))).map((file) => ({
        name: `shared ${file}`,
        bytes: readFileSync(join(sharedHostile, file)),
        short: `shared ${file}`,
      })),
    ],
    names: expected.filter(isName).map(({ file }) => join(folder, file)),
  }
}

/**
 * Lays the ledgers out below a folder. Gives `ledgers`, each with `name` and `path`, and `names`, paths of good ledgers
 * whose names are hostile.
 */
export async function layOutInputs(folder, { full, skip }) {
  mkdirSync(folder)
  const shared = await readShared(join(folder, 'shared'), skip)
  const own = cases.filter(({ kind, bytes }) => kind === 'ledger' && bytes !== undefined)
  const all = [
    { name: 'controls', bytes: carryAll(sequences), short: 'controls' },
    { name: 'forged commands', bytes: carryAll(forged), short: 'carried' },
    { name: 'raw bytes', bytes: makeRaw(), short: 'raw bytes' },
    ...own
      .filter(({ group }) => group !== 'named')
      .map(({ name, group, bytes, file }) => ({
        name,
        bytes,
        file,
        ...(group === 'carried' && name !== 'carries-long' ? { short: 'carried' } : {}),
      })),
    ...shared.ledgers,
  ]
  const chosen = full ? all : merge(all)
  const ledgers = chosen.map(({ name, bytes, file = 'ledger.jsonl' }, i) => {
    mkdirSync(join(folder, String(i)))
    const path = join(folder, String(i), file)
    writeFileSync(path, bytes)
    return { name, path, bytes }
  })
  return { ledgers, names: layOutNames(join(folder, 'named'), own, shared.names) }
}

function layOutNames(folder, own, sharedNames) {
  mkdirSync(folder)
  const paths = []
  for (const { group, file, bytes } of own) {
    if (group !== 'named') continue
    paths.push(join(folder, file))
    writeFileSync(join(folder, file), bytes)
  }
  for (const path of sharedNames) {
    const copy = join(folder, `shared ${path.slice(path.lastIndexOf('/') + 1)}`)
    copyFileSync(path, copy)
    paths.push(copy)
  }
  return { folder, paths }
}
