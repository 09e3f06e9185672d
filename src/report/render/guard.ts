import { blank, concat, escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import { fitEnd, fitMiddle, measure, padEnd, padStart } from '../../text/width.ts'
import { wrap } from '../../text/wrap.ts'
import { formatCount } from '../figures.ts'
import type { GuardLine, GuardReport, GuardState } from '../guard-model.ts'
import type { View } from '../view.ts'
import {
  adviseOnLeak,
  describeVerdict,
  explainAltered,
  explainBeacon,
  explainClean,
  explainExit,
  explainGround,
  explainKept,
  explainMode,
  explainMore,
  explainScope,
  explainState,
  headBeside,
  headIsolated,
  headLeak,
  headUnsure,
  nameFate,
  nameWriter,
} from '../wording/guard.ts'
import { drawGrid } from './grid.ts'
import { shortenIds } from './short-ids.ts'

export type GuardRender = (report: GuardReport, view: View) => Printable

/** Groups of lines shown in a block, and places named in a group; the rest is counted. */
const MAX_GROUPS = 6
const MAX_PLACES = 4
const LABEL = 6
const GAP = 3

/** The screen of a guarded run: figures before and after, whose each change is, whose the exit code is. */
export const renderGuard: GuardRender = (report, view) => {
  const blocks = [
    ...layOutAltered(report, view),
    ...layOutLeak(report, view),
    ...layOutUnsure(report, view),
    ...layOutBeside(report, view),
    ...layOutClean(report, view),
    ...layOutIsolated(report, view),
  ]
  const lines = [
    ...layOutNames(report, view),
    ...layOutFigures(report, view),
    print``,
    ...blocks,
    ...(report.outcome.verdict === 'leak' ? [print``, ...labelled('Fix', adviseOnLeak(report), view)] : []),
    print` exit ${report.outcome.code}  ${explainExit(report)}`,
  ]
  return concat(...lines.map((line) => print`${line}\n`))
}

function layOutNames({ ledgers }: GuardReport, view: View): Printable[] {
  return ledgers.map((ledger, i) => {
    const fate = nameFate(ledger)
    const behind = fate === '' ? print`` : print`   ${fate}`
    const room = Math.max(16, view.columns - 8 - measure(behind))
    const name = fitMiddle(escapeRaw(ledger.path), room, view.glyphs.ellipsis)
    return fitEnd(
      print`${i === 0 ? print`guard` : print`     `}   ${name}${behind}`,
      view.columns,
      view.glyphs.ellipsis,
    )
  })
}

type Row = {
  readonly name: Printable
  readonly before: number
  readonly after: number
  readonly classes?: { readonly synthetic: number; readonly real: number; readonly unattributed: number }
}

/** The rows: what `--match` asks for first, by denials where the ledger knows them. */
export function chooseRows({ before, after, appended, match }: GuardReport): Row[] {
  const denials = before.denials + after.denials > 0
  const kind = denials ? ('denials' as const) : ('records' as const)
  const name = denials ? print`denials` : print`records`
  const matching: Row[] =
    match === null && !denials
      ? []
      : [
          {
            name: match === null ? name : print`matching ${name}`,
            before: before.matching[kind],
            after: after.matching[kind],
            classes: appended.matching[kind],
          },
        ]
  const malformed: Row[] =
    before.malformed === after.malformed
      ? []
      : [{ name: print`malformed lines`, before: before.malformed, after: after.malformed }]
  return [
    ...matching,
    { name: print`records`, before: before.records, after: after.records, classes: appended },
    ...(appended.records > 0
      ? []
      : [{ name: print`synthetic`, before: before.synthetic, after: after.synthetic }]),
    ...malformed,
    { name: print`state files`, before: before.stateFiles, after: after.stateFiles },
  ]
}

const signed = (change: number): Printable =>
  change > 0 ? print`+${formatCount(change)}` : change < 0 ? print`-${formatCount(-change)}` : print`0`

function layOutFigures(report: GuardReport, view: View): Printable[] {
  const rows = chooseRows(report)
  const split = report.appended.records > 0
  const wide = view.columns >= 100
  const classes = wide
    ? [print`of which synthetic`, print`real`, print`unattributed`]
    : [print`synth`, print`real`, print`unattr`]
  const head = [print``, print`before`, print`after`, print`change`, ...(split ? classes : [])]
  const cells = rows.map((row) => [
    row.name,
    formatCount(row.before),
    formatCount(row.after),
    signed(row.after - row.before),
    ...(split && row.classes !== undefined
      ? [row.classes.synthetic, row.classes.real, row.classes.unattributed].map(formatCount)
      : split
        ? [print``, print``, print``]
        : []),
  ])
  const widths = head.map((title, i) =>
    Math.max(measure(title), ...cells.map((row) => measure(row[i] ?? print``))),
  )
  const align = (row: readonly Printable[]): Printable[] =>
    row.map((cell, i) => (i === 0 ? padEnd(cell, widths[0] ?? 0) : padStart(cell, widths[i] ?? 0)))
  const table = [align(head).map((text) => view.paint('faint', text)), ...cells.map(align)]
  return drawGrid(table, widths, GAP).map((line) => print` ${line}`)
}

/** ` LABEL   text`, wrapped under its own first column. */
function labelled(
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

function indented(text: Printable, columns: number, view: View): Printable[] {
  return wrap(text, Math.max(20, view.columns - columns), view.glyphs.ellipsis).map((line) =>
    concat(blank(columns), line),
  )
}

const layOutAltered = ({ ledgers }: GuardReport, view: View): Printable[] =>
  ledgers
    .filter((ledger) => ledger.earlier === 'altered')
    .flatMap((ledger) => labelled('ALTERED', explainAltered(ledger), view, 'alarm'))

function layOutLeak(report: GuardReport, view: View): Printable[] {
  const states = report.stateFiles.filter((file) => file.attribution === 'leak')
  const { appended } = report
  if (appended.leak === 0 && states.length === 0) return []
  return [
    ...labelled('LEAK', headLeak(appended, states.length, report.beacon !== null), view, 'alarm'),
    ...layOutLines(report, 'leak', states, view),
    ...(report.beacon === null ? [] : indented(explainBeacon(report.beacon), 3, view)),
  ]
}

function layOutUnsure(report: GuardReport, view: View): Printable[] {
  const states = report.stateFiles.filter((file) => file.attribution === 'unsure')
  const modes = report.ledgers.filter((ledger) => ledger.modeChanged)
  const { appended, outcome } = report
  if (appended.unsure + states.length + modes.length === 0) return []
  const head = headUnsure(appended, states.length, modes.length, outcome.allowUnattributed)
  return [
    ...labelled('UNSURE', head, view, 'unattributed'),
    ...layOutLines(report, 'unsure', states, view),
    ...modes.flatMap((ledger) => indented(explainMode(ledger), 3, view)),
  ]
}

function layOutBeside(report: GuardReport, view: View): Printable[] {
  const states = report.stateFiles.filter((file) => file.attribution === 'beside')
  if (report.appended.beside === 0 && states.length === 0) return []
  return [
    ...labelled('BESIDE', headBeside(report.appended.beside), view, 'strong'),
    ...layOutLines(report, 'beside', states, view),
  ]
}

function layOutClean(report: GuardReport, view: View): Printable[] {
  if (report.outcome.verdict !== 'clean') return []
  return [
    ...labelled('CLEAN', explainClean(report), view, 'strong'),
    ...labelled('Scope', explainScope(report), view),
  ]
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

function layOutLines(
  report: GuardReport,
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
  { ledgers }: GuardReport,
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

function layOutIsolated({ isolated }: GuardReport, view: View): Printable[] {
  if (isolated === null) return []
  const { written, folder, kept } = isolated
  const named = written.suspects.reduce((sum, suspect) => sum + suspect.records, 0)
  const rest = written.records + written.malformed - named
  return [
    ...labelled('ISOLATED', headIsolated(isolated), view, 'strong'),
    ...written.suspects.flatMap((suspect) =>
      indented(
        nameWriter(
          print`${escapeRaw(suspect.test)}${suspect.truncated ? view.glyphs.ellipsis : print``} (${escapeRaw(suspect.framework)})`,
          suspect.records,
        ),
        3,
        view,
      ),
    ),
    ...(rest > 0 ? indented(nameWriter(undefined, rest), 3, view) : []),
    ...(kept ? indented(explainKept(folder), 3, view) : []),
  ]
}
