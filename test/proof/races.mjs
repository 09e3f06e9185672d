// No race between a writer and a read gives wrong figures that look right. `npm run check:races -- [--full] [--reports N]
// [--seed N]`
//   C1  after a race of appends: each record once, none lost, doubled or phantom
//   C2  reports made during it: the reference count of the first N bytes, N and the sha256 being what the report says
//   C3  cut, replaced, rotated, regrown, overwritten or deleted under the read: never wrong totals shown as complete
// Changes happen at random moments, at known points of the read, and between any two reads. How many of them the
// program saw is printed: a race that did not happen proves nothing. `--full` makes 1000 reports over 100,000 appends.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { copyProgram } from './consumers/build.mjs'
import { createRandom } from './fuzz/random.mjs'
import { createTally, makeFolder } from './harness.mjs'
import { raceAppends } from './races/append.mjs'
import { proveControls } from './races/controls.mjs'
import { KINDS } from './races/deeds.mjs'
import { makeLedger } from './races/ledger.mjs'
import { provePasses } from './races/passes.mjs'
import { provePlaced } from './races/placed.mjs'
import { prepareWords } from './races/stage.mjs'
import { explainNoStops, proveStopped } from './races/stopped.mjs'
import { proveTimed } from './races/timed.mjs'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    reports: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const { full } = values
const reports = Number(values.reports ?? (full ? 1000 : 40))
const random = createRandom(Number(values.seed))
const say = (text) => process.stdout.write(`${text}\n`)
say(`races  seed ${values.seed}  ${reports} reports during appends${full ? '  full' : ''}`)

// Ended early, it still cleans up.
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(130))

const tally = createTally('races')
const folder = makeFolder('races')
const program = await copyProgram(folder)
const stage = () => mkdtempSync(join(folder, 'stage-'))

/** Rounds of a race, each with a ledger of its own, so that none grows too long to be read often. */
const RACES = [
  { name: 'one write', writes: 1, locked: false, share: 0.4 },
  { name: 'two writes', writes: 2, locked: true, share: 0.4 },
  { name: 'two writes, torn apart', writes: 2, locked: false, share: 0.2 },
]
const ROUND = 100
let appended = 0
for (const { share, ...race } of RACES) {
  const wanted = Math.ceil(reports * share)
  const sum = { appended: 0, reports: 0, grew: 0, torn: 0 }
  while (sum.reports < wanted) {
    // One run in five is of `classify`, which is judged apart.
    const round = Math.min(ROUND, Math.ceil((wanted - sum.reports) * 1.25))
    const appends = full ? 10_000 : 0
    const part = await raceAppends(tally, program, {
      ...race,
      folder: stage(),
      random,
      round,
      records: 5000,
      appends,
    })
    for (const name of Object.keys(sum)) sum[name] += part[name]
  }
  appended += sum.appended
  say(
    `  ${race.name}: ${sum.appended} records appended, ${sum.reports} reports, ` +
      `${sum.grew} saw the ledger grow, ${sum.torn} a torn tail`,
  )
}

if (full) tally.hold('C1 at least 100,000 appends', appended >= 100_000, `${appended}`)

const timed = await proveTimed(tally, program, {
  folder: stage(),
  base: makeLedger(6000, 'base', random),
  random,
  times: full ? 100 : 3,
})
say(
  `  at random moments: ${timed.reports} reports, ${timed.saw} saw a change, ${timed.incomplete} said to be incomplete`,
)

const base = makeLedger(1500, 'base', random)
const placed = await provePlaced(tally, program, { folder: stage(), base, random, rounds: full ? 20 : 1 })
say(`  at known points: ${placed} changes under the read`)

const words = await prepareWords(program, stage(), base)
const passes = await provePasses(tally, program, {
  folder: stage(),
  base,
  random,
  words,
  many: full ? 100 : 2,
})
say(`  between two reads of any command: ${passes} changes`)

const noStops = await explainNoStops(stage())
if (noStops === undefined) {
  const kinds = full ? Object.keys(KINDS) : ['append', 'truncate', 'regrow', 'rotate']
  await proveStopped(tally, program, {
    folder: stage(),
    base,
    random,
    kinds,
    reads: full ? [2, 3, 5, 7] : [4],
  })
} else tally.skip('C3 the program stopped by strace', noStops)

await proveControls(tally, program, { folder: stage(), random })
tally.end()
