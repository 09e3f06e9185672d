// C3, each kind of change at a known point of the read: then it is known which bytes are read, byte by byte, and so what the
// report must say.
import { createRandom } from '../fuzz/random.mjs'
import { inPairs } from '../harness.mjs'
import { imagine, KINDS } from './deeds.mjs'
import { checkSums, compareCounts, hashOf, readReport } from './judge.mjs'
import { runHooked } from './stage.mjs'

export const SCAN = ['scan', '--format', 'json', '--top', '1', 'LEDGER']

/** Points of the read, as shares of the ledger; the last one is after all bytes, before the ledger is looked at again. */
const POINTS = [0, 0.25, 0.5, 0.75, 'recheck']

const MOVED = new Set(['replaced', 'gone'])
const UNTOUCHED = new Set(['unchanged', 'grew'])

const isMoment = (bytes, moments) =>
  moments.some((moment) => moment.length >= bytes.length && moment.subarray(0, bytes.length).equals(bytes))

/**
 * Where a report is not what it must be, `at` being the byte from which on the reader met what the deeds left. Bytes that
 * never stood in the ledger at one moment are never reported as complete.
 */
export function* judgePlaced(told, { kind, base, deeds, at }) {
  if (told.failure !== undefined) {
    yield told.failure
    return
  }
  const { moments } = imagine(base, deeds)
  const after = moments.at(-1)
  const read = Buffer.concat([base.subarray(0, at), after.subarray(at, base.length)])
  const { input } = told
  yield* checkSums(told)
  if (input.bytes !== read.length) yield `${input.bytes} bytes, not ${read.length}`
  if (input.sha256 !== hashOf(read)) yield 'sha256 is not that of the bytes that were read'
  yield* compareCounts(told, read)
  const { ends } = KINDS[kind]
  const wasCut = after.length < base.length
  // What was read is what stands there now, and by its name: then there is nothing to be seen.
  const isUnseen = !wasCut && !ends.some((end) => MOVED.has(end)) && isMoment(read, [after])
  if (!ends.includes(input.end) && !(isUnseen && UNTOUCHED.has(input.end)))
    yield `end: ${input.end}, not ${ends.join(' or ')}`
  if (input.complete && (wasCut || read.length < base.length)) yield 'complete, though it was cut short'
  if (input.complete && !isMoment(read, moments))
    yield 'complete, though these bytes never stood in the ledger at one moment'
}

/** Runs each kind of change at each point; gives how many of them fell into the read. */
export async function provePlaced(tally, program, { folder, base, random, rounds }) {
  let happened = 0
  const cases = Array.from({ length: rounds }, () =>
    Object.keys(KINDS).flatMap((kind) => POINTS.map((point) => ({ kind, point, seed: random.next() }))),
  ).flat()
  await inPairs(
    cases.map(({ kind, point, seed }) => async () => {
      const deeds = KINDS[kind].deeds(base, createRandom(seed))
      const when = point === 'recheck' ? { recheck: true } : { from: Math.floor(base.length * point) }
      const { ran, happenedAt } = await runHooked(program, folder, { args: SCAN, base, deeds, when })
      if (happenedAt !== undefined) happened += 1
      const at = happenedAt === -1 ? base.length : (happenedAt ?? base.length)
      const faults = [...judgePlaced(readReport(ran), { kind, base, deeds, at })]
      tally.hold(
        `C3 ${kind}, at a known point of the read`,
        happenedAt !== undefined && faults.length === 0,
        `at ${point}: ${happenedAt === undefined ? 'did not happen' : faults.join('; ')}`,
      )
    }),
  )
  return happened
}
