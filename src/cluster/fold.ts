import { identify, keyOf, type Signed } from '../signature/sign.ts'
import type { SuspectTally } from './suspect.ts'
import type { ClassStats } from './tally.ts'

/** All that is kept of the records of one signature. Times are milliseconds since 1970 UTC. */
export type SignatureStat = {
  readonly id: string
  readonly scope: string
  readonly codes: Signed['codes']
  /** The smallest of its typed token texts, so that the order of records does not choose the template. */
  text: string
  /** Records of all input, and the earliest of them: what families and cluster ids are made of, filters or not. */
  total: number
  earliest: number | undefined
  readonly selected: ClassStats
  readonly suspects: SuspectTally
}

export type Fold = {
  /** Takes in one record's time and signature. Gives the stat that counts it, once its verdict is final. */
  readonly add: (at: number | undefined, signed: Signed) => SignatureStat
  /** Every signature seen, sorted by id. */
  readonly stats: () => readonly SignatureStat[]
}

/** Typed spellings remembered of all signatures; beyond it the memory starts afresh, which changes no answer. */
const MAX_SPELLINGS = 200_000

/** Makes the fold: memory grows with the number of signatures, never with that of records. */
export function createFold(): Fold {
  const byKey = new Map<string, SignatureStat>()
  const bySpelling = new Map<string, SignatureStat>()

  const learn = (spelling: string, signed: Signed): SignatureStat => {
    const key = keyOf(signed)
    let stat = byKey.get(key)
    if (stat === undefined) {
      const { scope, codes, text } = signed
      stat = {
        id: identify(key),
        scope,
        codes,
        text,
        total: 0,
        earliest: undefined,
        selected: new Map(),
        suspects: new Map(),
      }
      byKey.set(key, stat)
    } else if (signed.text < stat.text) stat.text = signed.text
    if (bySpelling.size >= MAX_SPELLINGS) bySpelling.clear()
    bySpelling.set(spelling, stat)
    return stat
  }

  return {
    add(at, signed) {
      const spelling = signed.scope === '' ? signed.text : signed.scope + signed.text
      const stat = bySpelling.get(spelling) ?? learn(spelling, signed)
      stat.total += 1
      if (at !== undefined && (stat.earliest === undefined || at < stat.earliest)) stat.earliest = at
      return stat
    },
    stats: () => [...byKey.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}
