import * as z from 'zod'
import { CLASSES, REASONS } from '../classify/decide.ts'
import { type Cluster, codesOf } from '../cluster/cluster.ts'
import type { Inspection, ShownRecord } from '../show/inspect.ts'
import { JOIN_STEPS } from '../signature/group.ts'
import { tokensOf } from '../signature/sign.ts'
import { renderTemplate } from '../signature/token.ts'
import { isoOrNull } from '../text/time.ts'
import { Count, Exemplar, Id, Report } from './model.ts'

/** Values listed of a hole, members and joins listed of a cluster; all are counted. */
const MAX_LISTED = 50

const ShowRecord = Exemplar.extend({ workspace: z.string().nullable() })

const Lookalikes = z
  .object({ records: Count, examples: z.array(ShowRecord) })
  .describe('unattributed records whose masked values equal those of proven ones: a lead, never a verdict')

const Usual = z.object({ value: z.string().nullable(), share: z.number() })

/** What `show --format json` prints: one cluster, why it is one, and what its records hold. */
export const ShowDocument = z.object({
  schema: z.literal('ledger-triage/show@1'),
  tool: Report.shape.tool,
  inputs: Report.shape.inputs,
  cluster: Report.shape.clusters.element,
  timeline: Report.shape.timeline,
  undated: Count.describe('records of the cluster without a time: they stand in no stretch of the timeline'),
  why: z.object({
    counted: z.array(z.object({ name: z.string(), value: z.string() })).describe('what the id is made of'),
    ignored: z.array(z.string()).describe('fields of its records that play no part'),
    signatures: Count,
    members: z
      .array(z.object({ id: Id, template: z.string(), records: Count }))
      .describe('the largest first'),
    joins: z
      .array(
        z.object({
          step: z.enum(JOIN_STEPS),
          left: Id,
          right: Id,
          figure: z.number().describe('slot: values that the place takes; likeness: share in common'),
        }),
      )
      .describe('which step joined which members'),
    steps: z.partialRecord(z.enum(JOIN_STEPS), Count),
  }),
  values: z.array(
    z.object({
      hole: Count,
      name: z.string(),
      before: z.string().describe('the words before it'),
      distinct: Count.describe('at least, where uncounted is not 0'),
      uncounted: Count.describe('records with values beyond the first 10,000 distinct ones'),
      top: z.array(z.object({ value: z.string(), records: Count })),
    }),
  ),
  verdicts: z
    .array(z.object({ class: z.enum(CLASSES), reason: z.enum(REASONS), records: Count }))
    .describe('by class and reason'),
  unread: Count.describe('records whose values could not be told from the template'),
  lookalikes: z.object({ synthetic: Lookalikes, real: Lookalikes }),
  separates: z
    .array(
      z.object({
        field: z.string(),
        score: z.number().describe('0 where the classes fill it alike, 1 where they share no value'),
        usual: z.partialRecord(z.enum(CLASSES), Usual),
      }),
    )
    .describe('fields that differ most between the classes'),
  records: z.array(ShowRecord).describe('the newest'),
  notes: Report.shape.notes,
  complete: z.boolean(),
})
export type ShowDocument = z.infer<typeof ShowDocument>
type ShowRecord = ShowDocument['records'][number]

const toRecord = ({ path, line, offset, at, class: of, reason, workspace }: ShownRecord): ShowRecord => ({
  file: path,
  line,
  offset,
  at: isoOrNull(at),
  class: of,
  reason,
  workspace: workspace ?? null,
})

/** Joins a report that has this one cluster with what a second look at its records found. */
export function toShowDocument(
  report: Report,
  cluster: Cluster,
  inspection: Inspection,
): ShowDocument | undefined {
  const [shown] = report.clusters
  if (shown === undefined) return undefined
  const { signatures, joins } = cluster
  const codes = codesOf(cluster)
  const steps: ShowDocument['why']['steps'] = {}
  for (const { step } of joins) steps[step] = (steps[step] ?? 0) + 1
  const dated = shown.buckets.reduce(
    (sum, bucket) => sum + bucket.synthetic + bucket.real + bucket.unattributed,
    0,
  )
  const counted = new Set([...codes.map(({ name }) => name)])
  return {
    schema: 'ledger-triage/show@1',
    tool: report.tool,
    inputs: report.inputs,
    cluster: shown,
    timeline: report.timeline,
    undated: shown.count - dated,
    why: {
      counted: [...codes, ...(shown.template === '' ? [] : [{ name: 'message', value: shown.template }])],
      ignored: inspection.fields.filter((field) => !counted.has(field)),
      signatures: signatures.length,
      members: [...signatures]
        .sort((a, b) => b.total - a.total || (a.id < b.id ? -1 : 1))
        .slice(0, MAX_LISTED)
        .map((signature) => ({
          id: signature.id,
          template: renderTemplate(tokensOf(signature)),
          records: signature.total,
        })),
      joins: joins
        .slice(0, MAX_LISTED)
        .map((join) => ({ ...join, figure: Math.round(join.figure * 1000) / 1000 })),
      steps,
    },
    values: inspection.holes.map(({ index, name, before, values, uncounted }) => ({
      hole: index,
      name,
      before,
      distinct: values.size,
      uncounted,
      top: [...values]
        .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
        .slice(0, MAX_LISTED)
        .map(([value, records]) => ({ value, records })),
    })),
    verdicts: CLASSES.flatMap((of) =>
      REASONS.flatMap((reason) => {
        const records = inspection.verdicts.get(`${of} ${reason}`) ?? 0
        return records === 0 ? [] : [{ class: of, reason, records }]
      }),
    ),
    unread: inspection.unread,
    lookalikes: {
      synthetic: toLookalikes(inspection.lookalikes.synthetic),
      real: toLookalikes(inspection.lookalikes.real),
    },
    separates: inspection.separations.map(({ field, score, usual }) => ({
      field,
      score,
      usual: Object.fromEntries(
        Object.entries(usual).map(([of, { value, share }]) => [
          of,
          { value: value ?? null, share: Math.round(share * 1000) / 1000 },
        ]),
      ),
    })),
    records: inspection.records.map(toRecord),
    notes: report.notes,
    complete: report.complete && inspection.faults.length === 0,
  }
}

const toLookalikes = ({ records, examples }: Inspection['lookalikes']['real']) => ({
  records,
  examples: examples.map(toRecord),
})
