import { blank, concat, escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import { fitEnd, fitMiddle, measure, padEnd, padStart } from '../../text/width.ts'
import { wrap } from '../../text/wrap.ts'
import { formatMinute } from '../../text/zone.ts'
import { formatCount } from '../figures.ts'
import type { ShowDocument } from '../show-document.ts'
import type { View } from '../view.ts'
import { explainNote } from '../wording/notes.ts'
import {
  describeUsual,
  explainJoin,
  explainLookalikes,
  explainNoMessage,
  explainNoWorkspace,
  explainSteps,
  explainUndated,
  explainUnread,
  headShow,
  listVerdicts,
  listWhy,
  nextOnShow,
} from '../wording/show.ts'
import { CLASS_NAME } from '../wording/verdicts.ts'
import { drawMakeUp, drawTimeline } from './bars.ts'
import { setSideBySide } from './columns-of-text.ts'
import { shortenIds } from './short-ids.ts'

/** From so many columns on, blocks stand beside one another. */
const WIDE = 116
const MAX_VALUES = 4
const MAX_MEMBERS = 6
const MAX_SUSPECTS = 6
const MAX_FILE = 24

/** One cluster: why its records are together, what they are, what they hold, and which to look at. */
export function renderShow(shown: ShowDocument, view: View): Printable {
  const wide = view.columns >= WIDE
  const room = wide ? Math.floor(view.columns / 2) - 2 : view.columns
  const why = layOutWhy(shown, room, view)
  const values = layOutValues(shown, room, view)
  const suspects = layOutSuspects(shown, room, view)
  const verdicts = layOutVerdicts(shown, suspects.length === 0 ? view.columns : room, view)
  const members = layOutMembers(shown, view.columns, view)
  const next = nextOnShow(shown)
  const pairs: readonly (readonly [Printable[], Printable[]])[] = [
    [why, values],
    [verdicts, suspects],
  ]
  const lines = [
    ...layOutHead(shown, view),
    print``,
    ...pairs.flatMap(([left, right]) =>
      wide && left.length > 0 && right.length > 0
        ? [...setSideBySide(left, right, view.columns), print``]
        : [left, right].flatMap((block) => (block.length === 0 ? [] : [...block, print``])),
    ),
    ...[
      members,
      layOutSeparations(shown, view),
      layOutLookalikes(shown, view),
      layOutRecords(shown, view),
    ].flatMap((block) => (block.length === 0 ? [] : [...block, print``])),
    ...shown.notes.flatMap((note) =>
      block(print`NOTE`, wrapped(explainNote(note), view.columns, view), view),
    ),
    ...(next === undefined ? [] : [print` Next  ${next}`]),
  ]
  return concat(...lines.map((line) => print`${line}\n`))
}

const block = (title: Printable, lines: readonly Printable[], view: View): Printable[] =>
  lines.length === 0 ? [] : [print` ${view.paint('strong', title)}`, ...lines]

const wrapped = (text: Printable, columns: number, view: View, indent = 3): Printable[] =>
  wrap(text, Math.max(20, columns - indent), view.glyphs.ellipsis).map((line) => concat(blank(indent), line))

function layOutHead(shown: ShowDocument, view: View): Printable[] {
  const { cluster, timeline, undated } = shown
  const short = shortenIds([cluster.id])
  const time = (at: string): Printable => escapeRaw(formatMinute(Date.parse(at), view.zone))
  const span =
    cluster.first === null || cluster.last === null
      ? print`no dated record`
      : print`${time(cluster.first)} to ${time(cluster.last)} ${escapeRaw(view.zone.name)}`
  const title = print`${view.paint('strong', short(cluster.id))}   ${cluster.template === '' ? explainNoMessage : fitEnd(escapeRaw(cluster.template), Math.max(20, view.columns - 12), view.glyphs.ellipsis)}`
  const beside = undated > 0 ? print`   ${explainUndated(undated)}` : print``
  const bars =
    timeline === null
      ? []
      : [
          fitEnd(
            print`${drawMakeUp(cluster, view)}   ${drawTimeline(cluster, timeline.starts.length, view)}   ${formatCount(timeline.starts.length)} x 1 ${escapeRaw(timeline.unit)}${beside}`,
            view.columns,
            view.glyphs.ellipsis,
          ),
        ]
  return [title, headShow(shown), span, ...bars]
}

function layOutWhy(shown: ShowDocument, room: number, view: View): Printable[] {
  const rows = listWhy(shown)
  const width = Math.min(16, Math.max(...rows.map(([name]) => measure(name))))
  const lines = rows.flatMap(([name, text]) => {
    const [first = print``, ...others] = wrap(text, Math.max(20, room - width - 6), view.glyphs.ellipsis)
    return [
      print`   ${padEnd(fitEnd(name, width, view.glyphs.ellipsis), width)}   ${first}`,
      ...others.map((line) => concat(blank(width + 6), line)),
    ]
  })
  return block(
    print`WHY THESE ARE ONE CLUSTER   signature v${shown.cluster.signature.version}`,
    [...lines, ...explainSteps(shown).flatMap((line) => wrapped(line, room, view))],
    view,
  )
}

function layOutValues(shown: ShowDocument, room: number, view: View): Printable[] {
  const lines = shown.values.flatMap(({ name, before, distinct, uncounted, top }) => {
    const more = distinct - Math.min(MAX_VALUES, top.length)
    const parts = top
      .slice(0, MAX_VALUES)
      .map(({ value, records }) =>
        value === ''
          ? print`(left out) (${formatCount(records)})`
          : print`${fitMiddle(escapeRaw(value), 32, view.glyphs.ellipsis)} (${formatCount(records)})`,
      )
    const least = uncounted > 0 ? print`at least ` : print``
    const rest = more > 0 ? print`, and ${least}${formatCount(more)} more` : print``
    if (parts.length === 0) return []
    const head =
      before === '' ? print`<${escapeRaw(name)}>` : print`${escapeRaw(before)} <${escapeRaw(name)}>`
    return wrapped(print`${head}:   ${join(parts, print`, `)}${rest}`, room, view)
  })
  const unread = shown.unread > 0 ? wrapped(explainUnread(shown.unread), room, view) : []
  return block(print`VALUES BEHIND THE MASKS`, [...lines, ...unread], view)
}

function layOutVerdicts(shown: ShowDocument, room: number, view: View): Printable[] {
  const rows = listVerdicts(shown)
  const width = Math.max(1, ...rows.map(([count]) => formatCount(count).length))
  const reasonWidth = Math.max(1, ...rows.map(([, , reason]) => measure(reason)))
  const lines = rows.map(([count, of, reason, why]) =>
    fitEnd(
      print`   ${padStart(formatCount(count), width)}  ${view.paint(of, padEnd(CLASS_NAME[of], 12))}  ${padEnd(reason, reasonWidth)}  ${why}`,
      room,
      view.glyphs.ellipsis,
    ),
  )
  return block(print`VERDICTS`, lines, view)
}

function layOutSuspects({ cluster }: ShowDocument, room: number, view: View): Printable[] {
  const lines = cluster.suspects
    .slice(0, MAX_SUSPECTS)
    .flatMap(({ framework, test, truncated, runs, records }) => {
      const cut = truncated ? print`; name cut, search it as a prefix` : print``
      const listed =
        runs.length === 0 ? print`` : print`, runs ${join(runs.slice(-5).map(escapeRaw), print`, `)}`
      return wrapped(
        print`${escapeRaw(test)}   ${formatCount(records)} (${escapeRaw(framework)}${listed}${cut})`,
        room,
        view,
      )
    })
  return block(print`SUSPECT TESTS`, lines, view)
}

/** Member signatures, the largest first, and on what evidence they were joined. */
function layOutMembers({ why }: ShowDocument, columns: number, view: View): Printable[] {
  if (why.signatures === 1) return []
  const short = shortenIds(why.members.map(({ id }) => id))
  const evidence = new Map(why.joins.flatMap((join) => [[join.right, join] as const]))
  const lines = why.members.slice(0, MAX_MEMBERS).map(({ id, template, records }) => {
    const join = evidence.get(id)
    const how = join === undefined ? print`` : explainJoin(join)
    return fitEnd(
      print`   ${short(id)}  ${padStart(formatCount(records), 6)}  ${padEnd(how, 20)}  ${escapeRaw(template)}`,
      columns,
      view.glyphs.ellipsis,
    )
  })
  const more = why.signatures - lines.length
  const rest = more > 0 ? [print`   and ${formatCount(more)} more`] : []
  return block(print`MEMBER SIGNATURES`, [...lines, ...rest], view)
}

function layOutSeparations(shown: ShowDocument, view: View): Printable[] {
  const width = Math.min(18, Math.max(0, ...shown.separates.map(({ field }) => field.length)))
  const lines = shown.separates.map((one) =>
    fitEnd(
      print`   ${padEnd(fitEnd(escapeRaw(one.field), width, view.glyphs.ellipsis), width)}  ${padStart(print`${Math.round(one.score * 100)} %`, 5)}  ${describeUsual(one)}`,
      view.columns,
      view.glyphs.ellipsis,
    ),
  )
  return block(print`WHAT SEPARATES ITS CLASSES`, lines, view)
}

function layOutLookalikes({ lookalikes }: ShowDocument, view: View): Printable[] {
  const lines = (['synthetic', 'real'] as const).flatMap((of) => {
    const { records, examples } = lookalikes[of]
    if (records === 0) return []
    const places = join(
      examples.map(({ line }) => print`:${line}`),
      print` `,
    )
    return wrapped(print`${explainLookalikes(of, records)}   ${places}`, view.columns, view)
  })
  return block(print`LOOK-ALIKES`, lines, view)
}

function layOutRecords({ records, cluster, inputs }: ShowDocument, view: View): Printable[] {
  const named = inputs.length > 1
  const places = records.map(({ file, line }) =>
    named
      ? print`${fitMiddle(escapeRaw(file.slice(file.lastIndexOf('/') + 1)), MAX_FILE, view.glyphs.ellipsis)}:${line}`
      : print`:${line}`,
  )
  const width = Math.max(7, ...places.map(measure))
  const lines = records.map(({ at, class: of, reason, workspace }, i) => {
    const when = at === null ? print`undated` : escapeRaw(formatMinute(Date.parse(at), view.zone))
    const head = print`   ${padEnd(places[i] ?? print``, width)}  ${padEnd(when, 16)}  ${view.paint(of, padEnd(CLASS_NAME[of], 12))}  ${padEnd(escapeRaw(reason), 13)}  `
    const room = view.columns - measure(head)
    if (room < 10) return fitEnd(head, view.columns, view.glyphs.ellipsis)
    const where =
      workspace === null
        ? fitEnd(explainNoWorkspace, room, view.glyphs.ellipsis)
        : fitMiddle(escapeRaw(workspace), room, view.glyphs.ellipsis)
    return concat(head, where)
  })
  return block(
    print`RECORDS   newest first, ${formatCount(records.length)} of ${formatCount(cluster.count)}`,
    lines,
    view,
  )
}
