// What a worker is doing now, in memory that it shares with the main thread: a thread that hangs sends no message.
const STARTED = 0
const HEADER_BYTES = 16
const LABEL_BYTES = 4096

export const createShared = () => new SharedArrayBuffer(HEADER_BYTES + LABEL_BYTES)

/** The worker's side: called around each command line. */
export function createWatch(shared) {
  const times = new Float64Array(shared, 0, 2)
  const label = Buffer.from(shared, HEADER_BYTES)
  return {
    start(argv) {
      label.fill(0)
      label.write(JSON.stringify(argv))
      times[STARTED] = Date.now()
    },
    stop() {
      times[STARTED] = 0
    },
  }
}

/** The main thread's side: for how many milliseconds the present command line has run, and which it is. */
export function readWatch(shared) {
  const started = new Float64Array(shared, 0, 2)[STARTED]
  const label = Buffer.from(shared, HEADER_BYTES).toString('utf8')
  return { ms: started === 0 ? 0 : Date.now() - started, argv: label.slice(0, label.indexOf('\0')) }
}
