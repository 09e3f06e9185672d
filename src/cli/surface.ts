import { createColors } from 'picocolors'
import type { SignalPort } from '../guard/signals.ts'
import type { Paint } from '../report/view.ts'
import type { Identity } from '../source/open.ts'
import { type Printable, paint as putCodes } from '../text/printable.ts'

/** A way out for text; resolves when it is written, rejects with the system's error. Takes printable text only. */
export type Sink = {
  readonly write: (text: Printable) => Promise<void>
  readonly isTerminal: boolean
  readonly columns: number | undefined
  /** True once the reader is gone: what is written from then on is dropped. */
  readonly isClosed: () => boolean
}

/** Everything that a command gets from outside: streams, clock, environment. Nothing else in this program has them. */
export type Surface = {
  readonly stdout: Sink
  readonly stderr: Sink
  readonly stdin: AsyncIterable<unknown>
  /** The file that standard input is read from, where it is one. */
  readonly stdinPath: string | undefined
  readonly stdinIdentity: Identity | undefined
  /** True where it is a file that stands at its first byte: it can be read again without a copy. */
  readonly stdinIsWhole: boolean
  readonly stdinIsFolder: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly workingFolder: string
  readonly tempRoot: string
  readonly home: string
  readonly platform: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Waits so long, or until it is aborted; resolves either way. */
  readonly pause: (milliseconds: number, until?: AbortSignal) => Promise<void>
  readonly signals: SignalPort
  /** Descriptors above 2 that this process was given, to be passed on to a command. */
  readonly descriptors: readonly number[]
  /** True once the user has asked to stop. */
  readonly isInterrupted: () => boolean
}

export const COLOUR_CHOICES = ['auto', 'always', 'never'] as const
export type ColourChoice = (typeof COLOUR_CHOICES)[number]

const isSet = (value: string | undefined): boolean => value !== undefined && value !== ''

/** The columns that a forced terminal is asked to have (`LEDGER_TRIAGE_FORCE_TTY=80`), for honest snapshots. */
export function forcedColumns({ environment }: Surface): number | undefined {
  const columns = Number(environment.LEDGER_TRIAGE_FORCE_TTY)
  return Number.isInteger(columns) && columns > 0 ? columns : undefined
}

export const isTerminal = (sink: Sink, surface: Surface): boolean =>
  sink.isTerminal || forcedColumns(surface) !== undefined

/** Whether a stream gets colour: the flag beats the environment, which beats what the stream is. */
export function wantsColour(choice: ColourChoice, sink: Sink, surface: Surface): boolean {
  if (choice !== 'auto') return choice === 'always'
  const { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, TERM } = surface.environment
  if (isSet(NO_COLOR)) return false
  if (isSet(FORCE_COLOR) && FORCE_COLOR !== '0') return true
  if (isSet(CLICOLOR_FORCE) && CLICOLOR_FORCE !== '0') return true
  return TERM !== 'dumb' && isTerminal(sink, surface)
}

/** Columns to fill: the flag, the forced or real terminal, else 120. */
export function chooseColumns(flag: number | undefined, surface: Surface): number {
  return flag ?? forcedColumns(surface) ?? (surface.stdout.isTerminal ? (surface.stdout.columns ?? 80) : 120)
}

/** Accents of the classes: bold, dim magenta, yellow; red for alarms alone. */
export function createPaint(colour: boolean): Paint {
  if (!colour) return (_accent, text) => text
  const colours = createColors(true)
  const codes = {
    real: colours.bold('|'),
    synthetic: colours.dim(colours.magenta('|')),
    unattributed: colours.yellow('|'),
    alarm: colours.bold(colours.red('|')),
    faint: colours.dim('|'),
    strong: colours.bold('|'),
  } as const
  return (accent, text): Printable => {
    const [before = '', after = ''] = codes[accent].split('|')
    return text === '' ? text : putCodes(before, text, after)
  }
}
