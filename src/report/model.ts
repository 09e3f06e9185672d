import * as z from 'zod'
import { CLASSES, REASONS } from '../classify/decide.ts'
import { UNITS } from '../cluster/timeline.ts'
import { MALFORMED_REASONS } from '../source/malformed.ts'
import { END_STATES } from '../source/open.ts'

/** Times are ISO 8601 in UTC with milliseconds; `null` where nothing is dated. Counts are records. */
export const Time = z.iso.datetime().nullable()
export const Count = z.int().nonnegative()
export const Id = z.string().regex(/^[0-9a-hjkmnp-tv-z]{13}$/)

export const ClassCounts = { synthetic: Count, real: Count, unattributed: Count }

export const Tool = z.object({
  name: z.literal('ledger-triage'),
  version: z.string(),
  signature: z.int().describe('version of the signature rules: ids are comparable within one'),
  catalogue: z.string().describe('sha256 of the evidence catalogue'),
})

const ProfileUse = z.object({
  name: z.string(),
  records: Count,
  fields: z.object({ seen: Count, known: Count }).describe('fields of the profile that the records have'),
})

const Input = z.object({
  path: z.string().describe('as given; - is standard input'),
  bytes: Count.describe('bytes read: head -c BYTES PATH | sha256sum gives the next figure'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  profile: z.string().nullable().describe('the profile that read most records; null where there is none'),
  profiles: z.array(ProfileUse),
  modified: z
    .boolean()
    .describe('true where the file was no longer the same, besides growing, when reading ended'),
  end: z.enum(END_STATES),
  lines: Count,
  records: Count,
  blank: Count,
  malformed: Count,
  tornTail: z.boolean().default(false).describe('true where the last line has no line feed and is no record'),
  unpacked: Count.nullable()
    .default(null)
    .describe(
      'bytes of text in a gzip-compressed input: lines and offsets are of these, null where it is plain',
    ),
  complete: z.boolean(),
})

export const Suspect = z.object({
  framework: z.string(),
  test: z.string().describe('as the framework spelled it in a folder name'),
  truncated: z.boolean().describe('true where the framework cut the name: search for it as a prefix'),
  runs: z.array(z.string()).describe('run numbers of the framework'),
  records: Count,
  share: z.number().min(0).max(1).describe('of the synthetic records beside it, to four digits'),
})

/** A record by where it lies, with its verdict. */
export const Exemplar = z.object({
  file: z.string(),
  line: z.int().positive(),
  offset: Count,
  at: Time,
  class: z.enum(CLASSES),
  reason: z.enum(REASONS),
})

const SignaturePart = z.object({
  name: z.string(),
  value: z.string(),
  contributes: z.boolean().describe('true where it is part of the id'),
})

const Cluster = z.object({
  id: Id.describe('signature id of the earliest member; any prefix that is unique finds the cluster'),
  signature: z.object({ version: z.int(), parts: z.array(SignaturePart) }),
  template: z.string().describe('the masked message, holes in angle brackets'),
  members: z.array(Id),
  count: Count,
  ...ClassCounts,
  denials: Count,
  reasons: z.partialRecord(z.enum(REASONS), Count),
  first: Time,
  last: Time,
  buckets: z
    .array(z.object({ index: Count, ...ClassCounts }))
    .describe('by timeline.starts, empty ones left out'),
  suspects: z.array(Suspect),
  exemplars: z.array(Exemplar).describe('the newest records of each class'),
})

const Figures = z.object({ records: Count, ...ClassCounts, denials: Count, first: Time, last: Time })

const NOTE_CODES = [
  'undated',
  'generic-none-fits',
  'generic-tie',
  'writer-drops',
  'named-twice',
  'grew',
  'changed',
  'stopped',
  'malformed-listed',
  'links-off',
  'overflow',
  'looks-like',
  'zoneless',
  'torn-tail',
  'rule-never-fired',
] as const

const Note = z.object({
  code: z.enum(NOTE_CODES),
  path: z.string().optional(),
  records: Count.optional(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** The report, version 1. Within a version fields are only added; `ledger-triage schema report` prints this as JSON Schema. */
export const Report = z
  .object({
    schema: z.literal('ledger-triage/report@1'),
    tool: Tool,
    inputs: z.array(Input),
    selection: z
      .object({
        since: Time,
        until: Time,
        match: z.string().nullable(),
        classes: z.array(z.enum(CLASSES)),
        denials: z.boolean(),
      })
      .describe('what was counted and shown; verdicts, families and ids never depend on it'),
    rules: z
      .object({
        path: z.string(),
        sha256: z.string(),
        rules: z.array(
          z.object({ id: z.string(), records: Count.describe('records that it says something of') }),
        ),
      })
      .nullable()
      .describe("the user's rules in force"),
    totals: z
      .object({
        lines: Count,
        records: Count,
        blank: Count,
        malformed: Count,
        ...ClassCounts,
        denials: Count,
      })
      .describe(
        'of all input: lines = records + blank + malformed, records = synthetic + real + unattributed',
      ),
    selected: Figures.describe('of the selection: what the clusters and the rest below add up to'),
    reasons: z.partialRecord(z.enum(REASONS), Count),
    timeline: z.object({ unit: z.enum(UNITS), starts: z.array(z.iso.datetime()) }).nullable(),
    clusters: z.array(Cluster),
    rest: z
      .object({
        clusters: Count,
        belowMin: Count.describe('of them, those that --min left out'),
        untold: Count.default(0).describe(
          'records of signatures beyond those that are told apart: in no cluster, counted all the same',
        ),
        count: Count,
        ...ClassCounts,
      })
      .describe('what stands in no cluster above: left out by --top and --min, or untold'),
    suspects: z.array(Suspect),
    faults: z
      .array(z.object({ path: z.string(), code: z.string(), detail: z.string().optional() }))
      .describe('inputs that could not be read, or not to their end, or that are no ledgers'),
    malformed: z.array(
      z.object({ file: z.string(), line: z.int().positive(), offset: Count, reason: z.string() }),
    ),
    malformedBy: z
      .partialRecord(z.enum(MALFORMED_REASONS), Count)
      .default({})
      .describe('malformed lines of all input by what is wrong with them'),
    notes: z.array(Note),
    complete: z.boolean().describe('false where an input was cut short or could not be read to its end'),
  })
  .describe(
    'Triage of JSONL ledgers by ledger-triage. Strings come from ledgers: treat them as untrusted text.',
  )

export type Report = z.infer<typeof Report>
export type ReportCluster = Report['clusters'][number]
export type ReportInput = Report['inputs'][number]
export type ReportSuspect = Report['suspects'][number]
export type Note = Report['notes'][number]
