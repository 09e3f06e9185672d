import type { Class, Reason } from './decide.ts'

/** What a task creator may do about a cluster; `none`: there is nothing of the kind on record. */
export const DECISIONS = ['investigate', 'dismiss', 'undecided', 'none'] as const
export type Decision = (typeof DECISIONS)[number]

/** The records that are asked about, by class, and of the synthetic ones those that are so by text or link only. */
export type GateCounts = Readonly<Record<Class, number>> & {
  readonly reasons: Readonly<Partial<Record<Reason, number>>>
}

/** Weaker proofs that the caller takes for full ones. */
export type Trust = { readonly text: boolean; readonly links: boolean }

/** Synthetic records whose proof is not taken for a full one: they say nothing for or against. */
export const countDoubted = ({ reasons }: GateCounts, trust: Trust): number =>
  (trust.text ? 0 : (reasons['test-path-in-text'] ?? 0)) + (trust.links ? 0 : (reasons.linked ?? 0))

/** One real record is enough to look; only where every record is proven to be a test's is there nothing to look at. */
export function decideGate(counts: GateCounts, trust: Trust, complete = true): Decision {
  if (counts.real > 0) return 'investigate'
  // What was not read may hold the one real record.
  if (!complete) return 'undecided'
  if (counts.synthetic + counts.unattributed === 0) return 'none'
  return counts.unattributed + countDoubted(counts, trust) === 0 ? 'dismiss' : 'undecided'
}
