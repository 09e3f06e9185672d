import type { Class, Reason } from '../../classify/decide.ts'
import type { JoinStep } from '../../signature/group.ts'
import { escapeRaw, join, type Printable, print, word } from '../../text/printable.ts'
import { formatCount } from '../figures.ts'
import type { ShowDocument } from '../show-document.ts'
import { plural, records } from './counts.ts'
import { CLASS_NAME, REASON_NAME } from './verdicts.ts'

/** Figures of the cluster for its head. */
export function headShow({ cluster }: ShowDocument): Printable {
  const { count, denials, synthetic, real, unattributed } = cluster
  const all = denials === count ? print`${formatCount(count)} denials` : records(count)
  return print`${all}   ${formatCount(synthetic)} synthetic   ${formatCount(real)} real   ${formatCount(unattributed)} unattributed`
}

const STEP: Readonly<Record<JoinStep, (count: number) => Printable>> = {
  spelling: (count) => print`${formatCount(count)} by spelling: equal but for dressing, plural, units, lists`,
  context: (count) =>
    print`${formatCount(count)} by context: a place takes many values between the same words`,
  slot: (count) => print`${formatCount(count)} by slot: one place differs, and takes several values`,
  likeness: (count) => print`${formatCount(count)} by likeness: most words shared, values elsewhere`,
  rule: (count) => print`${formatCount(count)} by a rule of yours`,
}

/** How the members of a cluster came together, one line a step. */
export function explainSteps({ why }: ShowDocument): Printable[] {
  if (why.signatures === 1) return [print`one signature: every record has the same words`]
  const steps = (['spelling', 'context', 'slot', 'likeness', 'rule'] as const).flatMap((step) => {
    const count = why.steps[step] ?? 0
    return count === 0 ? [] : [STEP[step](count)]
  })
  return [print`${formatCount(why.signatures)} signatures, joined`, ...steps.map((line) => print`  ${line}`)]
}

/** One join, as evidence: which step, and what it saw. */
export function explainJoin({ step, figure }: ShowDocument['why']['joins'][number]): Printable {
  if (step === 'slot' && figure > 1) return print`slot with ${formatCount(figure)} values`
  if (step === 'context') return print`many values there`
  if (step === 'likeness') return print`${Math.round(figure * 100)} % in common`
  return step === 'rule' ? print`your rule` : print`same words`
}

/** What a part is to the id: a template over several signatures is in none of their ids, its own words are. */
const explainCounted = (name: string, value: string, signatures: number): Printable =>
  name === 'message' && signatures > 1
    ? print`${escapeRaw(value)}   covers ${formatCount(signatures)} signatures; the first one's is the id`
    : print`${escapeRaw(value)}   in the id`

/** What counts toward the id, what is masked, what plays no part. */
export function listWhy({ why, values }: ShowDocument): (readonly [name: Printable, text: Printable])[] {
  const holes = values.map(({ name, before }) =>
    before === '' ? print`<${word(name)}>` : print`${escapeRaw(before)} <${word(name)}>`,
  )
  return [
    ...why.counted.map(
      ({ name, value }) => [escapeRaw(name), explainCounted(name, value, why.signatures)] as const,
    ),
    ...(holes.length === 0 ? [] : [[print`masked`, join(holes, print`, `)] as const]),
    ...(why.ignored.length === 0
      ? []
      : [
          [
            print`ignored`,
            join(
              why.ignored.map((field) => escapeRaw(field)),
              print`, `,
            ),
          ] as const,
        ]),
  ]
}

const WHY: Readonly<Record<Reason, Printable>> = {
  'test-path': print`a test framework's own folder`,
  'fixture-session': print`a session that only fixtures use`,
  'test-marker': print`a variable of a test framework`,
  'user-rule': print`a rule of yours`,
  'test-path-in-text': print`a test's folder in the text alone`,
  linked: print`shares a run or process with a proven one`,
  'production-provenance': print`lasting workspace, and session or harness`,
  conflict: print`both sides are recorded`,
  'no-provenance': print`nothing is recorded that tells`,
  thin: print`one half, or a merely temporary place`,
}

/** Verdicts by class and reason: count, class, reason, and what it means. */
export const listVerdicts = ({
  verdicts,
}: ShowDocument): (readonly [count: number, of: Class, reason: Printable, why: Printable])[] =>
  verdicts.map(
    ({ class: of, reason, records: count }) => [count, of, REASON_NAME[reason], WHY[reason]] as const,
  )

/** Look-alikes of one class, as a lead. */
export function explainLookalikes(of: 'synthetic' | 'real', count: number): Printable {
  const proven = of === 'synthetic' ? print`a proven test's` : print`proven real work's`
  return print`${formatCount(count)} unattributed ${plural(count, print`record has`, print`records have`)} the very values of ${proven}: a lead, never a verdict`
}

/** How the classes fill one field. */
export function describeUsual({ usual }: ShowDocument['separates'][number]): Printable {
  const parts = (['synthetic', 'real', 'unattributed'] as const).flatMap((of) => {
    const one = usual[of]
    if (one === undefined) return []
    const value =
      one.value === null ? print`(not recorded)` : one.value === '' ? print`(recorded)` : escapeRaw(one.value)
    return [print`${CLASS_NAME[of]} ${value} ${Math.round(one.share * 100)} %`]
  })
  return join(parts, print`; `)
}

/** Records whose values could not be read off the template. */
export const explainUnread = (count: number): Printable =>
  print`${records(count)} with other words in between: values not told`

export const explainNoWorkspace = print`(no workspace recorded)`

export const explainUndated = (count: number): Printable => print`${records(count)} without a time beside it`

/** What to type next. */
export const nextOnShow = ({ records: newest }: ShowDocument): Printable | undefined => {
  const [first] = newest
  return first === undefined ? undefined : print`ledger-triage explain ${escapeRaw(first.file)}:${first.line}`
}

/** A cluster of records without a message. */
export const explainNoMessage = print`(no message)`
