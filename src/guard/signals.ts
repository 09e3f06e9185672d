import { constants } from 'node:os'

/** The signals of this process, as a port: only the command line has the process itself. */
export type SignalPort = {
  /** Takes signals in place of what they would do, until the answer is called. */
  readonly listen: (names: readonly NodeJS.Signals[], take: (name: NodeJS.Signals) => void) => () => void
  /** Ends this process by a signal, as its child was ended; comes back only where that is not possible. */
  readonly raise: (name: NodeJS.Signals) => void
}

/** Signals that somebody may send to a run; those that a fault raises in a process itself are not among them. */
const FORWARDED = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGTERM',
  'SIGUSR1',
  'SIGUSR2',
  'SIGALRM',
  'SIGABRT',
  'SIGPIPE',
  'SIGVTALRM',
  'SIGPROF',
  'SIGXCPU',
  'SIGIO',
  'SIGPWR',
  'SIGTRAP',
  'SIGSYS',
  'SIGSTKFLT',
] as const satisfies readonly NodeJS.Signals[]

const NUMBERS: Readonly<Partial<Record<NodeJS.Signals, number>>> = constants.signals

/** The number of a signal on this system; undefined where it has none by that name. */
export const numberOf = (name: NodeJS.Signals): number | undefined => NUMBERS[name]

/** Those of the forwarded signals that this system knows. */
export const forwardedSignals = (): NodeJS.Signals[] =>
  FORWARDED.filter((name) => numberOf(name) !== undefined)
