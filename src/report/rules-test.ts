import type { Class } from '../classify/decide.ts'
import { type Examiner, settleVerdict } from '../examine.ts'
import { type ByteSource, readLedger } from '../source/read.ts'
import type { Triage } from '../triage.ts'

/** One record that a rules file changes: what it is without the rules, and with them. */
export type Change = {
  readonly ledger: string
  readonly line: number
  readonly before: Class
  readonly after: Class
  readonly rules: readonly string[]
}

/** What a rules file does to ledgers: hits of each rule, and every change, by what turns into what. */
export type RulesTest = {
  readonly hits: ReadonlyMap<string, number>
  readonly changes: readonly Change[]
  /** All changes counted, also those that are not listed. */
  readonly counts: ReadonlyMap<string, number>
  /** How many clusters there are without the rules and with them. */
  readonly clusters: { readonly before: number; readonly after: number }
}

/** Changes that are listed one by one. */
const MAX_CHANGES = 200

/** Compares the verdicts of two triages of the same ledgers, record by record: without rules and with them. */
export async function compareRules(
  ledgers: readonly ByteSource[],
  plain: { readonly examine: Examiner; readonly triage: Triage },
  ruled: { readonly examine: Examiner; readonly triage: Triage },
): Promise<RulesTest> {
  const changes: Change[] = []
  const counts = new Map<string, number>()
  for (const ledger of ledgers) {
    await readLedger(ledger, (parsed) => {
      if (parsed.kind !== 'record') return
      const settle = ({ examine, triage }: typeof plain): { of: Class; rules: readonly string[] } => {
        const { record, verdict, fired } = examine(parsed.position, parsed.value)
        return { of: settleVerdict(record, verdict, triage.links).verdict.class, rules: fired }
      }
      const before = settle(plain).of
      const { of: after, rules } = settle(ruled)
      if (before === after) return
      counts.set(`${before} ${after}`, (counts.get(`${before} ${after}`) ?? 0) + 1)
      if (changes.length < MAX_CHANGES)
        changes.push({ ledger: ledger.path, line: parsed.position.line, before, after, rules })
    })
  }
  const clusters = { before: plain.triage.clusters.length, after: ruled.triage.clusters.length }
  return { hits: ruled.triage.fired, changes, counts, clusters }
}
