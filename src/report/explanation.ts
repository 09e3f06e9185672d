import * as z from 'zod'
import { CLASSES, REASONS } from '../classify/decide.ts'
import { MALFORMED_REASONS } from '../source/malformed.ts'
import { ClassifyLine } from './classify-line.ts'

const Outcome = { class: z.enum(CLASSES), reason: z.enum(REASONS) }

/** What `explain --format json` prints of one record. */
export const Explanation = z.object({
  schema: z.literal('ledger-triage/explain@1'),
  ledger: z.string(),
  line: z.int().positive(),
  offset: z.int().nonnegative(),
  length: z.int().nonnegative().describe('bytes of the line, its line feed left out'),
  profile: z.string(),
  at: z.iso.datetime().nullable(),
  denial: z.boolean(),
  ...Outcome,
  facts: ClassifyLine.options[0].shape.facts,
  link: z
    .object({
      by: z.enum(['run', 'process']),
      field: z.string(),
      value: z.string(),
      ledger: z.string(),
      line: z.int(),
    })
    .nullable()
    .describe('the shared id that decided, and the record that proves it'),
  silent: z
    .array(z.object({ what: z.string(), why: z.string() }))
    .describe('what was looked at and said nothing'),
  counterfactual: z.array(
    z.union([
      z.object({ kind: z.literal('without'), rules: z.array(z.string()), ...Outcome }),
      z.object({ kind: z.literal('with'), lacking: z.string(), ...Outcome }),
    ]),
  ),
  doubts: z
    .array(
      z.union([
        z.object({ kind: z.literal('duplicate'), field: z.string(), times: z.int().positive() }),
        z.object({ kind: z.literal('number'), field: z.string(), source: z.string(), read: z.string() }),
      ]),
    )
    .default([])
    .describe(
      'where another reader may take another value: members that stand twice, numbers that do not fit',
    ),
  cluster: z.string(),
  signature: z.string(),
  template: z.string(),
  codes: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type Explanation = z.infer<typeof Explanation>

/** The same of a line that is no record. */
export const LineExplanation = z.object({
  schema: z.literal('ledger-triage/explain@1'),
  ledger: z.string(),
  line: z.int().positive(),
  offset: z.int().nonnegative(),
  length: z.int().nonnegative().describe('bytes of the line, its line feed left out'),
  malformed: z.enum(MALFORMED_REASONS).optional(),
  blank: z.literal(true).optional(),
  why: z.string(),
})
export type LineExplanation = z.infer<typeof LineExplanation>

export const ExplainDocument = z.union([Explanation, LineExplanation])

/** The same with the texts that the facts were found in, for a screen that underlines them. */
export type Explained = { readonly explanation: Explanation; readonly texts: ReadonlyMap<string, string> }
