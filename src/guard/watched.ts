import { dirname } from 'node:path'
import { GENERIC } from '../profile/load.ts'
import type { Profile } from '../profile/schema.ts'
import type { StatePattern } from '../source/state-files.ts'
import type { Triage } from '../triage.ts'
import type { Plan } from './findings.ts'
import type { StateName } from './state.ts'

/** Profiles whose state files are watched: those that read the ledgers, or all where a ledger does not tell. */
function chooseProfiles(plan: Plan, before: Triage, present: number): readonly Profile[] {
  const names = new Set(before.inputs.flatMap((input) => input.profiles.map((use) => use.name)))
  const silent = present < plan.ledgers.length || before.inputs.some((input) => input.counts.records === 0)
  if (silent || (names.size === 1 && names.has(GENERIC))) return plan.profiles
  return plan.profiles.filter((profile) => names.has(profile.name))
}

const namesOf = (profiles: readonly Profile[]): StateName[] =>
  profiles.flatMap((profile) => profile.writer?.stateFiles ?? [])

export const statePatterns = (plan: Plan, names: readonly StateName[]): StatePattern[] => [
  ...plan.ledgers.flatMap((ledger) => names.map(({ name }) => ({ folder: dirname(ledger), glob: name }))),
  ...plan.watch.map((glob) => ({ folder: plan.workingFolder, glob })),
]

/** The state files that belong to the ledgers, by what their profiles say. */
export const findStateNames = (plan: Plan, before: Triage, present: number): StateName[] =>
  namesOf(chooseProfiles(plan, before, present))
