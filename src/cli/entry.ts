import { fstatSync, readdirSync, readFileSync, readlinkSync, writeSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { isatty } from 'node:tty'
import type { SignalPort } from '../guard/signals.ts'
import { main } from './main.ts'
import type { Sink, Surface } from './surface.ts'

/**
 * The process as a surface: the only place that touches its streams, clock, environment and signals. Streams are opened
 * when they are first used: Node puts a pipe into non-blocking mode, and under `guard` it is the command's pipe too.
 */
const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE'

/** Milliseconds to wait where somebody else has put our standard error into non-blocking mode and it is full. */
const FULL_PIPE_WAIT = 5

const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Writes all of a text to a descriptor, however little of it is taken at once. */
async function writeAll(descriptor: number, text: string): Promise<void> {
  const bytes = Buffer.from(text, 'utf8')
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(descriptor, bytes, from)
    } catch (error) {
      if (!isErrno(error, 'EAGAIN')) throw error
      await setTimeout(FULL_PIPE_WAIT)
    }
  }
}

/** Standard output that is a file: Node's own stream takes a short write, as a full disk gives it, for a whole one. */
const openStdoutFile = (): Sink => ({
  isTerminal: false,
  columns: undefined,
  isClosed: () => false,
  write: (text) => writeAll(1, text),
})

function openStdoutStream(): Sink {
  let stream: NodeJS.WriteStream | undefined
  let closed = false
  const open = (): NodeJS.WriteStream => {
    if (stream !== undefined) return stream
    stream = process.stdout
    // A reader that is gone is a quiet end of output, not a failure; any other error is met by the write it belongs to.
    stream.on('error', (error) => {
      closed ||= isBrokenPipe(error)
    })
    return stream
  }
  return {
    isTerminal: isatty(1),
    get columns() {
      return isatty(1) ? open().columns : undefined
    },
    isClosed: () => closed,
    write: (text) =>
      new Promise((resolve, reject) => {
        if (closed || text === '') {
          resolve()
          return
        }
        open().write(text, (error) => {
          closed ||= isBrokenPipe(error)
          if (closed || error === undefined || error === null) resolve()
          else reject(error)
        })
      }),
  }
}

function openStdout(): Sink {
  try {
    return fstatSync(1).isFile() ? openStdoutFile() : openStdoutStream()
  } catch {
    // A closed descriptor 1: its stream says so when it is written to.
    return openStdoutStream()
  }
}

/** Standard error, written without a stream of Node's, so that nothing about it changes for whoever shares it. */
function openStderr(): Sink {
  let closed = false
  return {
    isTerminal: isatty(2),
    get columns() {
      return isatty(2) ? process.stderr.columns : undefined
    },
    isClosed: () => closed,
    async write(text) {
      try {
        if (!closed) await writeAll(2, text)
      } catch (error) {
        closed ||= isBrokenPipe(error)
        if (!closed) throw error
      }
    },
  }
}

type StdinFile = Pick<Surface, 'stdinPath' | 'stdinIdentity' | 'stdinIsWhole' | 'stdinIsFolder'>
const NO_FILE: StdinFile = {
  stdinPath: undefined,
  stdinIdentity: undefined,
  stdinIsWhole: false,
  stdinIsFolder: false,
}

/** Standard input as a file, where it is one: reports must not be written onto or beside it. */
function describeStdin(): StdinFile {
  try {
    const stats = fstatSync(0)
    if (!stats.isFile()) return { ...NO_FILE, stdinIsFolder: stats.isDirectory() }
    const stdinIdentity = { device: stats.dev, inode: stats.ino }
    if (process.platform !== 'linux') return { ...NO_FILE, stdinIdentity }
    return {
      ...NO_FILE,
      stdinPath: readlinkSync('/proc/self/fd/0'),
      stdinIdentity,
      stdinIsWhole: /^pos:\s*0$/m.test(readFileSync('/proc/self/fdinfo/0', 'utf8')),
    }
  } catch {
    // A closed descriptor 0, or no /proc: then there is nothing to protect, or no way to name it.
    return NO_FILE
  }
}

/** What the system says, or another answer where it has none: a working folder that is gone, a user without an entry. */
function askOr(ask: () => string, otherwise: string): string {
  try {
    return ask()
  } catch {
    return otherwise
  }
}

/** What the descriptors of a process lead to, as far as /proc shows them. */
function readDescriptors(pid: number | 'self'): Map<number, string> {
  const targets = new Map<number, string>()
  try {
    for (const name of readdirSync(`/proc/${pid}/fd`)) {
      try {
        targets.set(Number(name), readlinkSync(`/proc/${pid}/fd/${name}`))
      } catch {
        // The descriptor that lists this folder is closed by now.
      }
    }
  } catch {
    // No /proc, or not ours to see: then nothing is passed on.
  }
  return targets
}

/** True for the end of a pipe that is written to; /proc shows the flags it was opened with in octal, `O_WRONLY` being 1. */
function canWrite(descriptor: number): boolean {
  try {
    return /^flags:\s*\d*[1357]$/m.test(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))
  } catch {
    return false
  }
}

/**
 * Descriptors above 2 that this process was given. Node has its own by now: event queues, /dev/null, and pipes of which it
 * holds both ends. A pipe of which both ends were given, as make does it, is one that our parent has too.
 */
function findDescriptors(): number[] {
  const own = [...readDescriptors('self')].filter(([descriptor]) => descriptor > 2)
  const parents = new Set(readDescriptors(process.ppid).values())
  const isGiven = (target: string): boolean => {
    if (target.startsWith('anon_inode:') || target === '/dev/null') return false
    if (!target.startsWith('pipe:')) return !target.startsWith(`/proc/${process.pid}/`)
    const ends = own.filter(([, other]) => other === target).map(([descriptor]) => canWrite(descriptor))
    return parents.has(target) || new Set(ends).size === 1
  }
  return own.flatMap(([descriptor, target]) => (isGiven(target) ? [descriptor] : []))
}

const descriptors = findDescriptors()

let interrupts = 0
let handedOver = false
let stdinIsRead = false

process.on('SIGINT', () => {
  if (handedOver) return
  interrupts += 1
  // The second interrupt does not wait for the partial report; the first ends a read that waits for input.
  if (interrupts > 1) process.exit(130)
  if (stdinIsRead) process.stdin.destroy()
})

const nothing = (): void => undefined

const signals: SignalPort = {
  listen(names, take) {
    handedOver = true
    for (const name of names) process.on(name, take)
    return () => {
      for (const name of names) {
        // Without a listener a signal is as the system has it, and a reader that is gone would end us by SIGPIPE.
        if (name === 'SIGPIPE') process.on(name, nothing)
        process.removeListener(name, take)
      }
      handedOver = false
    }
  },
  raise(name) {
    try {
      // A listener that comes and goes takes with it what Node itself does for a signal, such as opening its debugger.
      process.on(name, nothing)
      process.removeAllListeners(name)
    } catch {
      // SIGKILL takes no listener, and needs none.
    }
    process.kill(process.pid, name)
  },
}

const surface: Surface = {
  stdout: openStdout(),
  stderr: openStderr(),
  get stdin() {
    stdinIsRead = true
    return process.stdin
  },
  ...describeStdin(),
  environment: process.env,
  workingFolder: askOr(() => process.cwd(), '/'),
  tempRoot: tmpdir(),
  home: askOr(homedir, '/'),
  platform: process.platform,
  now: () => Date.now(),
  pause: (milliseconds, until) =>
    setTimeout(milliseconds, undefined, until === undefined ? {} : { signal: until }).catch(() => undefined),
  signals,
  descriptors,
  isInterrupted: () => interrupts > 0,
}

process.exitCode = await main(process.argv.slice(2), surface)
