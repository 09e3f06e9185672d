import { blank, concat, escapeRaw, join, type Printable, print, repeat } from '../../text/printable.ts'
import { fitEnd, fitMiddle, fitStart, measure, padEnd } from '../../text/width.ts'
import { wrap } from '../../text/wrap.ts'
import { formatMinute } from '../../text/zone.ts'
import type { Explained, Explanation, LineExplanation } from '../explanation.ts'
import { formatBytes, formatCount } from '../figures.ts'
import type { View } from '../view.ts'
import {
  CLASS_TITLE,
  explainDoubt,
  explainReason,
  nameCounterfactual,
  nameSilence,
  REASON_NAME,
  strengthOf,
} from '../wording/verdicts.ts'
import { setSideBySide } from './columns-of-text.ts'
import { shortenIds } from './short-ids.ts'

/** From so many columns on, the two sides of the evidence stand beside one another. */
const WIDE = 116
const INDENT = 3

type Fact = Explanation['facts'][number]

/** One record: verdict, facts for and against with the matched span underlined, and what the verdict hangs on. */
export function renderExplanation(explained: Explained, view: View): Printable {
  const { explanation } = explained
  const room = view.columns >= WIDE ? Math.floor(view.columns / 2) - 2 : view.columns
  const test = explanation.facts.filter((fact) => fact.kind === 'test')
  const production = explanation.facts.filter((fact) => fact.kind !== 'test')
  const forTest = block(
    print`FOR A TEST`,
    test.flatMap((fact) => layOutFact(fact, explained, room, view)),
    view,
  )
  const forProduction = block(
    print`FOR PRODUCTION`,
    production.flatMap((fact) => layOutFact(fact, explained, room, view)),
    view,
  )
  const counterfactual = block(print`COUNTERFACTUAL`, layOutCounterfactual(explanation, room, view), view)
  const signature = layOutSignature(explanation, room, view)
  const silent = block(
    print`LOOKED AT, SAID NOTHING`,
    explanation.silent.map(({ what, why }) => print`   ${padEnd(escapeRaw(what), 11)}${nameSilence(why)}`),
    view,
  )
  const wide = view.columns >= WIDE
  const lines = [
    ...layOutHead(explanation, view),
    print``,
    ...(wide ? setSideBySide(forTest, forProduction, view.columns) : [...forTest, print``, ...forProduction]),
    print``,
    ...(wide
      ? setSideBySide(counterfactual, signature, view.columns)
      : [...counterfactual, print``, ...signature]),
    print``,
    ...silent,
    ...layOutDoubts(explanation, view),
    print``,
    print` RAW  ledger-triage explain ${place(explanation)} --raw`,
  ]
  return concat(...lines.map((line) => print`${line}\n`))
}

/** A line that is no record: where it lies, what it is, and why. */
export function renderLine(line: LineExplanation, view: View): Printable {
  const bytes = print`bytes ${formatCount(line.offset)} to ${formatCount(line.offset + line.length)} (${formatBytes(line.length)})`
  const room = Math.max(16, view.columns - measure(bytes) - 3)
  const title = line.blank === true ? print`BLANK` : print`MALFORMED`
  const indent = measure(title) + 4
  const [first = print``, ...others] = wrap(
    escapeRaw(line.why),
    Math.max(20, view.columns - indent),
    view.glyphs.ellipsis,
  )
  const lines = [
    print`${fitMiddle(print`${escapeRaw(line.ledger)}:${line.line}`, room, view.glyphs.ellipsis)}   ${bytes}`,
    print``,
    print` ${view.paint('alarm', title)}   ${first}`,
    ...others.map((text) => concat(blank(indent), text)),
    print``,
    print` RAW  ledger-triage explain ${escapeRaw(line.ledger)}:${line.line} --raw`,
  ]
  return concat(...lines.map((text) => print`${text}\n`))
}

const place = ({ ledger, line }: Explanation): Printable => print`${escapeRaw(ledger)}:${line}`

function layOutHead(explanation: Explanation, view: View): Printable[] {
  const { offset, length, at } = explanation
  const bytes = print`bytes ${formatCount(offset)} to ${formatCount(offset + length)} (${formatBytes(length)})`
  const when =
    at === null
      ? print`undated`
      : print`${escapeRaw(formatMinute(Date.parse(at), view.zone))} ${escapeRaw(view.zone.name)}`
  const room = view.columns - measure(bytes) - measure(when) - 6
  const head = print`${fitMiddle(place(explanation), Math.max(16, room), view.glyphs.ellipsis)}   ${bytes}   ${when}`
  const title = view.paint(explanation.class, CLASS_TITLE[explanation.class])
  const indent = measure(CLASS_TITLE[explanation.class]) + 4
  const sentence = wrap(
    print`${escapeRaw(explanation.reason)}: ${explainReason(explanation)}`,
    Math.max(20, view.columns - indent),
    view.glyphs.ellipsis,
  )
  const [first = print``, ...others] = sentence
  return [head, print``, print` ${title}   ${first}`, ...others.map((line) => concat(blank(indent), line))]
}

function block(title: Printable, lines: readonly Printable[], view: View): Printable[] {
  return [print` ${view.paint('strong', title)}`, ...(lines.length === 0 ? [print`   none`] : lines)]
}

/** `rule  strength  field`, the text with what matched underlined, and what the match gives away. */
function layOutFact(fact: Fact, { texts }: Explained, room: number, view: View): Printable[] {
  const head = print`   ${escapeRaw(fact.rule)}   ${strengthOf(fact)}   ${fact.basis === 'text' ? print`text of` : print`field`} ${escapeRaw(fact.field)}`
  const text = texts.get(fact.field) ?? ''
  const [from, to] = text.slice(...fact.span) === fact.value ? fact.span : [0, 0]
  const [before, match, after] =
    from === to ? ['', fact.value, ''] : [text.slice(0, from), text.slice(from, to), text.slice(to)]
  const width = room - INDENT - 2
  const middle = fitMiddle(escapeRaw(match), width, view.glyphs.ellipsis)
  const left = width - measure(middle)
  const shownBefore = fitStart(
    escapeRaw(before),
    Math.max(0, Math.min(measure(escapeRaw(before)), Math.floor(left / 2))),
    view.glyphs.ellipsis,
  )
  const shownAfter = fitEnd(escapeRaw(after), Math.max(0, left - measure(shownBefore)), view.glyphs.ellipsis)
  const lines = [
    fitEnd(head, room, view.glyphs.ellipsis),
    concat(blank(INDENT + 2), shownBefore, middle, shownAfter),
    concat(blank(INDENT + 2 + measure(shownBefore)), repeat(print`~`, measure(middle))),
  ]
  const told = describeMatch(fact)
  return told === '' ? lines : [...lines, fitEnd(print`     ${told}`, room, view.glyphs.ellipsis)]
}

function describeMatch({ framework, run, test, truncated, within }: Fact): Printable {
  const parts: Printable[] = []
  if (framework !== undefined) parts.push(escapeRaw(framework))
  if (run !== undefined) parts.push(print`run ${escapeRaw(run)}`)
  if (test !== undefined)
    parts.push(print`test ${escapeRaw(test)}${truncated === true ? print`, name cut` : print``}`)
  if (within !== undefined) parts.push(print`below ${escapeRaw(within)}`)
  return join(parts, print`   `)
}

function layOutDoubts({ doubts }: Explanation, view: View): Printable[] {
  if (doubts.length === 0) return []
  const lines = doubts.flatMap((doubt) =>
    wrap(explainDoubt(doubt), view.columns - INDENT, view.glyphs.ellipsis).map((line) => print`   ${line}`),
  )
  return [print``, ...block(print`OTHERS MAY READ IT OTHERWISE`, lines, view)]
}

function layOutCounterfactual(explanation: Explanation, room: number, view: View): Printable[] {
  return explanation.counterfactual.flatMap((one) => {
    const same = one.class === explanation.class ? print`still ` : print``
    const text = print`${nameCounterfactual(one)}: ${same}${CLASS_TITLE[one.class]} (${REASON_NAME[one.reason]})`
    return wrap(text, room - INDENT, view.glyphs.ellipsis).map((line, i) =>
      concat(blank(i === 0 ? INDENT : INDENT + 2), line),
    )
  })
}

function layOutSignature(explanation: Explanation, room: number, view: View): Printable[] {
  const short = shortenIds([explanation.cluster])
  const member =
    explanation.cluster === explanation.signature ? print`` : print`, member ${short(explanation.signature)}`
  const text = [...explanation.codes.map((code) => code.value), explanation.template]
    .filter((part) => part !== '')
    .join(' | ')
  const lines = wrap(escapeRaw(text), room - INDENT, view.glyphs.ellipsis)
  return [
    print` ${view.paint('strong', print`SIGNATURE`)} ${short(explanation.cluster)} v1${member}   profile ${escapeRaw(explanation.profile)}`,
    ...lines.map((line) => print`   ${line}`),
  ]
}
