import * as z from 'zod'
import { CLASSES, REASONS } from '../classify/decide.ts'
import type { LinkIndex } from '../evidence/links.ts'
import { type Examiner, settleVerdict } from '../examine.ts'
import type { Signed } from '../signature/sign.ts'
import type { Parsed } from '../source/parse.ts'
import { toIso } from '../text/time.ts'

const Fact = z.object({
  rule: z.string(),
  kind: z.enum(['test', 'workspace', 'actor', 'temporary', 'production']),
  basis: z.enum(['field', 'text', 'rule']),
  field: z.string(),
  span: z.tuple([z.int(), z.int()]).describe('start and end in the decoded value, in UTF-16 units'),
  value: z.string(),
  framework: z.string().optional(),
  test: z.string().optional(),
  truncated: z.boolean().optional(),
  run: z.string().optional(),
  within: z.string().optional(),
})

const Place = { line: z.int().positive(), offset: z.int().nonnegative() }

/** One line of `classify`, by what the ledger's line turned out to be. With several ledgers, `ledger` comes first. */
export const ClassifyLine = z.union([
  z.object({
    ledger: z.string().optional(),
    ...Place,
    class: z.enum(CLASSES),
    reason: z.enum(REASONS),
    cluster: z.string().optional().describe('left out by --no-links, which knows of one line at a time'),
    signature: z.string(),
    at: z.iso.datetime().nullable(),
    facts: z.array(Fact),
  }),
  z.object({ ledger: z.string().optional(), ...Place, malformed: z.string() }),
  z.object({ ledger: z.string().optional(), ...Place, blank: z.literal(true) }),
])
type ClassifyLine = z.infer<typeof ClassifyLine>

export type ClusterFinder = (signed: Signed) => { readonly signature: string; readonly cluster?: string }

/** What `classify` says of one line. `links` are those of all input, if any was read before. */
export function classifyLine(
  parsed: Parsed,
  examine: Examiner,
  links: LinkIndex | undefined,
  findCluster: ClusterFinder,
): ClassifyLine {
  const { line, offset } = parsed.position
  if (parsed.kind === 'blank') return { line, offset, blank: true }
  if (parsed.kind === 'malformed') return { line, offset, malformed: parsed.reason }
  const { record, verdict: own, signed } = examine(parsed.position, parsed.value)
  const verdict = links === undefined ? own : settleVerdict(record, own, links).verdict
  const { cluster, signature } = findCluster(signed)
  return {
    line,
    offset,
    class: verdict.class,
    reason: verdict.reason,
    ...(cluster === undefined ? {} : { cluster }),
    signature,
    at: record.at === undefined ? null : toIso(record.at),
    facts: verdict.facts.map((fact) => ({ ...fact, span: [fact.span[0], fact.span[1]] })),
  }
}
