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

/** The shell's own words; a failed read is the end of input unless a trap cut it short. */
const toScript = (numbers: readonly number[]): string =>
  [
    ...numbers.map((number) => `trap 'echo ${number}; cut=1' ${number}`),
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
  const seen = new Map<number, number>()
  const numbers = names.flatMap((name) => numberOf(name) ?? [])
  const process = spawn('/bin/sh', ['-c', toScript(numbers)], { stdio: ['pipe', 'pipe', 'ignore'] })
  let present = true
  const note = (number: number): void => {
    seen.set(number, (seen.get(number) ?? 0) + 1)
  }
  process.on('error', () => {
    present = false
  })
  // Before its traps are set it dies of the first signal, which tells as much.
  process.on('exit', (_code, name) => {
    present = false
    const number = name === null ? undefined : numberOf(name)
    if (number !== undefined) note(number)
  })
  process.stdin.on('error', () => undefined)
  process.stdout.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString('latin1').split('\n')) if (line !== '') note(Number(line))
  })

  return {
    async sawToo(name) {
      const number = numberOf(name) ?? 0
      for (let waited = 0; waited < PATIENCE; waited += TICK) {
        const times = seen.get(number) ?? 0
        if (times > 0) {
          seen.set(number, times - 1)
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
