// Scores the clusters of `classify` against labelled messages: the public LogHub-2k sets and our own kind of text, all by
// the one setting there is. Prints the table; ends with 1 where a gate is missed. The data are not part of the project.
// `node test/bench/clusters.mjs [--shuffles N] [--worst N] [SET...]`
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'

const shared = new URL('../../../shared', import.meta.url).pathname
const tool = new URL('../../bin/ledger-triage.js', import.meta.url).pathname
const { readTruth, score } = await import(join(shared, 'bench/grouping-accuracy.mjs'))

/** Least GA and FGA of each kind of set, and the greatest shares of mixed lines and of ids that change. */
const GATES = {
  loghub: { ga: 0.9, fga: 0.9 },
  dev: { ga: 0.9, fga: 0.88, mixed: 0.04 },
  dev2: { ga: 0.85, fga: 0.85, mixed: 0.04 },
}
const MAX_GROWN = 0.01

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shuffles: { type: 'string', default: '3' }, worst: { type: 'string', default: '0' } },
})
const folder = mkdtempSync(join(tmpdir(), 'ledger-triage-clusters-'))

/** The cluster of each message, by the real pipeline over a ledger made of nothing but the texts. */
function assign(texts) {
  const ledger = join(folder, 'ledger.jsonl')
  // Times in the order of the lines: what came first must not change when the ledger grows or is shuffled.
  const toLine = ({ at, text }) =>
    `${JSON.stringify({ timestamp: new Date(1_780_000_000_000 + at * 1000).toISOString(), message: text })}\n`
  writeFileSync(ledger, texts.map(toLine).join(''))
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [tool, 'classify', '--no-rules', '--profile', 'generic', ledger],
    { encoding: 'utf8', maxBuffer: 1 << 30 },
  )
  if (status !== 0) throw new Error(`classify ended with ${status}: ${stderr}`)
  const clusters = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).cluster)
  return new Map(texts.map(({ at }, i) => [at, clusters[i]]))
}

/** Numbers from a seed, the same on every machine. */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}

function shuffle(list, random) {
  const shuffled = [...list]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const swapped = shuffled[i]
    shuffled[i] = shuffled[j]
    shuffled[j] = swapped
  }
  return shuffled
}

const countChanges = (before, after) =>
  [...before].filter(([at, cluster]) => after.get(at) !== cluster).length

function measure(path) {
  const truth = readTruth(readFileSync(path, 'utf8'))
  const texts = truth.map(({ content }, at) => ({ at, text: content }))
  const whole = assign(texts)
  const found = new Map(truth.map(({ line }, at) => [line, whole.get(at)]))
  const { GA, FGA, clusters, linesLost, worst } = score(truth, found, Number(values.worst))
  const random = createRandom(20_260_821)
  let moved = 0
  for (let i = 0; i < Number(values.shuffles); i++)
    moved += countChanges(whole, assign(shuffle(texts, random)))
  const half = texts.slice(0, Math.floor(texts.length / 2))
  const grown = countChanges(assign(half), whole) / half.length
  const mixed = (linesLost.merged + linesLost.both) / truth.length
  return { name: basename(path, '.csv'), ga: GA, fga: FGA.f1, mixed, clusters, moved, grown, worst }
}

const listSets = (name) =>
  readdirSync(join(shared, name))
    .filter((file) => file.endsWith('.csv'))
    .sort()
    .map((file) => join(shared, name, file))
    .filter((path) => positionals.length === 0 || positionals.includes(basename(path, '.csv')))

const percent = (share) => `${(share * 100).toFixed(1)} %`
function show({ name, ga, fga, mixed, clusters, moved, grown, worst }) {
  const cells = [
    name.padEnd(14),
    ga.toFixed(3),
    fga.toFixed(3),
    percent(mixed).padStart(7),
    String(clusters?.found ?? '').padStart(6),
    String(clusters?.true ?? '').padStart(5),
    String(moved ?? '').padStart(6),
    grown === undefined ? '' : percent(grown).padStart(7),
  ]
  process.stdout.write(`${cells.join('  ').trimEnd()}\n`)
  for (const one of worst ?? []) process.stdout.write(`${JSON.stringify(one, null, 1)}\n`)
}

const failures = []
function hold(name, { ga, fga, mixed, moved = 0, grown = 0 }, gate) {
  if (ga < gate.ga) failures.push(`${name}: GA ${ga.toFixed(3)}, gate ${gate.ga}`)
  if (fga < gate.fga) failures.push(`${name}: FGA ${fga.toFixed(3)}, gate ${gate.fga}`)
  if (mixed > (gate.mixed ?? 1))
    failures.push(`${name}: ${percent(mixed)} mixed, gate ${percent(gate.mixed)}`)
  if (moved > 0) failures.push(`${name}: ${moved} labels changed when shuffled`)
  if (grown > MAX_GROWN) failures.push(`${name}: ${percent(grown)} of ids changed when the ledger grew`)
}

const mean = (list, pick) => list.reduce((sum, one) => sum + pick(one), 0) / list.length

try {
  process.stdout.write('set              GA    FGA    mixed   found   true   moved    grown\n')
  const loghub = listSets('loghub-2k').map((path) => {
    const result = measure(path)
    show(result)
    return result
  })
  if (loghub.length > 0) {
    const all = {
      name: 'LogHub mean',
      ga: mean(loghub, ({ ga }) => ga),
      fga: mean(loghub, ({ fga }) => fga),
      mixed: mean(loghub, ({ mixed }) => mixed),
      moved: loghub.reduce((sum, { moved }) => sum + moved, 0),
      grown: mean(loghub, ({ grown }) => grown),
    }
    show(all)
    if (positionals.length === 0) hold('LogHub', all, GATES.loghub)
  }
  for (const path of listSets('agent-diagnostics')) {
    const result = measure(path)
    show(result)
    hold(result.name, result, GATES[result.name] ?? GATES.dev2)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const failure of failures) process.stdout.write(`MISSED  ${failure}\n`)
process.exitCode = failures.length > 0 ? 1 : 0
