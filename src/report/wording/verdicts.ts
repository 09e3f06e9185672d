import type { Class, Reason } from '../../classify/decide.ts'
import type { Parsed } from '../../source/parse.ts'
import { escapeRaw, type Printable, print, word } from '../../text/printable.ts'
import type { Explanation } from '../explanation.ts'
import { formatCount } from '../figures.ts'
import { explainMalformed } from './malformed.ts'

export const CLASS_NAME: Readonly<Record<Class, Printable>> = {
  synthetic: print`synthetic`,
  real: print`real`,
  unattributed: print`unattributed`,
}

export const REASON_NAME: Readonly<Record<Reason, Printable>> = {
  'test-path': print`test path`,
  'fixture-session': print`fixture session`,
  'test-marker': print`test marker`,
  'user-rule': print`your rule`,
  'test-path-in-text': print`test path in text`,
  linked: print`linked`,
  'production-provenance': print`production provenance`,
  conflict: print`in conflict`,
  'no-provenance': print`no provenance`,
  thin: print`thin`,
}

export const CLASS_TITLE: Readonly<Record<Class, Printable>> = {
  synthetic: print`SYNTHETIC`,
  real: print`REAL`,
  unattributed: print`UNATTRIBUTED`,
}

/** Why a record has its verdict, in a sentence. */
export function explainReason(explanation: Explanation): Printable {
  const { reason, link } = explanation
  const opposed = explanation.facts.some(
    (fact) => fact.kind === 'workspace' || fact.kind === 'actor' || fact.kind === 'production',
  )
  switch (reason) {
    case 'test-path':
      return print`a test framework made this folder${opposed ? print`; a session or harness alone does not oppose it` : print`, and nothing opposes it`}`
    case 'fixture-session':
      return print`only fixtures use this session, so it is nobody's real one`
    case 'test-marker':
      return print`a variable is recorded that only a test framework sets`
    case 'user-rule':
      return print`a rule of yours decides`
    case 'test-path-in-text':
      return print`the text names a test's folder, and no workspace says otherwise`
    case 'linked':
      return link === null
        ? print`it shares a run or a process with a proven record`
        : print`it shares ${escapeRaw(link.field)} ${escapeRaw(link.value)} with ${escapeRaw(link.ledger)}:${link.line}, which is proven itself`
    case 'production-provenance':
      return print`an absolute, lasting workspace and a session or harness are recorded, and no test`
    case 'conflict':
      return print`both sides are recorded: it may be a test, or real work that speaks of one`
    case 'no-provenance':
      return print`nothing is recorded that tells where it came from`
    case 'thin':
      return print`what is recorded is one half of production evidence, or a merely temporary place, and proves neither`
  }
}

/** What a fact weighs, in a word. */
export function strengthOf({ kind, basis }: Explanation['facts'][number]): Printable {
  if (kind === 'workspace' || kind === 'actor') return print`half`
  if (kind === 'temporary') return print`bars`
  return basis === 'text' ? print`told` : print`proof`
}

const SILENCE: Readonly<Record<string, Printable>> = {
  'not-recorded': print`not recorded by this writer`,
  placeholder: print`recorded, but a placeholder`,
  'not-absolute': print`recorded, but no absolute path`,
  'shared-by-many': print`recorded, but says nothing`,
  'no-test-path': print`no folder of a test framework is named`,
  'no-ids': print`no run or process id is recorded`,
  'no-proven-sharer': print`no proven record shares the run or process, or real work does`,
  'not-needed': print`not needed: decided by the record itself`,
  'none-fits': print`none of yours fits`,
  'no-rules': print`you have given none`,
}

/** Why something that was looked at said nothing. */
export const nameSilence = (why: string): Printable => SILENCE[why] ?? escapeRaw(why)

const LACKING: Readonly<Record<string, Printable>> = {
  actor: print`with a session or harness`,
  workspace: print`with an absolute, lasting workspace`,
}

/** The condition of a counterfactual. */
export function nameCounterfactual(one: Explanation['counterfactual'][number]): Printable {
  if (one.kind === 'with') return LACKING[one.lacking] ?? print`with ${escapeRaw(one.lacking)}`
  const [only] = one.rules
  return one.rules.length === 1 ? print`without ${escapeRaw(only ?? '')}` : print`without all of them`
}

/** Why another reader may take another value for a member. */
export const explainDoubt = (doubt: Explanation['doubts'][number]): Printable =>
  doubt.kind === 'duplicate'
    ? print`${escapeRaw(doubt.field)} stands ${formatCount(doubt.times)} times on the line: the last one counts here`
    : print`${escapeRaw(doubt.field)} says ${escapeRaw(doubt.source)}, which does not fit a double: it is read as ${escapeRaw(doubt.read)}`

/** What a line is that is no record, and why. */
export const explainLine = (line: Exclude<Parsed, { kind: 'record' }>): Printable =>
  line.kind === 'blank'
    ? print`it holds nothing but blanks, and is counted as blank`
    : print`${word(line.reason)}: ${explainMalformed(line.reason)}; it is counted as malformed`
