import * as z from 'zod'
import { Report } from './model.ts'

/** What `count --format json` prints: the figures of a report without its clusters. */
export const CountDocument = z.object({
  schema: z.literal('ledger-triage/count@1'),
  tool: Report.shape.tool,
  inputs: Report.shape.inputs,
  selection: Report.shape.selection,
  totals: Report.shape.totals,
  selected: Report.shape.selected,
  reasons: Report.shape.reasons,
  expected: z.int().nonnegative().nullable(),
  complete: z.boolean(),
})
export type CountDocument = z.infer<typeof CountDocument>

/** Takes a report's figures; `expected` is what `--expect` asked for. */
export function toCountDocument(report: Report, expected: number | undefined): CountDocument {
  const { tool, inputs, selection, totals, selected, reasons, complete } = report
  return {
    schema: 'ledger-triage/count@1',
    tool,
    inputs,
    selection,
    totals,
    selected,
    reasons,
    expected: expected ?? null,
    complete,
  }
}
