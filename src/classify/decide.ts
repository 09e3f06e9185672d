import type { Fact } from '../evidence/fact.ts'

export const CLASSES = ['synthetic', 'real', 'unattributed'] as const
export type Class = (typeof CLASSES)[number]

export const REASONS = [
  'test-path',
  'fixture-session',
  'test-marker',
  'user-rule',
  'test-path-in-text',
  'linked',
  'production-provenance',
  'conflict',
  'no-provenance',
  'thin',
] as const
export type Reason = (typeof REASONS)[number]

/** What a record is, why, and every fact for and against. */
export type Verdict = { readonly class: Class; readonly reason: Reason; readonly facts: readonly Fact[] }

/** The reason that a proving fact gives; of several, the one that stands first in `REASONS`. */
function reasonOf(fact: Fact): Reason {
  if (fact.rule.startsWith('temp-path/')) return 'test-path'
  if (fact.rule.startsWith('session/') || fact.rule.startsWith('user/fixtureSessions'))
    return 'fixture-session'
  return fact.rule.startsWith('marker/') ? 'test-marker' : 'user-rule'
}

/**
 * The decision table: test proof against production evidence, which needs both a workspace and an actor. Text may be a
 * real agent describing a test, so it proves nothing beside a workspace. Absence of evidence decides nothing.
 */
export function decide(facts: readonly Fact[]): Verdict {
  const marked = decideMarked(facts)
  if (marked !== undefined) return marked
  let proof: Reason | undefined
  let told = false
  let workspace = false
  let actor = false
  for (const fact of facts) {
    if (fact.kind === 'workspace') workspace = true
    else if (fact.kind === 'actor') actor = true
    else if (fact.kind === 'test' && fact.basis === 'text') told = true
    else if (fact.kind === 'test') {
      const reason = reasonOf(fact)
      if (proof === undefined || REASONS.indexOf(reason) < REASONS.indexOf(proof)) proof = reason
    }
  }
  const production = workspace && actor
  if (proof !== undefined) {
    return production
      ? { class: 'unattributed', reason: 'conflict', facts }
      : { class: 'synthetic', reason: proof, facts }
  }
  if (told) {
    return workspace
      ? { class: 'unattributed', reason: 'conflict', facts }
      : { class: 'synthetic', reason: 'test-path-in-text', facts }
  }
  if (production) return { class: 'real', reason: 'production-provenance', facts }
  return { class: 'unattributed', reason: facts.length > 0 ? 'thin' : 'no-provenance', facts }
}

/** A user's marker decides alone, either way; two that disagree are a conflict. Opposing facts stay beside it. */
function decideMarked(facts: readonly Fact[]): Verdict | undefined {
  let test = false
  let real = false
  for (const fact of facts) {
    if (fact.kind === 'production') real = true
    else if (fact.kind === 'test' && fact.rule.startsWith('user/markers')) test = true
  }
  if (test && real) return { class: 'unattributed', reason: 'conflict', facts }
  if (!test && !real) return undefined
  return { class: test ? 'synthetic' : 'real', reason: 'user-rule', facts }
}

/** True for a verdict that a link may change: neither proof of a test nor production evidence was found. */
export const isLinkable = ({ reason }: Verdict): boolean => reason === 'no-provenance' || reason === 'thin'

/** The verdict of a record that is synthetic because it shares a run or a process with a proven one. */
export const decideLinked = (verdict: Verdict, link: Fact): Verdict => ({
  class: 'synthetic',
  reason: 'linked',
  facts: [...verdict.facts, link],
})
