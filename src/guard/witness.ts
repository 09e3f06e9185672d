import { spawn } from 'node:child_process'
import { numberOf } from './signals.ts'

/** Says of a signal that came to this process whether it went to the whole process group. */
export type Witness = {
  readonly sawToo: (name: NodeJS.Signals) => Promise<boolean>
  readonly dismiss: () => void
}

/** How long, in milliseconds, a signal of the group may take to be seen by both: a scheduler's turn, with much to spare. */
const PATIENCE = 60
const TICK = 5

/** Shells know every number, but not every name. */
const toTrap = (name: NodeJS.Signals, number: number | undefined): string[] =>
  number === undefined ? [] : [`trap 'echo ${name}; cut=1' ${number}`]

/** The shell's own words; a failed read is the end of input unless a trap cut it short. */
const toScript = (names: readonly NodeJS.Signals[]): string =>
  [
    ...names.flatMap((name) => toTrap(name, numberOf(name))),
    'while :; do cut=; read -r line || [ -n "$cut" ] || exit 0; done',
  ].join('\n')

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/**
 * Starts a second process in this process group, which does nothing but tell which signals reach it. A signal that both
 * get was sent to the group, so the command has it already; one that comes to us alone must be passed on. The kernel
 * tells a process who sent a signal, Node does not. The witness ends with its input, so it outlives nobody.
 */
export function callWitness(names: readonly NodeJS.Signals[]): Witness {
  const seen = new Map<string, number>()
  const process = spawn('/bin/sh', ['-c', toScript(names)], { stdio: ['pipe', 'pipe', 'ignore'] })
  let present = true
  const note = (name: string): void => {
    seen.set(name, (seen.get(name) ?? 0) + 1)
  }
  process.on('error', () => {
    present = false
  })
  // Before its traps are set it dies of the first signal, which tells as much.
  process.on('exit', (_code, name) => {
    present = false
    if (name !== null) note(name)
  })
  process.stdin.on('error', () => undefined)
  process.stdout.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString('latin1').split('\n')) if (line !== '') note(line)
  })

  return {
    async sawToo(name) {
      for (let waited = 0; waited < PATIENCE; waited += TICK) {
        const times = seen.get(name) ?? 0
        if (times > 0) {
          seen.set(name, times - 1)
          return true
        }
        if (!present) return false
        await pause(TICK)
      }
      return false
    },
    dismiss() {
      process.stdin.end()
      process.kill('SIGKILL')
      process.unref()
    },
  }
}
