import type { Cluster } from './cluster.ts'

export const SORTS = ['work', 'count', 'last', 'first', 'synthetic', 'real', 'unattributed', 'id'] as const
export type Sort = (typeof SORTS)[number]

type Compare = (a: Cluster, b: Cluster) => number

const byId: Compare = (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Work order: what is real is looked at next, then what nobody can tell, then what tests wrote. */
const byWork: Compare = (a, b) =>
  b.counts.real - a.counts.real ||
  b.counts.unattributed - a.counts.unattributed ||
  b.counts.synthetic - a.counts.synthetic

const latest = (at: number | undefined): number => at ?? Number.MIN_SAFE_INTEGER

const COMPARE: Readonly<Record<Sort, Compare>> = {
  work: byWork,
  count: (a, b) => b.count - a.count,
  last: (a, b) => latest(b.last) - latest(a.last),
  first: (a, b) => (a.first ?? Number.MAX_SAFE_INTEGER) - (b.first ?? Number.MAX_SAFE_INTEGER),
  synthetic: (a, b) => b.counts.synthetic - a.counts.synthetic,
  real: (a, b) => b.counts.real - a.counts.real,
  unattributed: (a, b) => b.counts.unattributed - a.counts.unattributed,
  id: byId,
}

/** Clusters in the asked-for order; ties always by id. */
export const sortClusters = (clusters: readonly Cluster[], sort: Sort): Cluster[] =>
  [...clusters].sort((a, b) => COMPARE[sort](a, b) || byId(a, b))
