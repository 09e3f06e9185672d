// Feeds changed ledgers to every command and format, in one process, and demands that counts agree with an independent
// counter and with each other, that outputs are the same each time and hold no mark that acts, and that nothing breaks
// or hangs. `npm run fuzz -- [--minutes 5 | --seconds N] [--seed N] [--workers 2] [--unguided] [--keep DIR]
// [--replay FILE]...`; what finds something is kept in DIR with its command line.
import { cpus } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { createHerd } from './fuzz/herd.mjs'
import { createKeeper, KINDS } from './fuzz/keeper.mjs'
import { bundleProgram } from './fuzz/program.mjs'
import { createRandom } from './fuzz/random.mjs'
import { gatherSeeds } from './fuzz/seeds.mjs'
import { createTally, makeFolder } from './harness.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    workers: { type: 'string', default: String(Math.min(2, cpus().length)) },
    unguided: { type: 'boolean', default: false },
    keep: { type: 'string' },
    replay: { type: 'string', multiple: true },
  },
})
const milliseconds = 1000 * Number(values.seconds ?? Number(values.minutes) * 60)
const seed = Number(values.seed ?? Date.now() % 2 ** 32) >>> 0
if (!Number.isFinite(milliseconds)) throw new Error('--minutes and --seconds are numbers')
process.stdout.write(`fuzz  seed ${seed}  ${Math.round(milliseconds / 1000)} s\n`)

const folder = makeFolder('fuzz')
const program = await bundleProgram(folder)
const sources = await gatherSeeds(makeFolder('fuzz-hostile'), createRandom(seed))
// Small ones first: a short run should try many.
const seeds = Object.values(sources)
  .flat()
  .sort((a, b) => a.length - b.length)
const keeper = createKeeper(values.keep, seed)

const started = process.cpuUsage()
const herd = createHerd({
  program,
  folder,
  seed,
  seeds,
  until: Date.now() + milliseconds,
  guided: !values.unguided,
  replay: values.replay,
  workers: values.replay === undefined ? Number(values.workers) : 1,
  keeper,
})
const sum = await herd.end()
const cpu = process.cpuUsage(started)

const say = (text) => process.stdout.write(`${text}\n`)
const minutes = (cpu.user + cpu.system) / 60_000_000
const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`
const origins = Object.entries(sources).map(([name, list]) => `${name} ${list.length}`)
say(`  seeds       ${origins.join(', ')}`)
say(
  `  inputs      ${sum.inputs}, mean ${Math.round(sum.bytes / Math.max(1, sum.inputs))} bytes; corpus ${sum.corpus}`,
)
say(`  executions  ${sum.runs}, ${Math.round(sum.runs / sum.seconds)}/s; ${minutes.toFixed(2)} CPU minutes`)
if (!values.unguided)
  say(`  reached     ${(100 * sum.reached).toFixed(1)} % of the code in functions, guard and start included`)
for (const [at, { heapAtStart, heapAtEnd }] of sum.ends.entries())
  say(
    `  memory      worker ${at + 1}: heap ${mebibytes(heapAtStart)} after the seeds, ${mebibytes(heapAtEnd)} at the end`,
  )
say(`  resident    ${mebibytes(sum.resident.first)} early, ${mebibytes(sum.resident.last)} at the end`)
for (const { score, ms, name, size, argv } of keeper.keepSlow(sum.ends.flatMap(({ slowest }) => slowest)))
  say(`  slow        ${score.toFixed(1)} ms/KiB: ${Math.round(ms)} ms, ${size} bytes, ${argv[0]}: ${name}`)

const tally = createTally('fuzz')
for (const kind of KINDS) {
  const found = keeper.of(kind)
  if (found.length === 0) tally.hold(`no ${kind}`, true)
  for (const { name, times, detail, command } of found)
    tally.hold(`no ${kind}`, false, `${times} times, ${name}\n           ${command}\n           ${detail}`)
}
if (sum.inputs === 0) tally.hold('inputs were tried', false, 'none')
if (keeper.folder() !== undefined) say(`  kept in     ${keeper.folder()}`)
tally.end()
