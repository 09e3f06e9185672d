import { homedir, tmpdir } from 'node:os'
import { main } from './main.ts'
import type { Sink, Surface } from './surface.ts'

/** The process as a surface: the only place that touches its streams, clock, environment and signals. */
function toSink(stream: NodeJS.WriteStream): Sink {
  // A closed pipe is a quiet end of output: its error is taken by the write that met it.
  stream.on('error', () => undefined)
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns,
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => {
          if (error === undefined || error === null) resolve()
          else reject(error)
        })
      }),
  }
}

let interrupts = 0
process.on('SIGINT', () => {
  interrupts += 1
  // The second interrupt does not wait for the partial report.
  if (interrupts > 1) process.exit(130)
})

const surface: Surface = {
  stdout: toSink(process.stdout),
  stderr: toSink(process.stderr),
  stdin: process.stdin,
  stdinIsTerminal: process.stdin.isTTY === true,
  environment: process.env,
  workingFolder: process.cwd(),
  tempRoot: tmpdir(),
  home: homedir(),
  now: () => Date.now(),
  isInterrupted: () => interrupts > 0,
}

process.exitCode = await main(process.argv.slice(2), surface)
