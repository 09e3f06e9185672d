import { fstatSync, readlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { main } from './main.ts'
import type { Sink, Surface } from './surface.ts'

/** The process as a surface: the only place that touches its streams, clock, environment and signals. */
function toSink(stream: NodeJS.WriteStream): Sink {
  let closed = false
  // A reader that is gone is a quiet end of output, not a failure; any other error is met by the write it belongs to.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    closed ||= error.code === 'EPIPE'
  })
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns,
    isClosed: () => closed,
    write: (text) =>
      new Promise((resolve, reject) => {
        if (closed || text === '') {
          resolve()
          return
        }
        stream.write(text, (error) => {
          closed ||= error !== null && error !== undefined && 'code' in error && error.code === 'EPIPE'
          if (closed || error === undefined || error === null) resolve()
          else reject(error)
        })
      }),
  }
}

/** Standard input as a file, where it is one: reports must not be written onto or beside it. */
function describeStdin(): Pick<Surface, 'stdinPath' | 'stdinIdentity'> {
  try {
    const stats = fstatSync(0)
    if (!stats.isFile()) return { stdinPath: undefined, stdinIdentity: undefined }
    const stdinIdentity = { device: stats.dev, inode: stats.ino }
    return {
      stdinPath: process.platform === 'linux' ? readlinkSync('/proc/self/fd/0') : undefined,
      stdinIdentity,
    }
  } catch {
    // A closed descriptor 0, or no /proc: then there is nothing to protect, or no way to name it.
    return { stdinPath: undefined, stdinIdentity: undefined }
  }
}

let interrupts = 0
process.on('SIGINT', () => {
  interrupts += 1
  // The second interrupt does not wait for the partial report; the first ends a read that waits for input.
  if (interrupts > 1) process.exit(130)
  process.stdin.destroy()
})

const surface: Surface = {
  stdout: toSink(process.stdout),
  stderr: toSink(process.stderr),
  stdin: process.stdin,
  stdinIsTerminal: process.stdin.isTTY === true,
  ...describeStdin(),
  environment: process.env,
  workingFolder: process.cwd(),
  tempRoot: tmpdir(),
  home: homedir(),
  now: () => Date.now(),
  isInterrupted: () => interrupts > 0,
}

process.exitCode = await main(process.argv.slice(2), surface)
