import { type Decision, decideGate } from '../classify/gate.ts'
import type { Report, ReportCluster } from '../report/model.ts'

/** What became of a cluster from one report to another. `unknown`: the report it is missing from had left some out. */
export const CLUSTER_CHANGES = ['new', 'grown', 'verdict', 'shrunk', 'gone', 'unknown', 'same'] as const
export type ClusterChange = (typeof CLUSTER_CHANGES)[number]

type Counts = Pick<ReportCluster, 'count' | 'synthetic' | 'real' | 'unattributed'>

/** One cluster on both sides; several of one side may have become one of the other. */
export type ClusterDiff = {
  readonly id: string
  readonly template: string
  readonly change: ClusterChange
  readonly before: Counts | undefined
  readonly after: Counts | undefined
  readonly decisionBefore: Decision | undefined
  readonly decisionAfter: Decision | undefined
  readonly exemplars: ReportCluster['exemplars']
}

const NOTHING: Counts = { count: 0, synthetic: 0, real: 0, unattributed: 0 }

const addUp = (clusters: readonly ReportCluster[]): Counts =>
  clusters.reduce(
    (sum, { count, synthetic, real, unattributed }) => ({
      count: sum.count + count,
      synthetic: sum.synthetic + synthetic,
      real: sum.real + real,
      unattributed: sum.unattributed + unattributed,
    }),
    NOTHING,
  )

function decide(clusters: readonly ReportCluster[]): Decision {
  const reasons: Record<string, number> = {}
  for (const cluster of clusters) {
    for (const [reason, count] of Object.entries(cluster.reasons))
      reasons[reason] = (reasons[reason] ?? 0) + count
  }
  return decideGate({ ...addUp(clusters), reasons }, { text: true, links: true })
}

type Side = { readonly before: ReportCluster[]; readonly after: ReportCluster[] }

/**
 * Joins the clusters of two reports that share a member. A family may have grown together or parted in between, so the
 * joins are closed: whatever hangs together over both sides is one row.
 */
function joinClusters(before: readonly ReportCluster[], after: readonly ReportCluster[]): Side[] {
  const root = new Map<string, string>()
  const find = (id: string): string => {
    let at = id
    for (let up = root.get(at); up !== undefined && up !== at; up = root.get(at)) at = up
    return at
  }
  for (const cluster of [...before, ...after]) {
    const first = find(cluster.members[0] ?? cluster.id)
    for (const member of cluster.members) {
      const other = find(member)
      if (other !== first) root.set(other, first)
    }
  }
  const sides = new Map<string, Side>()
  const sideOf = (cluster: ReportCluster): Side => {
    const key = find(cluster.members[0] ?? cluster.id)
    const side = sides.get(key) ?? { before: [], after: [] }
    sides.set(key, side)
    return side
  }
  for (const cluster of before) sideOf(cluster).before.push(cluster)
  for (const cluster of after) sideOf(cluster).after.push(cluster)
  return [...sides.values()]
}

/** How many of the clusters of a report its `--top` or `--min` left out. */
const leftOut = ({ rest }: Report): boolean => rest.clusters > 0

function nameChange(
  { before, after }: Side,
  decisions: readonly [Decision | undefined, Decision | undefined],
  cut: readonly [boolean, boolean],
): ClusterChange {
  if (before.length === 0) return cut[0] ? 'unknown' : 'new'
  if (after.length === 0) return cut[1] ? 'unknown' : 'gone'
  const change = addUp(after).count - addUp(before).count
  if (change > 0) return 'grown'
  if (change < 0) return 'shrunk'
  return decisions[0] === decisions[1] ? 'same' : 'verdict'
}

const weigh = ({ before, after }: ClusterDiff): number => Math.abs((after?.count ?? 0) - (before?.count ?? 0))

/** Compares two reports cluster by cluster: what is new first, then by how much it changed, ties by id. */
export function compareReports(before: Report, after: Report): ClusterDiff[] {
  const cut = [leftOut(before), leftOut(after)] as const
  const diffs = joinClusters(before.clusters, after.clusters).map((side): ClusterDiff => {
    const [first] = [...side.after, ...side.before]
    const decisionBefore = side.before.length === 0 ? undefined : decide(side.before)
    const decisionAfter = side.after.length === 0 ? undefined : decide(side.after)
    return {
      id: first?.id ?? '',
      template: first?.template ?? '',
      change: nameChange(side, [decisionBefore, decisionAfter], cut),
      before: side.before.length === 0 ? undefined : addUp(side.before),
      after: side.after.length === 0 ? undefined : addUp(side.after),
      decisionBefore,
      decisionAfter,
      exemplars: side.after.flatMap((cluster) => cluster.exemplars),
    }
  })
  const rank = ({ change }: ClusterDiff): number => CLUSTER_CHANGES.indexOf(change)
  return diffs.sort((a, b) => rank(a) - rank(b) || weigh(b) - weigh(a) || (a.id < b.id ? -1 : 1))
}
