// Runs of one command line in an account, plain or traced, with what was left of it afterwards.
import { closeSync, constants, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { run } from '../harness.mjs'
import { environmentOf } from './account.mjs'
import { judgeTrace } from './judge.mjs'
import { findChanges, takeFirstStand } from './stand.mjs'
import { straceOptions } from './trace.mjs'

const LIMIT = 60_000

/** The first line of what a program said. */
export const firstLine = (bytes) => bytes.toString().split('\n', 1)[0].slice(0, 200)

/**
 * Runs a command line in the folder of an account's ledgers. `wrap` may put another program in front, `change` may change
 * the environment. Standard input is a ledger, opened as the program itself would open it, or nothing.
 */
export async function runCase(one, { tool, account, wrap = (argv) => argv, change = (env) => env }) {
  const flags = constants.O_RDONLY | constants.O_NOATIME
  const input = one.input === undefined ? 'ignore' : openSync(join(account.ledgers, one.input), flags)
  const [command, ...args] = wrap([process.execPath, tool, ...one.args])
  const written = one.result === undefined ? undefined : join(account.out, one.result)
  if (written !== undefined) rmSync(written, { force: true })
  try {
    const ended = await run(command, args, {
      cwd: account.ledgers,
      env: change({ ...environmentOf(account), ...(one.beside ? { TMPDIR: account.ledgers } : {}) }),
      stdio: [input, 'pipe', 'pipe'],
      limit: LIMIT,
    })
    return { ...ended, written: written === undefined ? undefined : readWhole(written) }
  } finally {
    if (input !== 'ignore') closeSync(input)
  }
}

function readWhole(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** The files and folders that no command line may change, those outside the account that lead into it included. */
const guardedOf = (account) => [account.root, join(account.out, 'twin-of-ledger.jsonl')]

/**
 * Runs a command line between two stands of the account, traced where `trace` names a file for it. Gives how it ended,
 * what changed, what was left in the temp folder, and the judgement of the trace.
 */
export async function watchCase(one, { tool, account, trace, change }) {
  const before = takeFirstStand(account.root)
  const wrap = trace === undefined ? undefined : (argv) => ['strace', ...straceOptions(trace), ...argv]
  const ended = await runCase(one, { tool, account, wrap, change })
  const changes = findChanges(account.root, before, one)
  const left = readdirSync(account.temp)
  if (trace === undefined) return { ended, changes, left }
  const judged = judgeTrace(readFileSync(trace, 'utf8'), {
    guarded: guardedOf(account),
    folder: account.ledgers,
    lists: one.lists,
  })
  rmSync(trace)
  return { ended, changes, left, judged }
}
