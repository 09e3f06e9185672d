import * as z from 'zod'
import { countDoubted, DECISIONS, type Decision, type Trust } from '../classify/gate.ts'
import { Report } from './model.ts'

/** What `gate --format json` prints: whether a cluster is worth an investigation, and on which figures that rests. */
export const GateDocument = z.object({
  schema: z.literal('ledger-triage/gate@1'),
  tool: Report.shape.tool,
  inputs: Report.shape.inputs,
  selection: Report.shape.selection,
  decision: z.enum(DECISIONS),
  code: z
    .int()
    .describe(
      '0 investigate, 1 dismiss, 10 undecided, 2 none; 3 or 4 where an input was not read to its end',
    ),
  sentence: z.string().describe('for whoever would open a task; its figures are those below'),
  selected: Report.shape.selected,
  reasons: Report.shape.reasons,
  doubted: z
    .int()
    .nonnegative()
    .describe('synthetic records by text or link only, unless --trust-text or --trust-links'),
  trusted: z.object({ text: z.boolean(), links: z.boolean() }),
  clusters: z.array(
    z.object({
      id: Report.shape.clusters.element.shape.id,
      template: z.string(),
      count: z.int().nonnegative(),
      synthetic: z.int().nonnegative(),
      real: z.int().nonnegative(),
      unattributed: z.int().nonnegative(),
      exemplars: Report.shape.clusters.element.shape.exemplars,
    }),
  ),
  suspects: Report.shape.suspects,
  totals: Report.shape.totals,
  faults: Report.shape.faults,
  notes: Report.shape.notes,
  complete: z.boolean(),
})
export type GateDocument = z.infer<typeof GateDocument>

/** Joins a report with a decision about what it selected. */
export function toGateDocument(
  report: Report,
  decision: Decision,
  code: number,
  trust: Trust,
  sentence: string,
): GateDocument {
  const { tool, inputs, selection, selected, reasons, suspects, totals, faults, notes, complete } = report
  return {
    schema: 'ledger-triage/gate@1',
    tool,
    inputs,
    selection,
    decision,
    code,
    sentence,
    selected,
    reasons,
    doubted: countDoubted({ ...selected, reasons }, trust),
    trusted: { ...trust },
    clusters: report.clusters.map(({ id, template, count, synthetic, real, unattributed, exemplars }) => ({
      id,
      template,
      count,
      synthetic,
      real,
      unattributed,
      exemplars,
    })),
    suspects,
    totals,
    faults,
    notes,
    complete,
  }
}
