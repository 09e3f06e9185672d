// A call that fails, or does less than it was asked to, never gives a report that looks whole. `npm run check:faults -- [--full]
// [--seed N]`
//   F1  the n-th read fails, reads and writes fall short, files cannot be written, streams are full, closed or slow: never
//       complete, never exit 0, the fault is named; nothing half done is left behind
// Calls of the program are made to fail by a module loaded into it, and once more from outside by strace. `--full` makes each
// of the first 200 reads and writes fail, for every command.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { copyProgram } from './consumers/build.mjs'
import { proveControls } from './faults/controls.mjs'
import { layDesk } from './faults/desk.mjs'
import { proveFailedReads, proveOtherCalls, proveShortReads } from './faults/reads.mjs'
import { proveClosedPipes, proveClosedStreams, proveFullOutput, proveSlowReader } from './faults/streams.mjs'
import { explainNoFaults, proveFullDisk, proveTraced } from './faults/traced.mjs'
import { proveDoubleFaults, proveFailedFiles, proveUnevenFiles } from './faults/writes.mjs'
import { createRandom } from './fuzz/random.mjs'
import { createTally, makeFolder } from './harness.mjs'

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
})
const { full } = values
process.stdout.write(`faults  seed ${values.seed}${full ? '  full' : ''}\n`)

// Ended early, it still cleans up.
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(130))

const tally = createTally('faults')
const random = createRandom(Number(values.seed))
const folder = makeFolder('faults')
const desk = await layDesk(await copyProgram(folder), folder, random)

await proveFailedReads(tally, desk, full)
await proveShortReads(tally, desk, full)
await proveOtherCalls(tally, desk)
await proveFailedFiles(tally, desk, full)
await proveUnevenFiles(tally, desk, full)
await proveDoubleFaults(tally, desk)
await proveFullOutput(tally, desk, full)
await proveClosedPipes(tally, desk, full)
await proveClosedStreams(tally, desk)
await proveSlowReader(tally, desk, random)
await proveFullDisk(tally, desk)
const noFaults = await explainNoFaults(desk)
if (noFaults === undefined) await proveTraced(tally, desk, full)
else tally.skip('F1 by strace', noFaults)
await proveControls(tally, desk)
tally.end()
