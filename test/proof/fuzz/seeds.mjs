// What fuzzing starts from: the samples cut into short pieces, records of every profile, and hostile files where they are.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, sharedHostile } from '../harness.mjs'
import { evidence, profiles, times } from './dictionary.mjs'

const PIECE_LINES = [1, 3, 8, 25]
const LARGEST_SEED = 64 * 1024

const MESSAGES = [
  'quota exhausted: requests until 2026-08-21T10:00:00Z',
  'partial context load: preflight found 3 of 5 sections (manifest.json missing)',
  'manifest missing: /home/agent/code/api/.ctx/manifest.json',
  "refused: 'rm -rf /tmp/x' is not allowed by rule R-17",
  'cannot open /srv/data/a.db: EACCES (permission denied), attempt 3/5, waited 1200ms',
  'token expired for user=alice status=403 reason=expired decision=deny',
  'worker 7f3a9c21-08c4 timed out after 30s; retry in 5m',
  'test_gate_refuses failed at /tmp/pytest-of-dev/pytest-3/test_gate_refuses0/out.log',
  'Ошибка: файл «отчёт.txt» не найден',
  '日本語のメッセージ: 接続が拒否されました (code 111)',
]

/** A believable value for a field, by what its name says. */
function valueFor(name, random) {
  const leaf = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (/^(?:ts|timestamp|time|at|created_at|datetime|@timestamp)$/.test(leaf)) {
    if (random.chance(0.2)) return random.pick(times)
    return new Date(Date.UTC(2026, 1, 1) + random.below(200 * 86_400_000)).toISOString()
  }
  if (/workspace|cwd|root|path|dir/.test(leaf))
    return random.chance(0.4)
      ? random.pick(evidence)
      : `/home/agent/code/${random.pick(['api', 'web', 'ops'])}`
  if (/session|run|_id|sha/.test(leaf)) return random.next().toString(16).padStart(8, '0').repeat(2)
  if (leaf === 'pid') return random.below(65_536)
  if (/host/.test(leaf)) return `node-${random.below(4)}`
  if (/ok|acked|resolved/.test(leaf)) return random.chance(0.5)
  if (/bytes|count|severity|frequency/.test(leaf)) return random.below(1000)
  if (/harness/.test(leaf)) return random.pick(['codex', 'claude-code', 'unknown', ''])
  if (/decision|event|kind|type|shape/.test(leaf))
    return random.pick(['deny', 'denied', 'block', 'permission_denied', 'allow', 'warn'])
  return random.pick(MESSAGES)
}

const setField = (record, name, value) => {
  const [first, ...others] = name.split('.')
  if (others.length === 0) record[first] = value
  else {
    if (typeof record[first] !== 'object') record[first] = {}
    setField(record[first], others.join('.'), value)
  }
}

/** Records that a profile recognises. */
function ledgerOf(profile, random) {
  const { all = [], any = [] } = profile.recognise
  const names = new Set([...all, ...any, ...profile.fields, ...profile.message, ...profile.time])
  if (profile.name === 'generic')
    for (const name of ['ts', 'level', 'msg', 'run_id', 'pid', 'host', 'cwd']) names.add(name)
  const lines = Array.from({ length: random.between(1, 12) }, () => {
    const record = {}
    for (const name of names)
      if (all.includes(name) || random.chance(0.8)) setField(record, name, valueFor(name, random))
    return `${JSON.stringify(record)}\n`
  })
  return Buffer.from(lines.join(''), 'utf8')
}

/** Ledgers with many different records: what costs too much for each pair of them shows here. */
function manyRecords(random) {
  const words = MESSAGES.flatMap((message) => message.split(' '))
  const sentence = (length) => Array.from({ length }, () => random.pick(words)).join(' ')
  const make = (records, message) =>
    Buffer.from(
      Array.from(
        { length: records },
        (_, i) => `${JSON.stringify({ timestamp: times[0], message: message(i) })}\n`,
      ).join(''),
    )
  return [
    make(1200, () => sentence(6)),
    make(1200, (i) => `worker w${i} of pool ${sentence(2)} stopped: ${sentence(3)}`),
    make(60, (i) => sentence(40 * (i + 1)).slice(0, 3000)),
    make(1500, (i) => `cannot open /srv/${i}/${i % 7}.db`),
  ]
}

function cutIntoPieces(content, random, pieces) {
  const lines = content.toString('latin1').split(/(?<=\n)/)
  return PIECE_LINES.flatMap((size) =>
    Array.from({ length: pieces }, () => {
      const from = random.below(Math.max(1, lines.length - size))
      return Buffer.from(lines.slice(from, from + size).join(''), 'latin1')
    }),
  )
}

function filesIn(folder, ending) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith(ending) && lstatSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .sort()
}

/** Hostile files of a colleague's corpus, and of the shared generator, small ones only. */
async function readHostile(folder, random) {
  const seeds = []
  const generator = join(sharedHostile, 'make-hostile.mjs')
  if (existsSync(generator)) {
    await run(process.execPath, [generator, folder, '--small'])
    for (const path of filesIn(folder, '')) {
      if (path.endsWith('.expected.json')) continue
      const { size } = lstatSync(path)
      if (size <= LARGEST_SEED) seeds.push(readFileSync(path))
    }
  }
  for (const path of [...filesIn(sharedHostile, '.jsonl')])
    seeds.push(...cutIntoPieces(readFileSync(path), random, 6))
  return seeds
}

/** All seeds, by where they came from. */
export async function gatherSeeds(folder, random) {
  const samples = filesIn(join(root, 'sample-ledgers'), '.jsonl')
  const fixtures = filesIn(join(root, 'test/fixtures'), '.jsonl')
  const sources = {
    samples: [...samples, ...fixtures].flatMap((path) => {
      const content = readFileSync(path)
      return content.length <= 4096 ? [content] : cutIntoPieces(content, random, 4)
    }),
    profiles: profiles.flatMap((profile) => [ledgerOf(profile, random), ledgerOf(profile, random)]),
    hostile: await readHostile(folder, random),
    corpus: await readCorpus(),
    many: manyRecords(random),
  }
  return sources
}

/** Cases of the hostile corpus beside this folder, where there is one: whatever it exports that is bytes. */
async function readCorpus() {
  const path = join(root, 'test/proof/hostile/corpus.mjs')
  if (!existsSync(path)) return []
  const found = []
  const collect = (value, depth) => {
    if (Buffer.isBuffer(value)) {
      if (value.length <= LARGEST_SEED) found.push(value)
    } else if (Array.isArray(value) && depth > 0) for (const part of value) collect(part, depth - 1)
    else if (typeof value === 'object' && value !== null && depth > 0)
      for (const part of Object.values(value)) collect(part, depth - 1)
  }
  const module = await import(path)
  for (const value of Object.values(module)) collect(value, 4)
  return found
}
