import type { Fact, FactKind } from '../evidence/fact.ts'
import { decide, type Verdict } from './decide.ts'

/** A verdict as it would be: without some facts, or with one that the record lacks. */
export type Counterfactual =
  | {
      readonly kind: 'without'
      readonly rules: readonly string[]
      readonly class: Verdict['class']
      readonly reason: Verdict['reason']
    }
  | {
      readonly kind: 'with'
      readonly lacking: FactKind
      readonly class: Verdict['class']
      readonly reason: Verdict['reason']
    }

const without = (facts: readonly Fact[], rules: readonly string[]): Counterfactual => {
  const { class: of, reason } = decide(facts.filter((fact) => !rules.includes(fact.rule)))
  return { kind: 'without', rules, class: of, reason }
}

const HYPOTHETICAL = { rule: 'supposed', basis: 'field', field: '', span: [0, 0], value: '' } as const

const withFact = (facts: readonly Fact[], lacking: FactKind): Counterfactual => {
  const { class: of, reason } = decide([...facts, { ...HYPOTHETICAL, kind: lacking }])
  return { kind: 'with', lacking, class: of, reason }
}

/**
 * What a verdict hangs on: the verdict without each rule that counted, without all of a side, and, where a half is
 * missing, with it. Computed by the same table as the verdict itself.
 */
export function findCounterfactuals({ facts }: Verdict): Counterfactual[] {
  const rulesOf = (kinds: readonly FactKind[]): string[] => [
    ...new Set(facts.filter((fact) => kinds.includes(fact.kind)).map((fact) => fact.rule)),
  ]
  const test = rulesOf(['test'])
  const real = rulesOf(['workspace', 'actor', 'production'])
  const deciding = test.length > 0 ? [...test, ...(decide(facts).reason === 'conflict' ? real : [])] : real
  const single = deciding.map((rule) => without(facts, [rule]))
  const all = test.length > 1 ? [without(facts, test)] : []
  if (test.length > 0) return [...single, ...all]
  const workspace = facts.some((fact) => fact.kind === 'workspace')
  const actor = facts.some((fact) => fact.kind === 'actor')
  if (workspace && actor) return single
  if (workspace) return [withFact(facts, 'actor')]
  return actor ? [withFact(facts, 'workspace')] : []
}
