import { spawn } from 'node:child_process'
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
const SIGNAL_BASE = 128

/** The exit code that a shell gives for an end. */
export function codeOf(end: ChildEnd): number {
  if (end.kind === 'exited') return end.code
  if (end.kind === 'killed') return SIGNAL_BASE + (numberOf(end.signal) ?? 0)
  return end.errno === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE
}

/**
 * Runs a command without a shell, in this process group, with this process's own streams and terminal. Signals that come
 * to this process alone are passed on once; those of the whole group have reached the command already.
 */
export const createLaunch =
  (signals: SignalPort): Launch =>
  ({ command, args, environment }) =>
    new Promise((resolve) => {
      const names = forwardedSignals()
      const witness = callWitness(names)
      const child = spawn(command, [...args], { stdio: 'inherit', env: { ...environment } })
      const stop = signals.listen(names, (name) => {
        void witness.sawToo(name).then((both) => {
          if (!both) child.kill(name)
        })
      })
      const finish = (end: ChildEnd): void => {
        witness.dismiss()
        stop()
        resolve(end)
      }
      child.on('error', (error) => {
        // A signal that could not be delivered is reported here too, while the command still runs.
        if (child.pid !== undefined) return
        finish({ kind: 'not-started', errno: 'code' in error ? String(error.code) : 'UNKNOWN' })
      })
      child.on('exit', (code, signal) => {
        finish(signal === null ? { kind: 'exited', code: code ?? 1 } : { kind: 'killed', signal })
      })
    })
