import type { Fact } from '../evidence/fact.ts'

/** A test that wrote records, as far as its framework's folder names give it away. */
export type Suspect = {
  readonly framework: string
  readonly test: string
  readonly truncated: boolean
  readonly runs: Set<string>
  records: number
}

export type SuspectTally = Map<string, Suspect>

export const NO_SUSPECTS: ReadonlyMap<string, Suspect> = new Map()

/** Counts one synthetic record for the test that its facts name, if they name one. */
export function countSuspect(tally: SuspectTally, facts: readonly Fact[]): void {
  for (const fact of facts) {
    if (fact.test === undefined) continue
    const suspect = suspectOf(tally, fact.framework ?? 'unknown', fact.test, fact.truncated === true)
    suspect.records += 1
    if (fact.run !== undefined) suspect.runs.add(fact.run)
    return
  }
}

function suspectOf(tally: SuspectTally, framework: string, test: string, truncated: boolean): Suspect {
  const key = `${framework}\n${test}`
  let suspect = tally.get(key)
  if (suspect === undefined) {
    suspect = { framework, test, truncated, runs: new Set(), records: 0 }
    tally.set(key, suspect)
  }
  return suspect
}

/** Adds the suspects of one tally to another. */
export function mergeSuspects(into: SuspectTally, from: ReadonlyMap<string, Suspect>): void {
  for (const { framework, test, truncated, runs, records } of from.values()) {
    const suspect = suspectOf(into, framework, test, truncated)
    suspect.records += records
    for (const run of runs) suspect.runs.add(run)
  }
}

/** Most records first; ties by name. */
export const sortSuspects = (tally: ReadonlyMap<string, Suspect>): Suspect[] =>
  [...tally]
    .sort(([a, left], [b, right]) => right.records - left.records || (a < b ? -1 : 1))
    .map(([, suspect]) => suspect)
