import * as z from 'zod'
import { DECISIONS } from '../classify/gate.ts'
import { CLUSTER_CHANGES, type ClusterDiff } from '../diff/compare-reports.ts'
import { GuardReport } from './guard-model.ts'
import { ClassCounts, Count, Id, Report } from './model.ts'

const Counts = z.object({ count: Count, ...ClassCounts })

const Side = z.object({
  name: z.string().describe('the ledger or saved report, as given'),
  kind: z.enum(['ledger', 'report', 'until', 'from']),
  inputs: Report.shape.inputs,
  totals: Report.shape.totals,
  selected: Report.shape.selected,
  complete: z.boolean(),
})

/** What `diff --format json` prints. */
export const DiffDocument = z.object({
  schema: z.literal('ledger-triage/diff@1'),
  tool: Report.shape.tool,
  selection: Report.shape.selection,
  at: Report.shape.selection.shape.since.describe('the moment that --at parts a ledger at'),
  before: Side,
  after: Side,
  earlier: z
    .object({ bytes: Count, sha256: z.string(), identical: z.boolean() })
    .nullable()
    .describe('set where a saved report met a ledger: whether the bytes it was about are still there'),
  clusters: z.array(
    z.object({
      id: Id,
      template: z.string(),
      change: z.enum(CLUSTER_CHANGES),
      before: Counts.nullable(),
      after: Counts.nullable(),
      decision: z.object({ before: z.enum(DECISIONS).nullable(), after: z.enum(DECISIONS).nullable() }),
      exemplars: Report.shape.clusters.element.shape.exemplars,
    }),
  ),
  counts: z.object({
    new: Count,
    grown: Count,
    verdict: Count,
    shrunk: Count,
    gone: Count,
    unknown: Count,
    same: Count,
  }),
  appended: GuardReport.shape.appended
    .nullable()
    .describe('the lines after the bytes of a saved report, each with its class'),
  complete: z.boolean(),
})
export type DiffDocument = z.infer<typeof DiffDocument>

export type DiffSide = {
  readonly name: string
  readonly kind: DiffDocument['before']['kind']
  readonly report: Report
}

const toSide = ({ name, kind, report }: DiffSide): DiffDocument['before'] => ({
  name,
  kind,
  inputs: report.inputs,
  totals: report.totals,
  selected: report.selected,
  complete: report.complete,
})

/** Joins both sides and what was found between them. */
export function toDiffDocument(
  before: DiffSide,
  after: DiffSide,
  diffs: readonly ClusterDiff[],
  extra: Pick<DiffDocument, 'at' | 'earlier' | 'appended'>,
): DiffDocument {
  const count = (change: ClusterDiff['change']): number =>
    diffs.filter((diff) => diff.change === change).length
  return {
    schema: 'ledger-triage/diff@1',
    tool: after.report.tool,
    selection: after.report.selection,
    at: extra.at,
    before: toSide(before),
    after: toSide(after),
    earlier: extra.earlier,
    clusters: diffs.map((diff) => ({
      id: diff.id,
      template: diff.template,
      change: diff.change,
      before: diff.before === undefined ? null : { ...diff.before },
      after: diff.after === undefined ? null : { ...diff.after },
      decision: { before: diff.decisionBefore ?? null, after: diff.decisionAfter ?? null },
      exemplars: [...diff.exemplars],
    })),
    counts: {
      new: count('new'),
      grown: count('grown'),
      verdict: count('verdict'),
      shrunk: count('shrunk'),
      gone: count('gone'),
      unknown: count('unknown'),
      same: count('same'),
    },
    appended: extra.appended,
    complete: before.report.complete && after.report.complete && extra.earlier?.identical !== false,
  }
}
