// C3, each kind of change at a random moment while the program reads: it is not known what was read, but what it says must
// be true of some bytes that can be put together again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '../fuzz/random.mjs'
import { inPairs } from '../harness.mjs'
import { imagine, KINDS, perform } from './deeds.mjs'
import { checkSums, compareCounts, hashOf, readReport } from './judge.mjs'
import { setStage } from './stage.mjs'

const COMMANDS = [
  ['scan', '--format', 'json', '--top', '1'],
  ['count', '--format', 'json'],
]
/** Bytes between two points at which a reader may have been. */
const STEP = 64 * 1024

/** True once a process has a file open, or is gone. */
function hasOpened(pid, file) {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((descriptor) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${descriptor}`) === file
      } catch {
        // A descriptor that was closed since the folder was listed.
        return false
      }
    })
  } catch {
    return true
  }
}

/** Starts the program, waits until it has opened the ledger, then so long, and calls `act`. Gives the run and its duration. */
async function runAnd({ tool, env }, args, ledger, wait, act) {
  const child = spawn(process.execPath, [tool, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const parts = { stdout: [], stderr: [] }
  for (const name of ['stdout', 'stderr']) child[name].on('data', (part) => parts[name].push(part))
  const closed = once(child, 'close')
  while (child.exitCode === null && !hasOpened(child.pid, ledger)) await pause(1)
  const opened = performance.now()
  if (wait > 0) await pause(wait)
  act()
  const [status, signal] = await closed
  const [stdout, stderr] = [Buffer.concat(parts.stdout), Buffer.concat(parts.stderr)]
  return { ran: { status, signal, stdout, stderr }, ms: performance.now() - opened }
}

/** Bytes that a reader may have met who was at each step in turn when the deeds happened; the hash says which. */
function putTogether({ bytes, sha256 }, moments) {
  const last = moments.at(-1)
  for (const before of moments) {
    for (let at = 0; at <= before.length; at += STEP) {
      const read = Buffer.concat([before.subarray(0, at), last.subarray(at, Math.max(at, bytes))])
      if (read.length === bytes && hashOf(read) === sha256) return read
    }
  }
  return undefined
}

/** The bytes of a report among those that a file held at its moments. */
const findRead = ({ bytes, sha256 }, moments) =>
  moments
    .filter((moment) => moment.length >= bytes)
    .map((moment) => moment.subarray(0, bytes))
    .find((read) => hashOf(read) === sha256)

/** Where a report is true of no bytes that the ledger held. */
function* judgeTimed(told, { kind, base, deeds }) {
  if (told.failure !== undefined) {
    yield told.failure
    return
  }
  const { moments, fresh } = imagine(base, deeds)
  const files = fresh === undefined ? moments : [...moments, fresh]
  const { input } = told
  yield* checkSums(told)
  const stood = findRead(input, files)
  const read = stood ?? putTogether(input, moments)
  if (read !== undefined) yield* compareCounts(told, read)
  if (input.complete && stood === undefined)
    yield 'complete, though these bytes never stood in the ledger at one moment'
  const { ends, cuts } = KINDS[kind]
  if (input.end !== 'unchanged' && input.end !== 'grew' && !ends.includes(input.end))
    yield `end: ${input.end}, not ${ends.join(' or ')}`
  // Only a cut and what grows behind it can be met half done.
  if (cuts !== true && read === undefined) yield 'sha256 is of no bytes that the ledger held'
}

/** Milliseconds that a calm read takes from the opening of the ledger on. */
async function timeRead(program, folder, base) {
  const { ledger, clear } = setStage(folder, base)
  const times = []
  for (let i = 0; i < 3; i++) {
    const { ms } = await runAnd(program, [...COMMANDS[0], ledger], ledger, 0, () => undefined)
    times.push(ms)
  }
  clear()
  return Math.min(...times)
}

/** Runs each kind of change so many times; gives how many reports there were, and how many saw the change. */
export async function proveTimed(tally, program, { folder, base, random, times }) {
  const milliseconds = await timeRead(program, folder, base)
  const sum = { reports: 0, saw: 0, incomplete: 0 }
  const trials = Object.keys(KINDS).flatMap((kind) =>
    Array.from({ length: times }, (_, i) => ({
      kind,
      args: COMMANDS[i % COMMANDS.length],
      seed: random.next(),
      wait: random.below(Math.ceil(milliseconds * 0.9)),
    })),
  )
  await inPairs(
    trials.map(({ kind, args, seed, wait }) => async () => {
      const deeds = KINDS[kind].deeds(base, createRandom(seed))
      const { ledger, clear } = setStage(folder, base)
      const { ran } = await runAnd(program, [...args, ledger], ledger, wait, () => {
        for (const deed of deeds) perform(deed, ledger)
      })
      clear()
      const told = readReport(ran)
      const faults = [...judgeTimed(told, { kind, base, deeds })]
      tally.hold(
        `C3 ${kind}, at a random moment`,
        faults.length === 0,
        `after ${wait} ms: ${faults.join('; ')}`,
      )
      sum.reports += 1
      if (told.input?.end !== 'unchanged') sum.saw += 1
      if (told.input?.complete === false) sum.incomplete += 1
    }),
  )
  return sum
}
