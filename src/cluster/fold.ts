import type { Verdict } from '../classify/decide.ts'
import type { LedgerRecord } from '../profile/normalise.ts'
import { identify, keyOf, type Signed } from '../signature/sign.ts'
import { countSuspect, type SuspectTally } from './suspect.ts'
import { type ClassStats, countRecord } from './tally.ts'

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
  /** Takes in one record; `selected` says whether filters let it be counted and shown. */
  readonly add: (
    ledger: number,
    record: LedgerRecord,
    verdict: Verdict,
    signed: Signed,
    selected: boolean,
  ) => void
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
    add(ledger, record, verdict, signed, selected) {
      const spelling = signed.scope === '' ? signed.text : signed.scope + signed.text
      const stat = bySpelling.get(spelling) ?? learn(spelling, signed)
      const { at, position } = record
      stat.total += 1
      if (at !== undefined && (stat.earliest === undefined || at < stat.earliest)) stat.earliest = at
      if (!selected) return
      countRecord(stat.selected, {
        ledger,
        line: position.line,
        offset: position.offset,
        at,
        class: verdict.class,
        reason: verdict.reason,
        isDenial: record.isDenial,
      })
      if (verdict.class === 'synthetic') countSuspect(stat.suspects, verdict.facts)
    },
    stats: () => [...byKey.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}
