// The program under test: the command line's `main`, bundled from src into a private folder, so that thousands of command
// lines run in one process while the built program stays as it is.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'tsdown'
import { root } from '../harness.mjs'

/** Bundles `main` of src into a folder; packages stay outside, so that coverage is that of the project's own code. */
export async function bundleProgram(folder) {
  await build({
    cwd: root,
    config: false,
    entry: { program: join(root, 'src/cli/main.ts') },
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    dts: false,
    outDir: folder,
    clean: false,
    report: false,
    logLevel: 'error',
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'program.mjs')
}

const SCHEDULE = '/proc/thread-self/schedstat'
/** Milliseconds that this thread has had a processor, where the system tells; a busy machine makes nothing slow. */
const threadTime = existsSync(SCHEDULE)
  ? () => Number(readFileSync(SCHEDULE, 'latin1').split(' ')[0]) / 1e6
  : () => performance.now()

/** A clock that stands still: no output may depend on when it was made. */
const NOW = Date.parse('2026-08-21T20:00:00Z')

const nothing = () => undefined

/**
 * Makes the function that runs one command line on a surface of its own. It gives the exit code, what was written to
 * both streams, and the milliseconds of its thread; an exception that escapes is given as `thrown`.
 */
export function createStage(main, { tempRoot, workingFolder, watch }) {
  return async (argv, { stdin = [], columns } = {}) => {
    const shown = { stdout: [], stderr: [] }
    const toSink = (name) => ({
      isTerminal: columns !== undefined,
      columns,
      isClosed: () => false,
      write: async (text) => {
        shown[name].push(text)
      },
    })
    const surface = {
      stdout: toSink('stdout'),
      stderr: toSink('stderr'),
      stdin: (async function* () {
        yield* stdin
      })(),
      stdinPath: undefined,
      stdinIdentity: undefined,
      environment: { NO_COLOR: '1' },
      workingFolder,
      tempRoot,
      home: '/nonexistent-home',
      platform: process.platform,
      pause: async () => undefined,
      signals: { listen: () => nothing, raise: nothing },
      descriptors: [],
      now: () => NOW,
      isInterrupted: () => false,
    }
    watch?.start(argv)
    const started = threadTime()
    let code
    let thrown
    try {
      code = await main(argv, surface)
    } catch (error) {
      thrown = error
    }
    const ms = threadTime() - started
    watch?.stop()
    return { argv, code, thrown, ms, stdout: shown.stdout.join(''), stderr: shown.stderr.join('') }
  }
}
