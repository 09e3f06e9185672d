import { blank, concat, escapeRaw, type Printable, print } from '../../text/printable.ts'
import { fitMiddle, measure } from '../../text/width.ts'
import { wrap } from '../../text/wrap.ts'
import { formatDay, type Zone } from '../../text/zone.ts'
import { formatCount } from '../figures.ts'
import type { Report } from '../model.ts'
import type { View } from '../view.ts'
import { describeEnd, describeInput } from '../wording/screens.ts'

/** Inputs named one by one; further ones are counted. */
const MAX_NAMED = 6

/** What was read: each ledger with its profile, size and state, and the span of time shown. */
export function renderHeader(report: Report, view: View): Printable[] {
  const span = describeSpan(report, view.zone)
  const lines = report.inputs.slice(0, MAX_NAMED).flatMap((input) => layOutInput(input, view))
  const more = report.inputs.length - MAX_NAMED
  if (more > 0) lines.push(print`and ${formatCount(more)} more ledgers`)
  const [only] = lines
  // string-width leaves colour codes out, so a painted line measures what it takes.
  const gap = only === undefined ? 0 : view.columns - measure(only) - measure(span)
  if (lines.length === 1 && only !== undefined && gap >= 3) return [concat(only, blank(gap), span)]
  return [...lines, span]
}

/** Least columns that a name is cut to before what is said of it takes a line of its own. */
const MIN_NAME = 16

function layOutInput(input: Report['inputs'][number], view: View): Printable[] {
  const { ellipsis } = view.glyphs
  const state = describeEnd(input)
  const about = describeInput(input)
  const name = input.path === '-' ? print`standard input` : escapeRaw(input.path)
  const room = view.columns - measure(about) - measure(state) - 5
  if (room < Math.min(MIN_NAME, measure(name))) {
    const below = wrap(print`${about}, ${state}`, Math.max(20, view.columns - 3), ellipsis)
    return [fitMiddle(name, view.columns, ellipsis), ...below.map((line) => print`   ${line}`)]
  }
  const painted = input.complete ? state : view.paint('alarm', state)
  return [print`${fitMiddle(name, room, ellipsis)}   ${about}, ${painted}`]
}

function describeSpan(report: Report, zone: Zone): Printable {
  const { first, last } = report.selected
  if (first === null || last === null) return print`no dated record`
  const [from, to] = [formatDay(Date.parse(first), zone), formatDay(Date.parse(last), zone)]
  const days = from === to ? escapeRaw(from) : print`${escapeRaw(from)} to ${escapeRaw(to)}`
  return print`${days} ${escapeRaw(zone.name)}`
}
