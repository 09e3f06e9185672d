import { CLASSES, REASONS, type Reason } from '../classify/decide.ts'
import { type Cluster, codesOf, exemplarsOf, hasMember, membersOf } from '../cluster/cluster.ts'
import { countOf } from '../cluster/counts.ts'
import { type Sort, sortClusters } from '../cluster/order.ts'
import type { Match, Selection } from '../cluster/select.ts'
import { mergeSuspects, type Suspect, type SuspectTally, sortSuspects } from '../cluster/suspect.ts'
import {
  addCounts,
  type ClassCounts,
  type ClassStats,
  createStats,
  listStats,
  mergeStats,
  NO_COUNTS,
  type Summary,
  sumCounts,
  summarise,
} from '../cluster/tally.ts'
import { fillTimeline, planTimeline, type Timeline } from '../cluster/timeline.ts'
import { SIGNATURE_VERSION, tokensOf } from '../signature/sign.ts'
import { renderTemplate } from '../signature/token.ts'
import type { SourceFault } from '../source/fault.ts'
import { MALFORMED_REASONS } from '../source/malformed.ts'
import { isoOrNull, toIso } from '../text/time.ts'
import type { InputOutcome, Triage } from '../triage.ts'
import type { Note, Report, ReportCluster, ReportInput, ReportSuspect } from './model.ts'
import { collectNotes } from './notes.ts'

/** How a report is cut: order, how many rows, and how few records a row may have. */
export type Layout = { readonly sort: Sort; readonly top: number; readonly min: number }

/** What a report says of the program that made it. */
export type ToolIdentity = {
  readonly version: string
  readonly catalogue: string
  readonly rules: RulesIdentity | undefined
}

/** The user's rules in force: the file as it was named, the hash of its text, and the names of its rules. */
export type RulesIdentity = {
  readonly path: string
  readonly sha256: string
  readonly ids: readonly string[]
}

/** Makes the report of a triage: the one model that every format is a view of. */
export function buildReport(
  triage: Triage,
  selection: Selection,
  layout: Layout,
  tool: ToolIdentity,
  extraNotes: readonly Note[] = [],
  unopened: readonly SourceFault[] = [],
): Report {
  const chosen = chooseClusters(triage.clusters, selection)
  const overflow = selection.match?.kind === 'id' ? undefined : triage.overflow
  const stats = createStats()
  const suspects: SuspectTally = new Map()
  for (const cluster of chosen) {
    mergeStats(stats, cluster.classes)
    mergeSuspects(suspects, cluster.suspects)
  }
  if (overflow !== undefined) {
    mergeStats(stats, overflow.selected)
    mergeSuspects(suspects, overflow.suspects)
  }
  const selected = summarise(stats)
  const timeline = planTimeline(selected.first, selected.last)
  const sorted = sortClusters(chosen, layout.sort)
  const shown = sorted.filter((cluster) => cluster.count >= layout.min).slice(0, layout.top)
  const faults = [...unopened, ...triage.inputs.flatMap((input) => input.fault ?? [])]
  const paths = triage.inputs.map((input) => input.watermark.path)
  return {
    schema: 'ledger-triage/report@1',
    tool: describeTool(tool),
    inputs: triage.inputs.map(toInput),
    selection: {
      since: isoOrNull(selection.since),
      until: isoOrNull(selection.until),
      match: selection.match === undefined ? null : spellMatch(selection.match),
      classes: CLASSES.filter((of) => selection.classes.has(of)),
      denials: selection.denialsOnly,
    },
    rules: rulesOf(triage, tool.rules),
    totals: totalsOf(triage),
    selected: { records: sumCounts(selected.counts), ...selected.counts, ...figuresOf(selected) },
    reasons: reasonsOf(stats),
    timeline: timeline === undefined ? null : { unit: timeline.unit, starts: timeline.starts.map(toIso) },
    clusters: shown.map((cluster) => toCluster(cluster, paths, timeline)),
    rest: restOf(sorted, shown, layout.min, overflow?.selected),
    suspects: sortSuspects(suspects).map((suspect) => toSuspect(suspect, selected.counts.synthetic)),
    malformed: triage.malformed.map(({ ledger, line, offset, reason }) => ({
      file: paths[ledger] ?? '',
      line,
      offset,
      reason,
    })),
    malformedBy: countMalformed(triage),
    faults: faults.map(toFault),
    notes: [...collectNotes(triage, selected), ...notesOfRules(triage, tool.rules), ...extraNotes],
    complete: faults.length === 0 && triage.inputs.every((input) => input.complete),
  }
}

/** Clusters that count at least one selected record, and match an id where one was asked for. */
function chooseClusters(clusters: readonly Cluster[], selection: Selection): Cluster[] {
  const { match } = selection
  const named = match?.kind === 'id' ? findClusters(clusters, match.prefix) : clusters
  return named.filter((cluster) => cluster.count > 0)
}

/** The clusters of which a member's id starts with a prefix. */
export const findClusters = (clusters: readonly Cluster[], prefix: string): Cluster[] =>
  clusters.filter((cluster) => hasMember(cluster, prefix))

export function spellMatch(match: Match): string {
  if (match.kind === 'id') return `id:${match.prefix}`
  return match.kind === 'field' ? `${match.field}=${match.value}` : match.text
}

export const describeTool = ({ version, catalogue }: ToolIdentity): Report['tool'] => ({
  name: 'ledger-triage',
  version,
  signature: SIGNATURE_VERSION,
  catalogue,
})

const figuresOf = ({
  denials,
  first,
  last,
}: Summary): { denials: number; first: string | null; last: string | null } => ({
  denials,
  first: isoOrNull(first),
  last: isoOrNull(last),
})

function rulesOf(triage: Triage, rules: RulesIdentity | undefined): Report['rules'] {
  if (rules === undefined) return null
  const { path, sha256, ids } = rules
  return { path, sha256, rules: ids.map((id) => ({ id, records: triage.fired.get(id) ?? 0 })) }
}

function notesOfRules(triage: Triage, rules: RulesIdentity | undefined): Note[] {
  const idle = rules?.ids.filter((id) => !triage.fired.has(id)) ?? []
  return idle.map((id) => ({ code: 'rule-never-fired', path: rules?.path ?? '', detail: { rule: id } }))
}

function toFault(fault: SourceFault): Report['faults'][number] {
  const { path, code } = fault
  if (fault.code === 'other-format') return { path, code, detail: fault.format }
  if (fault.code === 'not-regular') return { path, code, detail: fault.kind }
  return fault.code === 'read-failed' || fault.code === 'gzip-damaged'
    ? { path, code, detail: fault.errno }
    : { path, code }
}

function countMalformed({ malformedBy }: Triage): Report['malformedBy'] {
  return Object.fromEntries(
    MALFORMED_REASONS.flatMap((reason) => {
      const count = malformedBy.get(reason)
      return count === undefined ? [] : [[reason, count]]
    }),
  )
}

export function totalsOf(triage: Triage): Report['totals'] {
  const sum = (pick: (input: InputOutcome) => number): number =>
    triage.inputs.reduce((total, input) => total + pick(input), 0)
  return {
    lines: sum((input) => input.counts.lines),
    records: sum((input) => input.counts.records),
    blank: sum((input) => input.counts.blank),
    malformed: sum((input) => input.counts.malformed),
    ...triage.totals.counts,
    denials: triage.totals.denials,
  }
}

function toInput(input: InputOutcome): ReportInput {
  const { watermark, counts, profiles } = input
  return {
    path: watermark.path,
    bytes: watermark.bytes,
    sha256: watermark.sha256,
    profile: profiles[0]?.name ?? null,
    profiles: profiles.map(({ name, records, fields, known }) => ({
      name,
      records,
      fields: { seen: fields.size, known },
    })),
    modified: watermark.end !== 'unchanged' && watermark.end !== 'grew',
    end: watermark.end,
    ...counts,
    unpacked: input.unpacked ?? null,
    complete: input.complete,
  }
}

function reasonsOf(stats: Readonly<ClassStats>): Partial<Record<Reason, number>> {
  const reasons: Partial<Record<Reason, number>> = {}
  for (const reason of REASONS) {
    let count = 0
    for (const [, stat] of listStats(stats)) count += countOf(stat.reasons, reason)
    if (count > 0) reasons[reason] = count
  }
  return reasons
}

function toCluster(
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

function restOf(
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
