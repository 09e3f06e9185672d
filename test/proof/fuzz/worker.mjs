// One thread of fuzzing: takes an input, changes it, examines it, keeps it where it reached new code.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { startCoverage } from './coverage.mjs'
import { createValidator } from './documents.mjs'
import { examine } from './examine.mjs'
import { minimise } from './minimise.mjs'
import { mutate } from './mutate.mjs'
import { findFormats } from './options.mjs'
import { createStage } from './program.mjs'
import { createRandom } from './random.mjs'
import { createWatch } from './watch.mjs'

const { program, folder, seed, seeds, until, guided, replay, shared, share } = workerData
const SAME_KIND_LIMIT = 3
const MINIMISE_MS = 8000
/** Share of the time that may go into making findings smaller. */
const MINIMISE_SHARE = 0.2
const CORPUS_LIMIT = 4000
const SLOW_KEPT = 8
const REPORT_MS = 1000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

const { href } = pathToFileURL(program)
const coverage = guided ? startCoverage(href) : undefined
const { main } = await import(href)

for (const name of ['in', 'out', 'spool', 'work']) mkdirSync(join(folder, name), { recursive: true })
const run = createStage(main, {
  tempRoot: join(folder, 'spool'),
  workingFolder: join(folder, 'work'),
  watch: createWatch(shared),
})

const counts = { inputs: 0, runs: 0, bytes: 0 }
const tools = {
  path: join(folder, 'in', 'ledger.jsonl'),
  otherPath: join(folder, 'out', 'other.jsonl'),
  thirdPath: join(folder, 'out', 'third.jsonl'),
  rulesPath: join(folder, 'out', 'rules.json'),
  folders: [
    [join(folder, 'in'), 1],
    [join(folder, 'spool'), 0],
    [join(folder, 'work'), 0],
  ],
  run,
  validate: await createValidator(run),
  formats: await findFormats(run, 'scan'),
  other: undefined,
  ran: () => {
    counts.runs += 1
  },
}

let rejections = []
process.on('unhandledRejection', (reason) => rejections.push(String(reason?.stack ?? reason)))
process.on('uncaughtException', (error) => rejections.push(String(error?.stack ?? error)))

/** Where two findings are taken for one fault: of one kind, from one command, with one message but for its figures. */
const keyOf = ({ kind, detail, argv }) => {
  const where = /^\s+at (\S+)/m.exec(detail)?.[1] ?? ''
  const [first = ''] = detail.split('\n')
  const what = first.replace(/"(?:[^"\\]|\\.){16,}"/g, '""').replace(/\b[0-9a-hjkmnp-tv-z]{13}\b/g, 'ID')
  return `${kind} ${argv[0] ?? ''} ${what.replace(/\d+/g, '#').slice(0, 100)} ${where}`
}

async function examineWhole(bytes, plan) {
  rejections = []
  let result = { findings: [], slow: [] }
  try {
    result = await examine(bytes, plan, tools)
  } catch (error) {
    result.findings.push({ kind: 'check failed', detail: String(error.stack), argv: [], stdin: false })
  }
  // Rejections are told once the queue of promises is empty.
  await new Promise((done) => setImmediate(done))
  for (const detail of rejections)
    result.findings.push({ kind: 'unhandled rejection', detail, argv: [], stdin: false })
  return result
}

const known = new Map()
const began = Date.now()
let minimising = 0

async function tell(bytes, plan, findings) {
  for (const finding of findings) {
    const key = keyOf(finding)
    const times = (known.get(key) ?? 0) + 1
    known.set(key, times)
    if (times > SAME_KIND_LIMIT) {
      parentPort.postMessage({ type: 'again', key, kind: finding.kind })
      continue
    }
    const holds = async (smaller) =>
      (await examineWhole(smaller, plan)).findings.some((one) => keyOf(one) === key)
    const repeats = await holds(bytes)
    const since = Date.now()
    const mayTry =
      repeats && replay === undefined && times === 1 && minimising <= (since - began) * MINIMISE_SHARE
    const small = mayTry ? await minimise(bytes, holds, MINIMISE_MS) : bytes
    minimising += Date.now() - since
    const last = (await examineWhole(small, plan)).findings.find((one) => keyOf(one) === key) ?? finding
    parentPort.postMessage({
      type: 'finding',
      key,
      ...last,
      bytes: small,
      original: bytes,
      plan,
      repeats,
      other: tools.other,
    })
  }
}

/** The slowest inputs, by milliseconds per KiB beyond what starting a command costs; the best of four times counts. */
const slowest = []
const SCORE_OFFSET_MS = 20
const TIMES_AGAIN = 3
/** So slow that it is a fault: what is usual is below 3 ms a KiB. */
const FAULT_MS = 300
const FAULT_MS_PER_KIB = 50

async function noteSlow(bytes, plan, { slow, size }) {
  const [{ ms, argv }] = slow.toSorted((a, b) => b.ms - a.ms)
  const score = (time) => Math.max(0, time - SCORE_OFFSET_MS) / Math.max(1, size / 1024)
  const least = slowest.length < SLOW_KEPT ? 0 : slowest.at(-1).score
  if (score(ms) <= least || argv.some((word) => word === '-' || word.startsWith(tools.otherPath)))
    return false
  const found = { ms, argv, bytes }
  for (let left = TIMES_AGAIN; left > 0; left--) found.ms = Math.min(found.ms, (await run(argv)).ms)
  found.score = score(found.ms)
  if (found.score <= least) return false
  slowest.push(found)
  slowest.sort((a, b) => b.score - a.score)
  slowest.length = Math.min(slowest.length, SLOW_KEPT)
  if (found.ms > FAULT_MS && found.score > FAULT_MS_PER_KIB) {
    const detail = `${Math.round(found.ms)} ms for ${size} bytes`
    await tell(bytes, plan, [{ kind: 'slow', detail, argv, stdin: false }])
  }
  return slowest[0] === found
}

function heapBytes() {
  collect()
  return getHeapStatistics().used_heap_size
}

let reported = 0
let heapAtStart = 0
function progress(force = false) {
  if (!force && Date.now() - reported < REPORT_MS) return
  reported = Date.now()
  parentPort.postMessage({ type: 'progress', ...counts, corpus: corpus.length, reached: coverage?.share() })
}

const random = createRandom(seed)
const corpus = seeds.map((bytes) => Buffer.from(bytes))
/** Seeds that this worker tries as they are; the others try the rest. */
const mine = seeds.filter((_, at) => at % share.of === share.at)

async function tryOne(bytes) {
  const plan = random.next()
  tools.other = random.pick(corpus)
  const examined = await examineWhole(bytes, plan)
  const { findings, slow } = examined
  counts.inputs += 1
  counts.bytes += bytes.length
  const isNew = coverage?.take() === true
  const isSlow = slow.length > 0 && (await noteSlow(bytes, plan, examined))
  if (isNew || isSlow) {
    corpus.push(bytes)
    if (corpus.length > CORPUS_LIMIT) corpus.splice(seeds.length, 1)
  }
  if (findings.length > 0) await tell(bytes, plan, findings)
  progress()
}

/** Inputs that reached new code lately are taken more often than the rest, small ones more often than large ones. */
function choose() {
  if (corpus.length === 0) return Buffer.alloc(0)
  const one = random.chance(0.4)
    ? corpus[corpus.length - 1 - random.small(corpus.length)]
    : random.pick(corpus)
  const two = random.pick(corpus)
  return two.length < one.length && random.chance(0.5) ? two : one
}

if (replay !== undefined) {
  for (const path of replay) for (let i = 0; i < 20; i++) await tryOne(readFileSync(path))
} else {
  for (const bytes of mine) if (Date.now() < until) await tryOne(Buffer.from(bytes))
  heapAtStart = heapBytes()
  while (Date.now() < until) await tryOne(mutate(choose(), choose(), random))
}
progress(true)
parentPort.postMessage({
  type: 'end',
  slowest,
  heapAtStart,
  heapAtEnd: heapBytes(),
})
