import * as z from 'zod'
import { CLASSES, REASONS } from '../classify/decide.ts'
import { ATTRIBUTIONS, GROUNDS } from '../guard/attribute.ts'
import { LEDGER_CHANGES } from '../guard/compare.ts'
import { VERDICTS } from '../guard/outcome.ts'
import { ClassCounts, Count, Id, Suspect, Time, Tool } from './model.ts'

const Sha = z.string().regex(/^[0-9a-f]{64}$/)

const Figures = z.object({
  lines: Count,
  records: Count,
  blank: Count,
  malformed: Count,
  ...ClassCounts,
  denials: Count,
  matching: z
    .object({ records: Count, denials: Count })
    .describe('of the records that --match asks for; of all without it'),
  stateFiles: Count,
})

const Mark = z
  .object({
    bytes: Count,
    sha256: Sha,
    device: z.number().nullable(),
    inode: z.number().nullable(),
    modified: z.iso.datetime().describe('told, never trusted: it can be forged'),
    mode: z.string().regex(/^[0-7]{4}$/),
  })
  .describe('head -c BYTES PATH | sha256sum proves the bytes again')

const Ledger = z.object({
  path: z.string(),
  change: z.enum(LEDGER_CHANGES),
  earlier: z
    .enum(['identical', 'altered', 'none'])
    .describe('the bytes from before the run: still there by their hash, no longer so, or there were none'),
  differsFrom: Count.nullable().describe(
    'offset from which on bytes differ, behind the first 8 MiB rounded down by up to 1,024',
  ),
  modeChanged: z.boolean(),
  sameAs: z
    .string()
    .nullable()
    .describe('another guarded path that leads to the same file, where its lines are counted'),
  before: Mark.nullable(),
  after: Mark.nullable(),
})

const Attribution = z.enum(ATTRIBUTIONS).describe('laid to the run, to work beside it, or to nobody')

const Place = { ledger: z.string(), line: z.int().positive(), offset: Count, length: Count }

const Line = z.union([
  z.object({
    ...Place,
    attribution: Attribution,
    ground: z.enum(GROUNDS),
    class: z.enum(CLASSES),
    reason: z.enum(REASONS),
    rule: z.string().nullable().describe('the rule of the fact that decided'),
    field: z.string().nullable(),
    value: z.string().nullable(),
    framework: z.string().nullable(),
    test: z.string().nullable(),
    truncated: z.boolean().describe('true where the framework cut the name: search for it as a prefix'),
    run: z.string().nullable().describe('run number of the framework'),
    cluster: Id,
    signature: Id,
    template: z.string(),
    at: Time,
    denial: z.boolean(),
    matches: z.boolean().describe('true where it is one of those that --match asks for'),
  }),
  z.object({ ...Place, attribution: Attribution, ground: z.enum(GROUNDS), malformed: z.string() }),
])

const Matching = z.object({ ...ClassCounts })

const Appended = z
  .object({
    records: Count,
    ...ClassCounts,
    blank: Count,
    malformed: Count,
    leak: Count,
    beside: Count,
    unsure: Count,
    matching: z.object({ records: Matching, denials: Matching }),
    suspects: z.array(Suspect),
    lines: z.array(Line).describe('the first 1,000 of each attribution; all are counted'),
  })
  .describe('leak + beside + unsure = records + malformed')

const File = z.object({
  kind: z.enum(['file', 'link', 'folder', 'other']),
  bytes: Count,
  mode: z.string(),
  sha256: z.string().nullable(),
})

const StateFile = z.object({
  path: z.string(),
  change: z.enum(['created', 'changed', 'deleted']),
  attribution: Attribution,
  tie: z
    .union([z.literal('token'), z.object({ ledger: z.string(), line: z.int().positive() })])
    .nullable()
    .describe('the appended line whose workspace its name is the hash of, or this run’s token inside it'),
  before: File.nullable(),
  after: File.nullable(),
})

/** What a guarded run came to, version 1. `ledger-triage schema guard` prints this as JSON Schema. */
export const GuardReport = z
  .object({
    schema: z.literal('ledger-triage/guard@1'),
    tool: Tool,
    command: z.array(z.string()),
    child: z.object({
      code: z.int().describe('as a shell gives it'),
      signal: z.string().nullable(),
      started: z.boolean(),
      errno: z.string().nullable(),
    }),
    match: z.string().nullable(),
    before: Figures,
    after: Figures,
    ledgers: z.array(Ledger),
    appended: Appended,
    stateFiles: z.array(StateFile).describe('those that changed'),
    beacon: z.object({ token: z.string(), folder: z.string(), kept: z.boolean() }).nullable(),
    isolated: z
      .object({
        folder: z.string(),
        kept: z.boolean(),
        variables: z.record(z.string(), z.string()),
        ledgers: z.array(z.string()),
        written: Appended,
        stateFiles: z.array(z.string()),
      })
      .nullable(),
    idleWatch: z.array(z.string()).describe('globs of --watch that matched nothing'),
    left: z.array(z.string()).describe('private folders that could not be removed'),
    settled: Count.describe('milliseconds that late writers were given'),
    hurried: z.boolean().describe('true where a signal cut that short'),
    outcome: z.object({
      verdict: z.enum(VERDICTS),
      code: z.int().describe('of the guard: the command’s own, if that is not 0'),
      finding: z.int().describe('the code, had the command ended with 0'),
      allowUnattributed: z.boolean(),
    }),
    complete: z.boolean().describe('false where the second count was cut short'),
  })
  .describe(
    'A command run under ledger-triage guard. Strings come from ledgers: treat them as untrusted text.',
  )

export type GuardReport = z.infer<typeof GuardReport>
export type GuardLine = GuardReport['appended']['lines'][number]
export type GuardState = GuardReport['stateFiles'][number]
export type GuardAppended = GuardReport['appended']
