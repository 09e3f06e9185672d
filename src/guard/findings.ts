import type { Selection } from '../cluster/select.ts'
import type { Examiner } from '../examine.ts'
import type { Profile } from '../profile/schema.ts'
import type { SourceFault } from '../source/fault.ts'
import type { Progress } from '../source/read.ts'
import type { Triage } from '../triage.ts'
import type { Appended } from './appended.ts'
import type { Environment, Isolation, Setting } from './isolate.ts'
import type { GuardVerdict } from './outcome.ts'
import type { ChildEnd, Launch } from './run.ts'
import type { SignalPort } from './signals.ts'
import type { Fate } from './stand.ts'
import type { AttributedState } from './state.ts'

/** What is to be guarded, and how. `settle` is milliseconds. */
export type Plan = {
  readonly command: string
  readonly args: readonly string[]
  readonly environment: Environment
  readonly ledgers: readonly string[]
  readonly profiles: readonly Profile[]
  readonly watch: readonly string[]
  readonly workingFolder: string
  readonly tempRoot: string
  readonly selection: Selection
  readonly settle: number
  readonly beacon: boolean
  readonly isolation: Isolation | undefined
  readonly keep: boolean
  readonly allowUnattributed: boolean
}

export type Ports = {
  readonly examine: Examiner
  readonly launch: Launch
  readonly pause: (milliseconds: number, until?: AbortSignal) => Promise<void>
  /** Signals that come once the command has ended: the first ends the settling, the second the second count. */
  readonly signals: SignalPort
  readonly progress: Progress
}

/** What the command wrote into the private ledgers that it was given. */
export type Isolated = {
  readonly setting: Setting
  readonly ledgers: readonly string[]
  readonly appended: Appended
  readonly triage: Triage
  readonly stateFiles: readonly string[]
}

/** Everything that a guarded run found out; guard reports are views of it. */
export type GuardFindings = {
  readonly plan: Plan
  readonly end: ChildEnd
  readonly verdict: GuardVerdict
  readonly before: Triage
  readonly after: Triage
  readonly fates: readonly Fate[]
  readonly appended: Appended
  readonly stateBefore: number
  readonly stateAfter: number
  readonly state: readonly AttributedState[]
  readonly beacon: (Setting & { readonly token: string }) | undefined
  readonly isolated: Isolated | undefined
  /** False where the second count was cut short: its figures are lower bounds. */
  readonly complete: boolean
  /** True where a signal ended the waiting for late writers. */
  readonly hurried: boolean
  /** Private folders that could not be removed. */
  readonly left: readonly string[]
  /** Globs of `--watch` that matched nothing, before or after. */
  readonly idle: readonly string[]
}

/** A run that was guarded, one of which nothing could be found out afterwards, or why the command was not started. */
export type Guarded =
  | { readonly kind: 'lost'; readonly end: ChildEnd; readonly reason: string }
  | { readonly kind: 'no-folder'; readonly path: string; readonly errno: string }
  | { readonly kind: 'ran'; readonly findings: GuardFindings }
  | { readonly kind: 'not-run'; readonly faults: readonly SourceFault[]; readonly interrupted: boolean }
