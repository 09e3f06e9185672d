import { identify, keyOf, type Signed } from '../signature/sign.ts'
import { mergeSuspects, type Suspect, type SuspectTally } from './suspect.ts'
import { type ClassStats, createStats, mergeStats } from './tally.ts'

/** All that is kept of the records of one signature. Times are milliseconds since 1970 UTC. */
export type SignatureStat = {
  readonly id: string
  readonly scope: string
  readonly codes: Signed['codes']
  /** UTF-16 units of what is hashed: the size of its text, whatever its holes are called. */
  readonly units: number
  /** The smallest of its typed token texts, so that the order of records does not choose the template. */
  text: string
  /** Records of all input, and the earliest of them: what families and cluster ids are made of, filters or not. */
  total: number
  earliest: number | undefined
  /** Once the signature is no longer told apart, these two are those of the overflow. */
  selected: ClassStats
  suspects: SuspectTally | undefined
}

/** The records of signatures that are not told apart. */
export type Overflow = {
  readonly total: number
  readonly selected: ClassStats
  readonly suspects: ReadonlyMap<string, Suspect>
}

export type Fold = {
  /** Takes in one record's time and signature. Gives the stat that counts it, once its verdict is final. */
  readonly add: (at: number | undefined, signed: Signed) => SignatureStat
  /** Every signature that is told apart, sorted by id. */
  readonly stats: () => readonly SignatureStat[]
  /** What all others come to, asked for after `stats`; undefined where there are none. */
  readonly overflow: () => Overflow | undefined
}

/** How much is told apart: so many signatures, and so many UTF-16 units of text of all of them. */
export type FoldLimits = { readonly signatures: number; readonly units: number }
const LIMITS: FoldLimits = { signatures: 1_000_000, units: 128 * 1024 * 1024 }

/** Room beyond the limits before signatures are let go, so that they are sorted seldom. */
const SLACK = 1.25

/** Spellings remembered of all signatures; beyond it the memory starts afresh, which changes no answer. */
const SPELLINGS: FoldLimits = { signatures: 100_000, units: 8 * 1024 * 1024 }

const byAscendingId = (a: SignatureStat, b: SignatureStat): number => (a.id < b.id ? -1 : 1)

/**
 * Makes the fold: memory grows with the number of signatures up to its limits, never with that of records. Beyond them
 * the signatures of the smallest ids are told apart, as many as fit, and all others are counted together: ids are hashes,
 * so that no order of records chooses which.
 */
export function createFold(limits: FoldLimits = LIMITS): Fold {
  const byId = new Map<string, SignatureStat>()
  const bySpelling = new Map<string, SignatureStat>()
  const overflow: { total: number; selected: ClassStats; suspects: SuspectTally } = {
    total: 0,
    selected: createStats(),
    suspects: new Map(),
  }
  let units = 0
  let spelledUnits = 0
  /** The smallest id that was let go: whatever is not below it never comes back. */
  let bound: string | undefined

  const isLetGo = (stat: SignatureStat): boolean => stat.selected === overflow.selected

  const letGo = (stat: SignatureStat): void => {
    mergeStats(overflow.selected, stat.selected)
    if (stat.suspects !== undefined) mergeSuspects(overflow.suspects, stat.suspects)
    overflow.total += stat.total
    // Records that wait for their verdict hold on to the stat: they are to be counted here too.
    stat.selected = overflow.selected
    stat.suspects = overflow.suspects
  }

  const shrink = (factor: number): void => {
    if (byId.size <= limits.signatures * factor && units <= limits.units * factor) return
    const sorted = [...byId.values()].sort(byAscendingId)
    byId.clear()
    units = 0
    for (const stat of sorted) {
      const isFull = byId.size >= limits.signatures || units + stat.units > limits.units
      if (isFull && (bound === undefined || stat.id < bound)) bound = stat.id
      if (bound !== undefined && stat.id >= bound) letGo(stat)
      else {
        byId.set(stat.id, stat)
        units += stat.units
      }
    }
  }

  const create = (id: string, key: string, { scope, codes, text }: Signed): SignatureStat => {
    const isKept = bound === undefined || id < bound
    const stat: SignatureStat = {
      id,
      scope,
      codes,
      units: key.length,
      text,
      total: 0,
      earliest: undefined,
      selected: isKept ? createStats() : overflow.selected,
      suspects: isKept ? undefined : overflow.suspects,
    }
    if (isKept) {
      byId.set(id, stat)
      units += stat.units
    }
    return stat
  }

  const learn = (spelling: string, signed: Signed): SignatureStat => {
    const key = keyOf(signed)
    const id = identify(key)
    const stat = byId.get(id) ?? create(id, key, signed)
    if (signed.text < stat.text) stat.text = signed.text
    if (bySpelling.size >= SPELLINGS.signatures || spelledUnits >= SPELLINGS.units) {
      bySpelling.clear()
      spelledUnits = 0
    }
    bySpelling.set(spelling, stat)
    spelledUnits += spelling.length
    return stat
  }

  return {
    add(at, signed) {
      const spelling = signed.scope === '' ? signed.text : signed.scope + signed.text
      const known = bySpelling.get(spelling)
      if (known === undefined) shrink(SLACK)
      const stat = known ?? learn(spelling, signed)
      stat.total += 1
      if (isLetGo(stat)) overflow.total += 1
      if (at !== undefined && (stat.earliest === undefined || at < stat.earliest)) stat.earliest = at
      return stat
    },
    stats() {
      shrink(1)
      return [...byId.values()].sort(byAscendingId)
    },
    overflow: () => (overflow.total === 0 ? undefined : overflow),
  }
}
