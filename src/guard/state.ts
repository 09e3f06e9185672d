import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { LedgerRecord } from '../profile/normalise.ts'
import type { StateFile } from '../source/state-files.ts'
import { matchStar } from '../text/glob.ts'
import type { Attribution } from './attribute.ts'

/** A state file of a profile: its name with one star, and whose value's hash the star stands for. */
export type StateName = { readonly name: string; readonly hashOf?: 'workspace' | undefined }

export type StateChange = {
  readonly path: string
  readonly change: 'created' | 'changed' | 'deleted'
  readonly before: StateFile | undefined
  readonly after: StateFile | undefined
}

/** The appended line that a state file is tied to. */
export type Tie = {
  readonly path: string
  readonly position: { readonly line: number }
  readonly attribution: Attribution
}

/** State files that changed during a run, each tied to the record or to the run's token that explains it. */
export type AttributedState = StateChange & {
  readonly attribution: Attribution
  readonly tie: Tie | 'token' | undefined
}

const isSame = (a: StateFile, b: StateFile): boolean =>
  a.kind === b.kind && a.mode === b.mode && a.bytes === b.bytes && a.sha256 === b.sha256

/** What became of the state files, by their bytes, kinds and modes. */
export function compareState(
  before: ReadonlyMap<string, StateFile>,
  after: ReadonlyMap<string, StateFile>,
): StateChange[] {
  const changes: StateChange[] = []
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, now] = [before.get(path), after.get(path)]
    if (old === undefined) changes.push({ path, change: 'created', before: old, after: now })
    else if (now === undefined) changes.push({ path, change: 'deleted', before: old, after: now })
    else if (!isSame(old, now)) changes.push({ path, change: 'changed', before: old, after: now })
  }
  return changes
}

/** Fewest digits of a hash that name a value beyond chance. */
const FEWEST_DIGITS = 8

/** The digits of a hash that a file's name holds in place of the star. */
function readDigits(path: string, names: readonly StateName[]): string | undefined {
  for (const { name, hashOf } of names) {
    const digits = hashOf === undefined ? undefined : matchStar(basename(path), name)
    if (digits !== undefined && digits.length >= FEWEST_DIGITS && /^[0-9a-f]+$/.test(digits)) return digits
  }
  return undefined
}

/** Finds, among appended records, those whose workspace gave a changed state file its name. */
export type HashedNames = {
  readonly learn: (record: LedgerRecord, tie: Tie) => void
  readonly find: (path: string) => Tie | undefined
}

const RANK: Readonly<Record<Attribution, number>> = { leak: 0, unsure: 1, beside: 2 }

export function createHashedNames(changes: readonly StateChange[], names: readonly StateName[]): HashedNames {
  const digitsOf = new Map<string, string>()
  for (const { path } of changes) {
    const digits = readDigits(path, names)
    if (digits !== undefined) digitsOf.set(path, digits)
  }
  const ties = new Map<string, Tie>()
  const wanted = [...new Set(digitsOf.values())]
  return {
    learn(record, tie) {
      if (wanted.length === 0) return
      for (const leaf of record.leaves) {
        if (leaf.role !== 'workspace' || typeof leaf.value !== 'string') continue
        const hash = createHash('sha256').update(leaf.value).digest('hex')
        for (const digits of wanted) {
          const known = ties.get(digits)
          // Several records share a workspace: the gravest of them names whose file it is.
          if (
            hash.startsWith(digits) &&
            (known === undefined || RANK[tie.attribution] < RANK[known.attribution])
          )
            ties.set(digits, tie)
        }
      }
    },
    find(path) {
      const digits = digitsOf.get(path)
      return digits === undefined ? undefined : ties.get(digits)
    },
  }
}

/** Lays each changed state file to the record whose workspace names it, or to the run's token inside it, else to nobody. */
export const attributeState = (
  changes: readonly StateChange[],
  { find }: HashedNames,
  holdsToken: (path: string) => boolean,
): AttributedState[] =>
  changes.map((change) => {
    const tie = find(change.path)
    if (tie !== undefined) return { ...change, attribution: tie.attribution, tie }
    const told = change.after !== undefined && holdsToken(change.path)
    return { ...change, attribution: told ? 'leak' : 'unsure', tie: told ? 'token' : undefined }
  })
