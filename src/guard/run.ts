import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { errnoOf } from '../source/refusal.ts'
import { forwardedSignals, numberOf, type SignalPort } from './signals.ts'
import { callWitness } from './witness.ts'

/** How a command ended, or why it could not be started. */
export type ChildEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'not-started'; readonly errno: string }

export type Command = {
  readonly command: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Starts a command and waits for its end; tests put another in its place. */
export type Launch = (command: Command) => Promise<ChildEnd>

/** What a shell gives for a command it does not find, and for one it finds but cannot execute. */
const NOT_FOUND = 127
const NOT_EXECUTABLE = 126
/** An empty name is thrown as a bad argument; for a shell it is a command that there is not. */
const NOT_FOUND_ERRORS = new Set(['ENOENT', 'ERR_INVALID_ARG_VALUE'])
const SIGNAL_BASE = 128

/** The exit code that a shell gives for an end. */
export function codeOf(end: ChildEnd): number {
  if (end.kind === 'exited') return end.code
  if (end.kind === 'killed') return SIGNAL_BASE + (numberOf(end.signal) ?? 0)
  return NOT_FOUND_ERRORS.has(end.errno) ? NOT_FOUND : NOT_EXECUTABLE
}

/** Starts the command; some faults of a name are thrown at once, others told later. */
function start(
  command: string,
  args: readonly string[],
  environment: Command['environment'],
  descriptors: readonly number[],
): ChildProcess | { readonly errno: string } {
  const stdio: StdioOptions = ['inherit', 'inherit', 'inherit']
  for (let i = 3; i <= Math.max(2, ...descriptors); i++) stdio[i] = descriptors.includes(i) ? i : 'ignore'
  try {
    return spawn(command, [...args], { stdio, env: { ...environment } })
  } catch (error) {
    return { errno: errnoOf(error) }
  }
}

/**
 * Runs a command without a shell, in this process group, with this process's own streams and terminal. Signals that come
 * to this process alone are passed on once; those of the whole group have reached the command already. `descriptors`
 * are those above 2 that this process was given.
 */
export const createLaunch =
  (signals: SignalPort, descriptors: readonly number[]): Launch =>
  ({ command, args, environment }) =>
    new Promise((resolve) => {
      const names = forwardedSignals()
      const witness = callWitness(names)
      // Signals are heard before the command runs: one that came in between would end us and not the command.
      let pass: (name: NodeJS.Signals) => void = () => undefined
      const stop = signals.listen(names, (name) => pass(name))
      const finish = (end: ChildEnd): void => {
        witness.dismiss()
        stop()
        resolve(end)
      }
      const child = start(command, args, environment, descriptors)
      if ('errno' in child) {
        finish({ kind: 'not-started', errno: child.errno })
        return
      }
      pass = (name) => {
        void witness.sawToo(name).then((both) => {
          if (!both) child.kill(name)
        })
      }
      child.on('error', (error) => {
        // A signal that could not be delivered is reported here too, while the command still runs.
        if (child.pid !== undefined) return
        finish({ kind: 'not-started', errno: errnoOf(error) })
      })
      child.on('exit', (code, signal) => {
        finish(signal === null ? { kind: 'exited', code: code ?? 1 } : { kind: 'killed', signal })
      })
    })
