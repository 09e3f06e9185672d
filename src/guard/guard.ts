import type { SourceFault } from '../source/fault.ts'
import type { OpenLedger } from '../source/open.ts'
import { hasMatch, listStateFiles, mentions, type StateFile } from '../source/state-files.ts'
import { findContinuation } from '../source/tail.ts'
import { runTriage, type Triage } from '../triage.ts'
import { readAppended, type Stretch } from './appended.ts'
import type { Guarded, GuardFindings, Plan, Ports } from './findings.ts'
import { readIsolated } from './isolated.ts'
import { createMembership } from './membership.ts'
import { judge } from './outcome.ts'
import { foldersOf, prepare, type Settings } from './prepare.ts'
import type { ChildEnd } from './run.ts'
import {
  type Before,
  type Counted,
  endsInsideLine,
  type Fate,
  lookAgain,
  markSame,
  openBefore,
  sourceOf,
  toCounted,
} from './stand.ts'
import { attributeState, compareState, createHashedNames, type StateName } from './state.ts'
import { findStateNames, statePatterns } from './watched.ts'

/** Waits of a moment for a writer that is inside a line when all has settled. */
const TAIL_WAITS = 10
const TAIL_WAIT = 50

const NO_LINES: Readonly<{ line: number; offset: number }> = { line: 0, offset: 0 }

/** The stretches of a ledger that the run may have written. */
function stretchesOf({ change, altered, now, before, moved, sameAs }: Fate): Stretch[] {
  if (sameAs !== undefined) return []
  const whole = now === undefined ? [] : [{ ledger: now, from: NO_LINES }]
  const restOf = (ledger: OpenLedger, { bytes, lines }: Counted): Stretch => ({
    ledger,
    from: findContinuation(ledger, bytes, lines),
  })
  if (change === 'created') return whole
  if (change === 'rotated') {
    return moved === undefined || before === undefined ? whole : [restOf(moved, before), ...whole]
  }
  if (altered || change === 'unchanged' || now === undefined || before === undefined) return []
  return [restOf(now, before)]
}

const present = <Value>(values: readonly (Value | undefined)[]): Value[] =>
  values.filter((value) => value !== undefined)

/** Reads the ledgers before the run; faults where one of them is none, or changed under the reading. */
async function countBefore(
  opened: readonly Before[],
  plan: Plan,
  { examine, progress }: Ports,
): Promise<{ triage: Triage; counted: Counted[]; faults: SourceFault[]; interrupted: boolean }> {
  const triage = await runTriage(opened.map(sourceOf), examine, plan.selection, progress)
  const faults = triage.inputs.flatMap((input) => input.fault ?? [])
  const counted = triage.inputs.flatMap((input) =>
    opened.filter(({ path }) => path === input.watermark.path).map((before) => toCounted(before, input)),
  )
  const interrupted = faults.length === 0 && triage.inputs.some((input) => !input.complete)
  return { triage, counted, faults, interrupted }
}

/** Waits for late writers, then a moment more for one that is in the middle of a line. */
async function settle(plan: Plan, pause: Ports['pause']): Promise<void> {
  if (plan.settle > 0) await pause(plan.settle)
  for (let i = 0; i < TAIL_WAITS && plan.ledgers.some(endsInsideLine); i++) await pause(TAIL_WAIT)
}

const LATE_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Once the command has ended, a first signal ends the waiting, a second one the second count; none of them ends us. */
function hearLateSignals({ signals, pause }: Ports): {
  readonly pause: Ports['pause']
  readonly goesOn: () => boolean
  readonly wasHurried: () => boolean
  readonly stop: () => void
} {
  let heard = 0
  const first = new AbortController()
  const stop = signals.listen(LATE_SIGNALS, () => {
    heard += 1
    first.abort()
  })
  return {
    goesOn: () => heard < 2,
    wasHurried: () => heard > 0,
    stop,
    pause: (milliseconds) => pause(milliseconds, first.signal),
  }
}

/**
 * Counts, runs a command, waits, counts again, and lays what changed to the run, to work beside it, or to nobody. The
 * command is not started where the ledgers cannot be counted first. Nothing of the account is written.
 */
export async function guardRun(plan: Plan, ports: Ports): Promise<Guarded> {
  const { opened, faults, twins } = openBefore(plan.ledgers)
  const closing: OpenLedger[] = opened.map(({ ledger }) => ledger)
  try {
    if (faults.length > 0) return { kind: 'not-run', faults, interrupted: false }
    const count = await countBefore(opened, plan, ports)
    if (count.faults.length > 0 || count.interrupted) {
      return { kind: 'not-run', faults: count.faults, interrupted: count.interrupted }
    }
    const settings = prepare(plan)
    if ('errno' in settings) return { kind: 'no-folder', ...settings }
    const counted = (path: string): Counted | undefined => {
      const known = count.counted.find((before) => before.path === (twins.get(path) ?? path))
      return known === undefined ? undefined : { ...known, path }
    }
    const names = findStateNames(plan, count.triage, opened.length)
    const watched = {
      patterns: statePatterns(plan, names),
      except: [...plan.ledgers, ...foldersOf(settings)],
    }
    const before = listStateFiles(watched.patterns, watched.except)
    const idleBefore = findIdle(plan.watch, plan, watched.except)
    let findings: Omit<GuardFindings, 'left'>
    let end: ChildEnd | undefined
    try {
      end = await ports.launch({
        command: plan.command,
        args: plan.args,
        environment: { ...plan.environment, ...settings.variables },
      })
      const late = hearLateSignals(ports)
      try {
        if (end.kind !== 'not-started') await settle(plan, late.pause)
        const hurried = late.wasHurried()
        const fates = markSame(plan.ledgers.map((path) => lookAgain(path, counted(path))))
        closing.push(...present(fates.map(({ now }) => now)))
        const after = listStateFiles(watched.patterns, watched.except)
        const idle = findIdle(idleBefore, plan, watched.except)
        const state = { before, after }
        const seen = { fates, state, names, before: count.triage, settings, end, hurried, idle }
        findings = await lookThrough(seen, plan, { ...ports, progress: late.goesOn })
      } finally {
        late.stop()
      }
    } catch (error) {
      // Whatever goes wrong in looking, the command has ended in its own way, and that is what guard must end with.
      if (end === undefined) throw error
      return { kind: 'lost', end, reason: error instanceof Error ? error.message : String(error) }
    } finally {
      if (!plan.keep) for (const setting of settings.all) setting.folder.remove()
    }
    const left = plan.keep
      ? []
      : foldersOf(settings).filter((_, i) => settings.all[i]?.folder.exists() === true)
    return { kind: 'ran', findings: { ...findings, left } }
  } finally {
    for (const ledger of closing) ledger.close()
  }
}

type Seen = {
  readonly fates: readonly Fate[]
  readonly state: {
    readonly before: ReadonlyMap<string, StateFile>
    readonly after: ReadonlyMap<string, StateFile>
  }
  readonly names: readonly StateName[]
  readonly before: Triage
  readonly settings: Settings
  readonly end: ChildEnd
  readonly hurried: boolean
  readonly idle: readonly string[]
}

async function lookThrough(seen: Seen, plan: Plan, ports: Ports): Promise<Omit<GuardFindings, 'left'>> {
  const { fates, before, settings, end } = seen
  const { examine, progress } = ports
  const { selection } = plan
  const now = present(fates.map((fate) => (fate.sameAs === undefined ? fate.now : undefined)))
  const moved = present(fates.map((fate) => fate.moved))
  const same = fates.every(({ change }) => change === 'unchanged' || change === 'absent')
  const after = same ? before : await runTriage(now, examine, selection, progress)
  // A file that was moved away is no longer counted, but what it holds may still prove records of the new one.
  const whole = moved.length === 0 ? after : await runTriage([...now, ...moved], examine, selection, progress)
  const changes = compareState(seen.state.before, seen.state.after)
  const hashed = createHashedNames(changes, seen.names)
  const token = settings.beacon?.token
  const appended = await readAppended(fates.flatMap(stretchesOf), {
    examine,
    links: whole.links,
    selection,
    isMember: createMembership(selection, whole),
    token,
    names: hashed,
  })
  const state = attributeState(changes, hashed, (path) => token !== undefined && mentions(path, token))
  const isolated =
    settings.isolated === undefined
      ? undefined
      : await readIsolated(settings.isolated, seen.names, plan, ports)
  const complete = after.inputs.every((input) => input.complete) && appended.complete
  const unsureState = state.filter(({ attribution }) => attribution === 'unsure').length
  return {
    plan,
    end,
    before,
    after,
    fates,
    appended,
    stateBefore: seen.state.before.size,
    stateAfter: seen.state.after.size,
    state,
    beacon: settings.beacon,
    isolated,
    complete,
    hurried: seen.hurried,
    idle: seen.idle,
    verdict: judge({
      altered: fates.some((fate) => fate.altered),
      leaks: appended.by.leak + state.filter(({ attribution }) => attribution === 'leak').length,
      unsure: appended.by.unsure + unsureState + fates.filter(isUnsure).length,
      complete,
      allowUnattributed: plan.allowUnattributed,
    }),
  }
}

/** A ledger whose permissions changed, or at whose path something appeared that is none. */
const isUnsure = ({ modeChanged, change, altered }: Fate): boolean =>
  modeChanged || (change === 'unreadable' && !altered)

/** Those of some globs that match nothing: a slip of the pen would otherwise look like a clean run. */
const findIdle = (
  globs: readonly string[],
  { workingFolder: folder }: Plan,
  except: readonly string[],
): string[] => globs.filter((glob) => !hasMatch({ folder, glob }, except))
