// A process that appends to a ledger until it is told to stop, by several writers at a time.
// fork('writer.mjs', [JSON.stringify({ file, writers, writes, locked, seed })]); it sends 'ready', takes 'stop', and sends
// how many records each writer has appended. `writes` is 1 or 2 for each record; `locked` lets no two writers be inside a
// record at once, which is what keeps records of two writes whole.
import { closeSync, openSync, writeSync } from 'node:fs'
import process from 'node:process'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createRandom } from '../fuzz/random.mjs'
import { toLine } from './ledger.mjs'

const STOP = 0
const LOCK = 1
/** Longest pause between two appends, in milliseconds; half of them follow at once. */
const PAUSE = 30

/** Puts one writer's records in place, one after another, and gives how many there are. */
function append({ file, writes, locked, seed, writer, shared }) {
  const flags = new Int32Array(shared)
  const random = createRandom(seed + writer)
  const pause = (milliseconds) => Atomics.wait(flags, STOP, 0, milliseconds)
  const descriptor = openSync(file, 'a')
  let count = 0
  while (Atomics.load(flags, STOP) === 0) {
    const line = Buffer.from(toLine(`w${writer}-${count}`, random))
    while (locked && Atomics.compareExchange(flags, LOCK, 0, 1) !== 0) Atomics.wait(flags, LOCK, 1, 5)
    const cut = writes === 2 ? random.between(1, line.length - 1) : line.length
    writeSync(descriptor, line, 0, cut)
    if (cut < line.length) {
      if (random.chance(0.3)) pause(random.below(4))
      writeSync(descriptor, line, cut)
    }
    if (locked) {
      Atomics.store(flags, LOCK, 0)
      Atomics.notify(flags, LOCK, 1)
    }
    count += 1
    if (random.chance(0.5)) pause(random.below(PAUSE))
  }
  closeSync(descriptor)
  return count
}

async function lead() {
  const options = JSON.parse(process.argv[2])
  const shared = new SharedArrayBuffer(8)
  const flags = new Int32Array(shared)
  process.on('message', () => {
    Atomics.store(flags, STOP, 1)
    Atomics.notify(flags, STOP)
  })
  const counts = Array.from({ length: options.writers }, (_, writer) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { ...options, writer, shared } })
    return new Promise((done, fail) => {
      worker.once('message', done)
      worker.once('error', fail)
    })
  })
  process.send('ready')
  process.send(await Promise.all(counts), () => process.disconnect())
}

if (isMainThread) await lead()
else parentPort.postMessage(append(workerData))
