import * as z from 'zod'
import type { CLASSES } from '../classify/decide.ts'

/** Why a pattern is not understood, or undefined where it is: only `*`, `?` and, between slashes, `**` are special. */
function explainBadPattern(pattern: string): string | undefined {
  if (pattern.trim() === '') return 'a pattern that is not empty'
  if (/[[\]{}]/.test(pattern)) return 'a pattern of *, ? and ** only: sets and braces are not understood'
  return /\*\*[^/\\]|[^/\\]\*\*/.test(pattern) ? 'a pattern in which ** stands between slashes' : undefined
}

function explainBadPath(pattern: string): string | undefined {
  const bad = explainBadPattern(pattern)
  if (bad !== undefined) return bad
  return /^(?:\/|[A-Za-z]:[/\\]|\\\\)/.test(pattern)
    ? undefined
    : 'an absolute path: /… , C:\\… or \\\\server\\…'
}

/** A string that a check finds nothing wrong with; else the issue says what was expected. */
const checked = (explain: (text: string) => string | undefined) =>
  z.string().check((context) => {
    const expected = explain(context.value)
    if (expected !== undefined)
      context.issues.push({ code: 'custom', message: expected, input: context.value })
  })

const NamePattern = checked(explainBadPattern).describe('an exact name, or a pattern with * and ?')
const PathPattern = checked(explainBadPath).describe(
  'an absolute path; it and everything below it are meant; *, ? and ** as in globs',
)
const FieldNames = z.array(z.string().min(1)).default([])

const ID_PREFIX = /^[0-9a-hjkmnp-tv-z]{6,13}$/
const ClusterId = checked((text) =>
  ID_PREFIX.test(text) ? undefined : 'an id of a signature or cluster, or its first 6 characters or more',
).describe('an id that a report printed, or its first 6 characters or more')
const KeptWord = checked((text) => (/^\S+$/.test(text) ? undefined : 'one word, without blanks'))

const Signature = z
  .strictObject({
    merge: z.array(z.array(ClusterId)).default([]).describe('lists of clusters that are one'),
    split: z.array(ClusterId).default([]).describe('signatures that stand alone'),
    keep: z.array(KeptWord).default([]).describe('words that always part clusters'),
  })
  .default({ merge: [], split: [], keep: [] })

const Marker = z.strictObject({
  field: z.string().min(1).describe('name of a field at any depth, or a dotted name'),
  equals: z.union([z.string(), z.number(), z.boolean()]),
  class: z.enum(['synthetic', 'real'] satisfies (typeof CLASSES)[number][]).default('synthetic'),
})

/** What a user knows of a ledger that no framework's folder tells: `ledger-triage.config.json`, or `--rules FILE`. */
export const Config = z
  .strictObject({
    $schema: z.string().optional(),
    fixtureSessions: z.array(NamePattern).default([]).describe('session names that only fixtures use'),
    markers: z.array(Marker).default([]).describe('field values that decide a record alone, either way'),
    testPaths: z.array(PathPattern).default([]).describe('folders that only tests use'),
    tempRoots: z.array(PathPattern).default([]).describe('further places for temporary files'),
    productionRoots: z
      .array(PathPattern)
      .default([])
      .describe('folders of real work, also where they look temporary'),
    fields: z
      .strictObject({
        workspace: FieldNames,
        session: FieldNames,
        harness: FieldNames,
        run: FieldNames,
        process: FieldNames,
        host: FieldNames,
        message: FieldNames,
        time: FieldNames,
      })
      .partial()
      .default({})
      .describe('further field names by role'),
    signature: Signature.describe('which records are one cluster, where you know better'),
  })
  .describe('Rules of ledger-triage for one kind of ledger.')
export type Config = z.infer<typeof Config>
