import { findCounterfactuals } from '../classify/counterfactual.ts'
import type { Verdict } from '../classify/decide.ts'
import { isPlaceholder } from '../evidence/placeholder.ts'
import { type Examiner, settleVerdict } from '../examine.ts'
import type { LedgerRecord } from '../profile/normalise.ts'
import type { Role } from '../profile/roles.ts'
import { identify, keyOf, tokensOf } from '../signature/sign.ts'
import { renderTemplate } from '../signature/token.ts'
import { findDoubts } from '../source/doubts.ts'
import type { Parsed } from '../source/parse.ts'
import { toIso } from '../text/time.ts'
import type { Triage } from '../triage.ts'
import type { Explained, Explanation, LineExplanation } from './explanation.ts'
import { explainLine } from './wording/verdicts.ts'

type Silent = Explanation['silent'][number]

/** Why a role gave no fact: not recorded, or recorded with a value that says nothing. */
function whySilent(record: LedgerRecord, role: Role): string {
  const leaf = record.leaves.find((one) => one.role === role)
  if (leaf === undefined) return 'not-recorded'
  if (isPlaceholder(String(leaf.value))) return 'placeholder'
  return role === 'workspace' ? 'not-absolute' : 'shared-by-many'
}

function findSilent(record: LedgerRecord, { facts, reason }: Verdict, rules: boolean): Silent[] {
  const has = (kind: string): boolean => facts.some((fact) => fact.kind === kind)
  const hasRule = (prefix: string): boolean => facts.some((fact) => fact.rule.startsWith(prefix))
  const silent: Silent[] = []
  const say = (what: string, why: string): void => {
    silent.push({ what, why })
  }
  const places =
    has('workspace') ||
    has('temporary') ||
    facts.some((fact) => fact.field !== '' && isRole(record, fact.field, 'workspace'))
  if (!places) say('workspace', whySilent(record, 'workspace'))
  if (!has('actor') && !hasRule('session/') && !hasRule('user/fixtureSessions')) {
    say('session', whySilent(record, 'session'))
    say('harness', whySilent(record, 'harness'))
  }
  if (!hasRule('marker/')) say('marker', 'not-recorded')
  if (!facts.some((fact) => fact.kind === 'test' && fact.basis === 'text')) say('text', 'no-test-path')
  if (reason !== 'linked') {
    const linkable = reason === 'no-provenance' || reason === 'thin'
    const shares = record.leaves.some((leaf) => leaf.role === 'run' || leaf.role === 'process')
    say('link', linkable ? (shares ? 'no-proven-sharer' : 'no-ids') : 'not-needed')
  }
  if (!hasRule('user/')) say('rules', rules ? 'none-fits' : 'no-rules')
  return silent
}

const isRole = (record: LedgerRecord, field: string, role: Role): boolean =>
  record.leaves.some((leaf) => leaf.field === field && leaf.role === role)

/** Explains one record of a triage, of which `text` is the line: its facts, its link, what said nothing, and what its verdict hangs on. */
export function explainRecord(
  parsed: Extract<Parsed, { kind: 'record' }>,
  ledger: string,
  examine: Examiner,
  triage: Triage,
  rules: boolean,
  text: string,
): Explained {
  const { record, verdict: own, signed } = examine(parsed.position, parsed.value)
  const { verdict, link } = settleVerdict(record, own, triage.links)
  const signature = identify(keyOf(signed))
  const cluster = triage.clusters.find(({ signatures }) => signatures.some(({ id }) => id === signature))
  const explanation: Explanation = {
    schema: 'ledger-triage/explain@1',
    ledger,
    ...parsed.position,
    profile: record.detection.profile.name,
    at: record.at === undefined ? null : toIso(record.at),
    denial: record.isDenial,
    class: verdict.class,
    reason: verdict.reason,
    facts: verdict.facts.map((fact) => ({ ...fact, span: [fact.span[0], fact.span[1]] })),
    link:
      link === undefined
        ? null
        : {
            by: link.by,
            field: link.key.field,
            value: link.key.value,
            ledger: triage.inputs[link.proof.ledger]?.watermark.path ?? ledger,
            line: link.proof.line,
          },
    silent: findSilent(record, verdict, rules),
    counterfactual: findCounterfactuals(verdict).map((one) =>
      one.kind === 'without' ? { ...one, rules: [...one.rules] } : one,
    ),
    doubts: findDoubts(text),
    cluster: cluster?.id ?? signature,
    signature,
    template: renderTemplate(tokensOf(signed)),
    codes: signed.codes.map(({ name, value }) => ({ name, value })),
  }
  const texts = record.leaves.map((leaf) => [leaf.field, String(leaf.value)] as const)
  return { explanation, texts: new Map(texts) }
}

/** Explains a line that is no record. */
export const toLineExplanation = (
  line: Exclude<Parsed, { kind: 'record' }>,
  ledger: string,
): LineExplanation => ({
  schema: 'ledger-triage/explain@1',
  ledger,
  ...line.position,
  ...(line.kind === 'blank' ? { blank: true } : { malformed: line.reason }),
  why: explainLine(line),
})
