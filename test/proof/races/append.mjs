// C1 and C2: what is reported while writers append, and what is reported once they are done.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { countBytes, judgeLines } from '../counter.mjs'
import { inPairs } from '../harness.mjs'
import { compareCounts, judgeClassified, judgeGrowing, readLines, readReport } from './judge.mjs'
import { makeLedger, serialOf } from './ledger.mjs'

const SCAN = ['scan', '--format', 'json', '--top', '1']
/** Bytes of a record, on average at least. */
const AVERAGE_LINE = 260

/** Beyond so many bytes a ledger takes too long to be read often: then the race is over. */
const LONGEST = 8 * 1024 * 1024

/** What is run in turn while the writers are at work. */
const COMMANDS = [SCAN, ['classify'], SCAN, ['count', '--format', 'json'], SCAN]

/** Starts the writers; `stop` ends them and gives how many records each of them has appended. */
async function startWriters(options) {
  const child = fork(fileURLToPath(import.meta.resolve('./writer.mjs')), [JSON.stringify(options)])
  await once(child, 'message')
  return {
    async stop() {
      const counts = once(child, 'message')
      child.send('stop')
      const [appended] = await counts
      return appended
    },
  }
}

/** The serial of a line; where it lies, for a record that lost its own. */
const nameOf = (bytes, { start, end }) => serialOf(bytes.subarray(start, end)) ?? `at ${start}`

/** Where the lines of `classify` are not each expected record once. */
export function countSerials(lines, bytes, expected) {
  const reference = new Map([...judgeLines(bytes)].map((line) => [line.start, line]))
  const seen = new Map()
  let phantom = 0
  for (const line of lines) {
    if (!('class' in line)) continue
    const place = reference.get(line.offset)
    const serial = place === undefined ? undefined : nameOf(bytes, place)
    if (!expected.has(serial)) phantom += 1
    else seen.set(serial, (seen.get(serial) ?? 0) + 1)
  }
  const doubled = [...seen.values()].filter((times) => times > 1).length
  return { lost: expected.size - seen.size, doubled, phantom }
}

/** The serials of a ledger's records by the reference, for writers that damage each other's records. */
export const serialsOf = (bytes) =>
  new Set([...judgeLines(bytes)].filter(({ kind }) => kind === 'record').map((line) => nameOf(bytes, line)))

/** What the writers say that they have written, beside what stood there before. */
function listWritten(base, appended) {
  const serials = serialsOf(base)
  for (const [writer, count] of appended.entries())
    for (let i = 0; i < count; i++) serials.add(`w${writer}-${i}`)
  return serials
}

/**
 * One race: so many reports at most, and at least about so many appends. Gives how many records were appended, how many reports saw the ledger grow, and how many a
 * torn tail.
 */
export async function raceAppends(
  tally,
  { runTool },
  { name, folder, random, round, records, writes, locked, appends },
) {
  const file = join(folder, 'ledger.jsonl')
  const base = makeLedger(records, 'base', random)
  writeFileSync(file, base)
  const writers = await startWriters({ file, writers: 4, writes, locked, seed: random.next() })
  const sum = { appended: 0, reports: 0, grew: 0, torn: 0 }
  let appended = []
  try {
    await inPairs(
      Array.from({ length: round }, (_, i) => async () => {
        if (statSync(file).size > LONGEST) return
        const command = COMMANDS[i % COMMANDS.length]
        const ran = await runTool([...command, file])
        const bytes = readFileSync(file)
        if (command[0] === 'classify') {
          const [fault] = judgeClassified(ran, bytes)
          tally.hold(
            'C2 classify during a race: the first lines, each once',
            fault === undefined,
            `${name}: ${fault}`,
          )
          return
        }
        const told = readReport(ran)
        const [fault] = judgeGrowing(told, bytes)
        tally.hold(
          'C2 reports during a race: the reference count of N bytes',
          fault === undefined,
          `${name}: ${fault}`,
        )
        sum.reports += 1
        if (told.input?.end === 'grew') sum.grew += 1
        if (told.input !== undefined && countBytes(bytes.subarray(0, told.input.bytes)).tornTail)
          sum.torn += 1
      }),
    )
  } finally {
    while (statSync(file).size < base.length + appends * AVERAGE_LINE) await pause(20)
    appended = await writers.stop()
  }
  sum.appended = appended.reduce((total, count) => total + count, 0)

  const bytes = readFileSync(file)
  const told = readReport(await runTool([...SCAN, file]))
  // Records of two writes that were not kept apart have damaged each other: then only the bytes can say what there is.
  const whole = writes === 1 || locked
  const expected = whole ? listWritten(base, appended) : serialsOf(bytes)
  const wanted = whole ? countBytes(base).records + sum.appended : countBytes(bytes).records
  const found = told.input?.records
  const [fault] = told.failure === undefined ? compareCounts(told, bytes) : [told.failure]
  tally.hold(
    'C1 after a race: records are those before and those appended',
    found === wanted && fault === undefined,
    `${name}: ${found} records, not ${wanted}; ${fault}`,
  )
  const lines = readLines((await runTool(['classify', file])).stdout) ?? []
  const { lost, doubled, phantom } = countSerials(lines, bytes, expected)
  tally.hold(
    'C1 after a race: none lost, doubled or phantom, by serial',
    lost + doubled + phantom === 0 && lines.length > 0,
    `${name}: lost ${lost}, doubled ${doubled}, phantom ${phantom}`,
  )
  return sum
}
