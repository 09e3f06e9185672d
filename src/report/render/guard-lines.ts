import { blank, concat, escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import { fitEnd, measure, padEnd } from '../../text/width.ts'
import { wrap } from '../../text/wrap.ts'
import { formatCount } from '../figures.ts'
import type { GuardAppended, GuardLine, GuardState } from '../guard-model.ts'
import type { View } from '../view.ts'
import { describeVerdict, explainGround, explainMore, explainState } from '../wording/guard.ts'
import { shortenIds } from './short-ids.ts'

/** Groups of lines shown in a block, and places named in a group; the rest is counted. */
const MAX_GROUPS = 6
const MAX_PLACES = 4
const LABEL = 6

/** ` LABEL   text`, wrapped under its own first column. */
export function labelled(
  label: string,
  text: Printable,
  view: View,
  accent?: 'alarm' | 'unattributed' | 'strong',
): Printable[] {
  const title = padEnd(escapeRaw(label), LABEL)
  const indent = measure(title) + 3
  const [first = print``, ...others] = wrap(text, Math.max(20, view.columns - indent), view.glyphs.ellipsis)
  const shown = accent === undefined ? title : view.paint(accent, title)
  return [print` ${shown}  ${first}`, ...others.map((line) => concat(blank(indent), line))]
}

/** Text wrapped under a column. */
export function indented(text: Printable, columns: number, view: View): Printable[] {
  return wrap(text, Math.max(20, view.columns - columns), view.glyphs.ellipsis).map((line) =>
    concat(blank(columns), line),
  )
}

/** What makes lines one group: they differ by their place alone. */
const groupKey = (line: GuardLine): string =>
  'malformed' in line
    ? `malformed ${line.malformed} ${line.ground}`
    : [line.class, line.reason, line.rule, line.test, line.run, line.cluster, line.ground].join('\n')

function groupLines(lines: readonly GuardLine[]): GuardLine[][] {
  const groups = new Map<string, GuardLine[]>()
  for (const line of lines) {
    const key = groupKey(line)
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return [...groups.values()]
}

/** Appended lines, and the ledgers they may lie in: where there is but one, its name is left out. */
type Shown = { readonly ledgers: readonly { readonly path: string }[]; readonly appended: GuardAppended }

/** The appended lines of one attribution, those that differ by their place alone in one, then the state files. */
export function layOutLines(
  report: Shown,
  attribution: GuardLine['attribution'],
  states: readonly GuardState[],
  view: View,
): Printable[] {
  const { lines } = report.appended
  const shortId = shortenIds(lines.flatMap((line) => ('malformed' in line ? [] : [line.cluster])))
  const groups = groupLines(lines.filter((line) => line.attribution === attribution))
  const shown = groups.slice(0, MAX_GROUPS)
  const total = report.appended[attribution]
  const named = shown.reduce((sum, group) => sum + group.length, 0)
  return [
    ...shown.flatMap((group) => layOutGroup(group, report, shortId, view)),
    ...(total > named ? indented(explainMore(total - named), 3, view) : []),
    ...states.slice(0, MAX_GROUPS).flatMap((file) => indented(explainState(file), 10, view)),
    ...(states.length > MAX_GROUPS ? indented(explainMore(states.length - MAX_GROUPS), 10, view) : []),
  ]
}

function layOutGroup(
  group: readonly GuardLine[],
  { ledgers }: Shown,
  shortId: (id: string) => Printable,
  view: View,
): Printable[] {
  const [line] = group
  if (line === undefined) return []
  const place = ({ ledger, line: at }: GuardLine): Printable =>
    ledgers.length === 1 ? print`:${at}` : print`${escapeRaw(ledger)}:${at}`
  const more = group.length > MAX_PLACES ? print` +${formatCount(group.length - MAX_PLACES)}` : print``
  const places = print`${join(group.slice(0, MAX_PLACES).map(place), print` `)}${more}`
  const parts: Printable[] = [places, describeVerdict(line)]
  if (!('malformed' in line)) {
    if (line.rule !== null && line.attribution !== 'beside') parts.push(escapeRaw(line.rule))
    if (line.framework !== null && line.run !== null)
      parts.push(print`${escapeRaw(line.framework)} run ${escapeRaw(line.run)}`)
    if (line.test !== null)
      parts.push(print`${escapeRaw(line.test)}${line.truncated ? view.glyphs.ellipsis : print``}`)
    if (line.attribution !== 'leak' || line.test === null)
      parts.push(
        print`${shortId(line.cluster)} ${fitEnd(escapeRaw(line.template), 40, view.glyphs.ellipsis)}`,
      )
  }
  const ground = explainGround(line)
  if (ground !== '') parts.push(ground)
  return flow(parts, view)
}

/** Sets phrases one behind the other, each kept whole where it fits, on as few lines as hold them. */
function flow(parts: readonly Printable[], view: View): Printable[] {
  const lines: Printable[] = []
  let line: Printable = print``
  for (const part of parts) {
    const next = line === '' ? print`   ${part}` : print`${line}   ${part}`
    if (line !== '' && measure(next) > view.columns) {
      lines.push(line)
      line = print`          ${part}`
    } else line = next
  }
  if (line !== '') lines.push(line)
  return lines.map((one) => fitEnd(one, view.columns, view.glyphs.ellipsis))
}
