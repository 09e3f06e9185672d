// What the proofs share: the built program, a private folder, one run of the program, and the list of what held.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import process from 'node:process'

export const root = resolve(import.meta.dirname, '../..')
export const tool = join(root, 'bin/ledger-triage.js')
/** The folder of shared hostile inputs, where one lies beside the checkout. */
export const sharedHostile = join(root, '../shared/hostile')

/** A private folder for one proof, removed when the process ends. */
export function makeFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `ledger-triage-${name}-`))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Where a program lies in PATH, or undefined. */
export const findProgram = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/**
 * Runs a command to its end. Gives status, signal, stdout and stderr as buffers, milliseconds, and whether it was killed
 * for taking longer than `limit` milliseconds. `usage`, a file name, also gives the peak memory in MiB of a node process.
 */
export function run(command, args, { limit = 60_000, input, usage, env = process.env, ...options } = {}) {
  return new Promise((done) => {
    const started = performance.now()
    const measured =
      usage === undefined
        ? env
        : {
            ...env,
            BENCH_USAGE: usage,
            NODE_OPTIONS: `--import ${join(root, 'test/bench/usage.mjs')}`,
          }
    const child = spawn(command, args, { ...options, env: measured })
    const parts = { stdout: [], stderr: [] }
    let late = false
    const timer = setTimeout(() => {
      late = true
      child.kill('SIGKILL')
    }, limit)
    for (const name of ['stdout', 'stderr']) child[name]?.on('data', (part) => parts[name].push(part))
    child.stdin?.on('error', () => undefined)
    if (child.stdin !== null) child.stdin.end(input ?? '')
    child.on('error', (error) => {
      clearTimeout(timer)
      done({
        status: 127,
        signal: null,
        stdout: Buffer.alloc(0),
        stderr: Buffer.from(error.message),
        late,
        ms: 0,
      })
    })
    child.on('close', (status, signal) => {
      clearTimeout(timer)
      done({
        status,
        signal,
        late,
        stdout: Buffer.concat(parts.stdout),
        stderr: Buffer.concat(parts.stderr),
        ms: performance.now() - started,
        ...(usage === undefined || !existsSync(usage) ? {} : JSON.parse(readFileSync(usage, 'utf8'))),
      })
    })
  })
}

/** Runs the built program with some arguments. */
export const runTool = (args, options) => run(process.execPath, [tool, ...args], options)

/** Runs jobs two at a time and gives their results in order. */
export async function inPairs(jobs) {
  const results = []
  let next = 0
  const work = async () => {
    while (next < jobs.length) {
      const at = next++
      results[at] = await jobs[at]()
    }
  }
  await Promise.all([work(), work()])
  return results
}

/** Failures of one figure that are printed. */
const MAX_SHOWN = 12

/**
 * The list of what was proven. `hold` counts one case of a figure, `skip` one that could not be run; `end` prints every
 * figure as held of tried, what failed and what was skipped, and sets the exit code to 1 where a case failed.
 */
export function createTally(title) {
  const figures = new Map()
  const skipped = []
  const figureOf = (name) => {
    const figure = figures.get(name) ?? { held: 0, tried: 0, failures: [] }
    figures.set(name, figure)
    return figure
  }
  return {
    hold(name, holds, detail = '') {
      const figure = figureOf(name)
      figure.tried += 1
      if (holds) figure.held += 1
      else figure.failures.push(detail)
      return holds
    },
    skip(name, reason) {
      skipped.push(`${name}: ${reason}`)
    },
    end() {
      const lines = [title]
      for (const [name, { held, tried }] of figures) lines.push(`  ${held}/${tried}  ${name}`)
      for (const [name, { failures }] of figures) {
        for (const failure of failures.slice(0, MAX_SHOWN)) lines.push(`  FAILED   ${name}: ${failure}`)
        if (failures.length > MAX_SHOWN) lines.push(`  and ${failures.length - MAX_SHOWN} more of ${name}`)
      }
      for (const reason of skipped) lines.push(`  SKIPPED  ${reason}`)
      const tried = [...figures.values()].reduce((sum, figure) => sum + figure.tried, 0)
      const failed = [...figures.values()].reduce((sum, figure) => sum + figure.failures.length, 0)
      lines.push(`  ${tried} run, ${failed} failed, ${skipped.length} not run`)
      process.stdout.write(`${lines.join('\n')}\n`)
      if (failed > 0 || tried === 0) process.exitCode = 1
    },
  }
}
