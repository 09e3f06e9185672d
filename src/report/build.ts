import { CLASSES } from '../classify/decide.ts'
import { type Cluster, hasMember } from '../cluster/cluster.ts'
import { type Sort, sortClusters } from '../cluster/order.ts'
import type { Match, Selection } from '../cluster/select.ts'
import { mergeSuspects, type SuspectTally, sortSuspects } from '../cluster/suspect.ts'
import { createStats, mergeStats, type Summary, sumCounts, summarise } from '../cluster/tally.ts'
import { planTimeline } from '../cluster/timeline.ts'
import { SIGNATURE_VERSION } from '../signature/sign.ts'
import type { SourceFault } from '../source/fault.ts'
import { MALFORMED_REASONS } from '../source/malformed.ts'
import { isoOrNull, toIso } from '../text/time.ts'
import type { InputOutcome, Triage } from '../triage.ts'
import { reasonsOf, restOf, toCluster, toSuspect } from './build-clusters.ts'
import type { Note, Report, ReportInput } from './model.ts'
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
    tornTail: input.tornTail,
    unpacked: input.unpacked ?? null,
    complete: input.complete,
  }
}
