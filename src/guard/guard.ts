import type { SourceFault } from '../source/fault.ts'
import type { OpenLedger } from '../source/open.ts'
import { listStateFiles, mentions, type StateFile } from '../source/state-files.ts'
import { runTriage, type Triage } from '../triage.ts'
import { readAppended, type Stretch } from './appended.ts'
import type { Guarded, GuardFindings, Plan, Ports } from './findings.ts'
import { isolate, light, type Setting } from './isolate.ts'
import { readIsolated } from './isolated.ts'
import { createMembership } from './membership.ts'
import { judge } from './outcome.ts'
import type { ChildEnd } from './run.ts'
import {
  type Before,
  type Counted,
  endsInsideLine,
  type Fate,
  lookAgain,
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
function stretchesOf({ change, altered, now, before, moved }: Fate): Stretch[] {
  const whole = now === undefined ? [] : [{ ledger: now, from: NO_LINES }]
  if (change === 'created') return whole
  if (change === 'rotated') {
    const rest = moved === undefined || before === undefined ? [] : [{ ledger: moved, from: before.rest }]
    return [...rest, ...whole]
  }
  if (altered || change === 'unchanged' || now === undefined || before === undefined) return []
  return [{ ledger: now, from: before.rest }]
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
  const counted = opened.flatMap((before, i) => {
    const input = triage.inputs[i]
    return input === undefined ? [] : [toCounted(before, input)]
  })
  const interrupted = faults.length === 0 && triage.inputs.some((input) => !input.complete)
  return { triage, counted, faults, interrupted }
}

/** Waits for late writers, then a moment more for one that is in the middle of a line. */
async function settle(plan: Plan, { pause }: Ports): Promise<void> {
  if (plan.settle > 0) await pause(plan.settle)
  for (let i = 0; i < TAIL_WAITS && plan.ledgers.some(endsInsideLine); i++) await pause(TAIL_WAIT)
}

/**
 * Counts, runs a command, waits, counts again, and lays what changed to the run, to work beside it, or to nobody. The
 * command is not started where the ledgers cannot be counted first. Nothing of the account is written.
 */
export async function guardRun(wanted: Plan, ports: Ports): Promise<Guarded> {
  const { opened, faults, twins } = openBefore(wanted.ledgers)
  const plan = { ...wanted, ledgers: wanted.ledgers.filter((path) => !twins.has(path)) }
  const closing: OpenLedger[] = opened.map(({ ledger }) => ledger)
  try {
    if (faults.length > 0) return { kind: 'not-run', faults, interrupted: false }
    const count = await countBefore(opened, plan, ports)
    if (count.faults.length > 0 || count.interrupted) {
      return { kind: 'not-run', faults: count.faults, interrupted: count.interrupted }
    }
    const names = findStateNames(plan, count.triage, opened.length)
    const patterns = statePatterns(plan, names)
    const stateBefore = listStateFiles(patterns, plan.ledgers)
    const settings = prepare(plan)
    try {
      const end = await ports.launch({
        command: plan.command,
        args: plan.args,
        environment: { ...plan.environment, ...settings.variables },
      })
      if (end.kind !== 'not-started') await settle(plan, ports)
      const fates = plan.ledgers.map((path) =>
        lookAgain(
          path,
          count.counted.find((before) => before.path === path),
        ),
      )
      closing.push(...present(fates.map(({ now }) => now)))
      const stateAfter = listStateFiles(patterns, plan.ledgers)
      const seen = { fates, stateBefore, stateAfter, names, before: count.triage, settings, end }
      return { kind: 'ran', findings: await lookThrough(seen, plan, ports) }
    } finally {
      if (!plan.keep) for (const setting of settings.all) setting.folder.remove()
    }
  } finally {
    for (const ledger of closing) ledger.close()
  }
}

type Settings = {
  readonly beacon: (Setting & { readonly token: string }) | undefined
  readonly isolated: Setting | undefined
  readonly all: readonly Setting[]
  readonly variables: Readonly<Record<string, string>>
}

function prepare({ beacon, isolation, profiles, tempRoot }: Plan): Settings {
  const lit = beacon ? light(tempRoot) : undefined
  const isolated = isolation === undefined ? undefined : isolate(profiles, isolation, tempRoot)
  return {
    beacon: lit,
    isolated,
    all: present([lit, isolated]),
    variables: { ...lit?.variables, ...isolated?.variables },
  }
}

type Seen = {
  readonly fates: readonly Fate[]
  readonly stateBefore: ReadonlyMap<string, StateFile>
  readonly stateAfter: ReadonlyMap<string, StateFile>
  readonly names: readonly StateName[]
  readonly before: Triage
  readonly settings: Settings
  readonly end: ChildEnd
}

async function lookThrough(seen: Seen, plan: Plan, ports: Ports): Promise<GuardFindings> {
  const { fates, before, settings, end } = seen
  const { examine, progress } = ports
  const { selection } = plan
  const now = present(fates.map((fate) => fate.now))
  const moved = present(fates.map((fate) => fate.moved))
  const same = fates.every(({ change }) => change === 'unchanged' || change === 'absent')
  const after = same ? before : await runTriage(now, examine, selection, progress)
  // A file that was moved away is no longer counted, but what it holds may still prove records of the new one.
  const whole = moved.length === 0 ? after : await runTriage([...now, ...moved], examine, selection, progress)
  const changes = compareState(seen.stateBefore, seen.stateAfter)
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
      : await readIsolated(settings.isolated, seen.names, token, plan, ports)
  const unsureState = state.filter(({ attribution }) => attribution === 'unsure').length
  return {
    plan,
    end,
    before,
    after,
    fates,
    appended,
    stateBefore: seen.stateBefore.size,
    stateAfter: seen.stateAfter.size,
    state,
    beacon: settings.beacon,
    isolated,
    verdict: judge({
      altered: fates.some((fate) => fate.altered),
      leaks: appended.by.leak + state.filter(({ attribution }) => attribution === 'leak').length,
      unsure: appended.by.unsure + unsureState + fates.filter((fate) => fate.modeChanged).length,
      allowUnattributed: plan.allowUnattributed,
    }),
  }
}
