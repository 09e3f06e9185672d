// C3 once more without anything loaded into the program: strace stops it behind the k-th read of the ledger, the change
// happens, and it goes on.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram, run } from '../harness.mjs'
import { KINDS, perform } from './deeds.mjs'
import { readReport } from './judge.mjs'
import { judgePlaced } from './placed.mjs'
import { setStage } from './stage.mjs'

/** Why the program cannot be stopped here, or nothing. */
export async function explainNoStops(folder) {
  if (findProgram('strace') === undefined) return 'no strace here'
  const words = ['-f', '-o', join(folder, 'probe'), '-e', 'inject=pread64:error=EIO:when=9999', 'true']
  const { status, stderr } = await run('strace', words)
  return status === 0 ? undefined : stderr.toString().trim()
}

const readTrace = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Byte up to which the ledger was read when the program was stopped, and the process. */
function findStop(trace) {
  const [before, after] = trace.split(/^\d+ +--- SIGSTOP \{si_signo=SIGSTOP.*$/m)
  if (after?.includes('--- stopped by SIGSTOP ---') !== true) return undefined
  const last = before.trim().split('\n').at(-1)
  const [, pid, offset, got] = /^(\d+) .*, (\d+)\) += (\d+)/.exec(last) ?? []
  return { pid: Number(pid), at: Number(offset) + Number(got) }
}

async function runStopped({ tool, env }, { place, ledger }, read, act) {
  const trace = join(place, 'trace')
  const words = ['-f', '-o', trace, '-P', ledger, '-e', 'trace=pread64']
  const inject = ['-e', `inject=pread64:signal=SIGSTOP:when=${read}`]
  const args = [tool, 'scan', '--format', 'json', '--top', '1', ledger]
  const child = spawn(findProgram('strace'), [...words, ...inject, process.execPath, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const parts = { stdout: [], stderr: [] }
  for (const name of ['stdout', 'stderr']) child[name].on('data', (part) => parts[name].push(part))
  const closed = once(child, 'close')
  let stop
  while (stop === undefined && child.exitCode === null) {
    await pause(10)
    stop = findStop(readTrace(trace))
  }
  if (stop !== undefined) {
    act()
    process.kill(stop.pid, 'SIGCONT')
  }
  const [status, signal] = await closed
  const [stdout, stderr] = [Buffer.concat(parts.stdout), Buffer.concat(parts.stderr)]
  return { ran: { status, signal, stdout, stderr }, stop }
}

/** Stops the program behind each of some reads for each kind of change. */
export async function proveStopped(tally, program, { folder, base, random, kinds, reads }) {
  for (const kind of kinds) {
    for (const read of reads) {
      const stage = setStage(folder, base)
      const deeds = KINDS[kind].deeds(base, random)
      const { ran, stop } = await runStopped(program, stage, read, () => {
        for (const deed of deeds) perform(deed, stage.ledger)
      })
      stage.clear()
      const faults =
        stop === undefined
          ? ['was not stopped']
          : [...judgePlaced(readReport(ran), { kind, base, deeds, at: stop.at })]
      tally.hold(
        `C3 ${kind}, the program stopped by strace`,
        faults.length === 0,
        `read ${read}: ${faults.join('; ')}`,
      )
    }
  }
}
