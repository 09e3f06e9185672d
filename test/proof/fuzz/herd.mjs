// The workers: starts them, looks every quarter of a second whether one hangs, and starts another in its place.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { createShared, readWatch } from './watch.mjs'

const HANG_MS = 5000
/** A command line that was late is run once more, alone: a busy machine is no hang. */
const PROBE_MS = 20_000
const LOOK_MS = 250
const HEAP_MIB = 1024
/** Memory is first looked at when every seed was tried. */
const WARM_UP_MS = 15_000
/** Step between the seeds of workers. */
const SEED_STEP = 0x9e3779b9

const readIfThere = (path) => (existsSync(path) ? readFileSync(path) : undefined)
const toBuffers = ({ bytes, original, other, ...rest }) => ({
  ...rest,
  bytes: Buffer.from(bytes),
  ...(original === undefined ? {} : { original: Buffer.from(original) }),
  ...(other === undefined ? {} : { other: Buffer.from(other) }),
})

/** Milliseconds that a command line takes in a thread of its own; infinite where it was not done by the limit. */
function probe(program, folder, argv, bytes) {
  return new Promise((done) => {
    const worker = new Worker(new URL('probe.mjs', import.meta.url), {
      workerData: { program, folder, argv, bytes },
    })
    const timer = setTimeout(() => {
      done(Number.POSITIVE_INFINITY)
      worker.terminate()
    }, PROBE_MS)
    worker.on('message', done)
    worker.on('error', () => done(0))
    worker.on('exit', () => {
      clearTimeout(timer)
      done(0)
    })
  })
}

/** Starts the workers; `end` waits for them and gives their figures. `options` goes to each of them. */
export function createHerd({ folder, seed, workers, keeper, ...options }) {
  const counts = new Map()
  const ends = []
  const resident = { first: 0, last: 0 }
  const began = Date.now()
  let started = 0

  const note = (at, place, message) => {
    if (message.type === 'progress') counts.set(at, message)
    if (message.type === 'finding') keeper.add({ ...toBuffers(message), ...place })
    if (message.type === 'again') keeper.again(message)
    resident.last = process.memoryUsage.rss()
    if (resident.first === 0 && Date.now() - began > WARM_UP_MS) resident.first = resident.last
  }

  const keepFault = (kind, detail, argv, place) => {
    const bytes = readIfThere(place.path) ?? Buffer.alloc(0)
    const key = `${kind} ${argv[0]}`
    keeper.add({
      key,
      kind,
      detail,
      argv,
      bytes,
      original: bytes,
      repeats: true,
      other: readIfThere(place.otherPath),
      ...place,
    })
  }

  /** Ends a worker that hangs, and runs what it was at once more, alone. */
  const endHanging = async (worker, argv, place) => {
    await worker.terminate()
    const ms = await probe(options.program, join(folder, 'probe'), argv, readIfThere(place.path))
    if (ms > HANG_MS)
      keepFault('hang', ms > PROBE_MS ? 'over 20 s, alone' : `${Math.round(ms)} ms, alone`, argv, place)
  }

  /** Runs one worker to its end; gives its last message, or undefined where it did not come to its end. */
  const runWorker = (at) =>
    new Promise((done) => {
      const home = join(folder, `worker-${at}`)
      mkdirSync(home)
      const place = { path: join(home, 'in/ledger.jsonl'), otherPath: join(home, 'out/other.jsonl') }
      const shared = createShared()
      const worker = new Worker(new URL('worker.mjs', import.meta.url), {
        workerData: {
          ...options,
          folder: home,
          seed: (seed + at * SEED_STEP) >>> 0,
          shared,
          share: { at: at % workers, of: workers },
        },
        resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
      })
      let last
      let ending
      const timer = setInterval(() => {
        const { ms, argv } = readWatch(shared)
        if (ms > HANG_MS) ending ??= endHanging(worker, JSON.parse(argv), place)
      }, LOOK_MS)
      worker.on('message', (message) => {
        note(at, place, message)
        if (message.type === 'end') last = { ...message, slowest: message.slowest.map(toBuffers) }
      })
      worker.on('error', (error) =>
        keepFault('exception', `the worker died: ${error.stack}`, ['worker'], place),
      )
      worker.on('exit', async () => {
        clearInterval(timer)
        await ending
        done(last)
      })
    })

  /** One worker after another, until one ends because the time is over. */
  const keepOneRunning = async () => {
    const end = await runWorker(started++)
    if (end !== undefined) ends.push(end)
    else if (options.replay === undefined && Date.now() < options.until) await keepOneRunning()
  }

  return {
    async end() {
      await Promise.all(Array.from({ length: workers }, keepOneRunning))
      const sum = { inputs: 0, runs: 0, bytes: 0, corpus: 0, reached: 0 }
      for (const { inputs, runs, bytes, corpus, reached = 0 } of counts.values()) {
        sum.inputs += inputs
        sum.runs += runs
        sum.bytes += bytes
        sum.corpus += corpus
        sum.reached = Math.max(sum.reached, reached)
      }
      return { ...sum, ends, resident, seconds: (Date.now() - began) / 1000 }
    },
  }
}
