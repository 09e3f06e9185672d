// One process of a stage: runs command lines of the built program one after the other, and tells what each
// showed.
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const [entry, tempRoot] = process.argv.slice(2)
const { main } = await import(pathToFileURL(entry).href)
const nothing = () => undefined
const born = Reflect.ownKeys(Object.prototype).length

/** Hands a buffer over in pieces of so many bytes, each a copy that is spoilt once the next is asked for. */
async function* inPieces(bytes, size) {
  for (let from = 0; from < bytes.length; from += size) {
    const piece = Buffer.from(bytes.subarray(from, from + size))
    yield piece
    piece.fill(0)
  }
}

/** Milliseconds of processor time, which do not depend on what else the machine does. */
const sumOf = ({ user, system }) => (user + system) / 1000

async function play({ argv, env = {}, stdin, piece = 65_536, cwd, now = Date.UTC(2026, 5, 1) }) {
  if (cwd !== undefined) process.chdir(cwd)
  const shown = { stdout: [], stderr: [] }
  const toSink = (name) => ({
    isTerminal: false,
    columns: undefined,
    isClosed: () => false,
    write: async (text) => {
      shown[name].push(text)
    },
  })
  const surface = {
    stdout: toSink('stdout'),
    stderr: toSink('stderr'),
    stdin: inPieces(stdin ?? Buffer.alloc(0), piece),
    stdinPath: undefined,
    stdinIdentity: undefined,
    environment: env,
    workingFolder: process.cwd(),
    tempRoot,
    home: tempRoot,
    platform: process.platform,
    now: () => now,
    pause: async () => undefined,
    signals: { listen: () => nothing, raise: nothing },
    descriptors: [],
    isInterrupted: () => false,
  }
  const started = process.cpuUsage()
  let status
  let thrown
  try {
    status = await main(argv, surface)
  } catch (error) {
    thrown = String(error?.stack ?? error)
  }
  return {
    status,
    thrown,
    cpu: sumOf(process.cpuUsage(started)),
    stdout: shown.stdout.join(''),
    stderr: shown.stderr.join(''),
    polluted: Reflect.ownKeys(Object.prototype).length !== born,
  }
}

process.on('unhandledRejection', (reason) => process.send({ lost: String(reason?.stack ?? reason) }))
process.on('message', async (job) => process.send(await play(job)))
process.send('ready')
