import { REASONS, type Reason } from '../classify/decide.ts'
import { type Cluster, codesOf, exemplarsOf, membersOf } from '../cluster/cluster.ts'
import { countOf } from '../cluster/counts.ts'
import { type Suspect, sortSuspects } from '../cluster/suspect.ts'
import {
  addCounts,
  type ClassCounts,
  type ClassStats,
  listStats,
  NO_COUNTS,
  sumCounts,
  summarise,
} from '../cluster/tally.ts'
import { fillTimeline, type Timeline } from '../cluster/timeline.ts'
import { SIGNATURE_VERSION, tokensOf } from '../signature/sign.ts'
import { renderTemplate } from '../signature/token.ts'
import { isoOrNull } from '../text/time.ts'
import type { Report, ReportCluster, ReportSuspect } from './model.ts'

/** Records by reason, in the fixed order of reasons. */
export function reasonsOf(stats: Readonly<ClassStats>): Partial<Record<Reason, number>> {
  const reasons: Partial<Record<Reason, number>> = {}
  for (const reason of REASONS) {
    let count = 0
    for (const [, stat] of listStats(stats)) count += countOf(stat.reasons, reason)
    if (count > 0) reasons[reason] = count
  }
  return reasons
}

/** One cluster as a report shows it; `paths` are the names of its ledgers. */
export function toCluster(
  cluster: Cluster,
  paths: readonly string[],
  timeline: Timeline | undefined,
): ReportCluster {
  const template = renderTemplate(tokensOf(cluster))
  const buckets = timeline === undefined ? [] : fillTimeline(timeline, cluster.classes)
  return {
    id: cluster.id,
    signature: {
      version: SIGNATURE_VERSION,
      parts: [
        ...codesOf(cluster).map(({ name, value }) => ({ name, value, contributes: true })),
        { name: 'message', value: template, contributes: true },
      ],
    },
    template,
    members: membersOf(cluster),
    count: cluster.count,
    ...cluster.counts,
    denials: cluster.denials,
    reasons: reasonsOf(cluster.classes),
    first: isoOrNull(cluster.first),
    last: isoOrNull(cluster.last),
    buckets: buckets.map((counts, index) => ({ index, ...counts })).filter((bucket) => sumCounts(bucket) > 0),
    suspects: sortSuspects(cluster.suspects).map((suspect) => toSuspect(suspect, cluster.counts.synthetic)),
    exemplars: exemplarsOf(cluster).map(({ ledger, line, offset, at, class: of, reason }) => ({
      file: paths[ledger] ?? '',
      line,
      offset,
      at: isoOrNull(at),
      class: of,
      reason,
    })),
  }
}

/** A suspect test, with its share of the synthetic records beside it. */
export const toSuspect = (
  { framework, test, truncated, runs, records }: Suspect,
  synthetic: number,
): ReportSuspect => ({
  framework,
  test,
  truncated,
  runs: [...runs].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)),
  records,
  share: Math.round((records / synthetic) * 10_000) / 10_000,
})

/** What stands in no row: clusters that were left out, and records that are in none. */
export function restOf(
  sorted: readonly Cluster[],
  shown: readonly Cluster[],
  min: number,
  overflow: Readonly<ClassStats> | undefined,
): Report['rest'] {
  const visible = new Set(shown)
  let counts: ClassCounts = NO_COUNTS
  let clusters = 0
  let belowMin = 0
  for (const cluster of sorted) {
    if (visible.has(cluster)) continue
    clusters += 1
    if (cluster.count < min) belowMin += 1
    counts = addCounts(counts, cluster.counts)
  }
  const untold = overflow === undefined ? NO_COUNTS : summarise(overflow).counts
  counts = addCounts(counts, untold)
  return { clusters, belowMin, untold: sumCounts(untold), count: sumCounts(counts), ...counts }
}
