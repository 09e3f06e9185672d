import { CLASSES } from '../../classify/decide.ts'
import type { Selection } from '../../cluster/select.ts'
import { sumCounts } from '../../cluster/tally.ts'
import { compareReports } from '../../diff/compare-reports.ts'
import { beginsWith, findInput, findMismatch, findStart, toSelection } from '../../diff/sides.ts'
import { readStretches } from '../../guard/appended.ts'
import { buildReport, type ToolIdentity } from '../../report/build.ts'
import { type DiffDocument, type DiffSide, toDiffDocument } from '../../report/diff-document.ts'
import { toAppended } from '../../report/guard-report.ts'
import type { Report } from '../../report/model.ts'
import { renderDiff } from '../../report/render/diff.ts'
import { parseReport } from '../../report/saved-report.ts'
import { explainSourceFault } from '../../report/wording/source-faults.ts'
import { fail, isCutShort, type SourceFault, succeed } from '../../source/fault.ts'
import { readSavedReport } from '../../source/saved-report.ts'
import { print, toAsciiJson } from '../../text/printable.ts'
import { toIso } from '../../text/time.ts'
import { runTriage, type Triage } from '../../triage.ts'
import { EXIT, type FailCondition } from '../exit.ts'
import { type InputLedger, openInputs } from '../inputs.ts'
import { checkOutput } from '../output.ts'
import { createProgress } from '../progress.ts'
import { complain, deliver, prepareReading, refuse, type Session } from '../session.ts'
import type { Read } from '../settings.ts'
import type { Surface } from '../surface.ts'
import { chooseView, complainOfFaults, erase } from './scan.ts'

export const DIFF_FORMATS = ['table', 'json'] as const

const ALL = { sort: 'id', top: Number.POSITIVE_INFINITY, min: 1 } as const

/** One side as it was named: a saved report, or ledgers that are open now. */
type Named =
  | { readonly kind: 'report'; readonly name: string; readonly report: Report }
  | { readonly kind: 'ledger'; readonly name: string; readonly ledgers: readonly InputLedger[] }

/** Compares two ledgers, two saved reports, one of each, or one ledger before and after a moment. */
export async function diff(names: readonly string[], options: unknown, surface: Surface): Promise<number> {
  const reading = prepareReading({ options, formats: DIFF_FORMATS }, surface)
  if (!reading.ok) return refuse(reading.fault, surface)
  const { settings } = reading.value
  const wanted = settings.at === undefined ? 2 : 1
  if (names.length !== wanted) {
    return refuse({ code: 'diff-words', given: names.length, at: settings.at !== undefined }, surface)
  }
  const open: InputLedger[] = []
  const faults: SourceFault[] = []
  try {
    const named: Named[] = []
    for (const name of names) {
      const side = await nameSide(name, surface, open, faults)
      if (!side.ok) return await refuse(side.fault, surface)
      named.push(side.value)
    }
    for (const fault of faults) await complain(explainSourceFault(fault), EXIT.unreadable, surface)
    if (faults.length > 0) return EXIT.unreadable
    const mixed = settings.at !== undefined && named.some((side) => side.kind === 'report')
    if (mixed || names.filter((name) => name === '-').length > 1)
      return await refuse({ code: 'diff-sides', at: mixed }, surface)
    const { output } = settings
    const target = output === undefined ? undefined : checkOutput(output, open, surface)
    if (target?.ok === false) return await refuse(target.fault, surface)
    const selection = chooseSelection(named, settings.selection, reading.value.tool)
    if (!selection.ok) return await refuse(selection.fault, surface)
    const progress = createProgress(open, surface, settings.quiet)
    const session: Session = { ...reading.value, ledgers: open, faults, notes: [], progress, surface }
    return await tell(named, selection.value, session)
  } finally {
    for (const ledger of open) ledger.close()
  }
}

/** Reads a side's name: the file of a saved report, or ledgers, which are opened and added to `open`. */
async function nameSide(
  name: string,
  surface: Surface,
  open: InputLedger[],
  faults: SourceFault[],
): Promise<Read<Named>> {
  const text = name === '-' ? succeed(undefined) : readSavedReport(name)
  if (text.ok && text.value !== undefined) {
    const report = parseReport(text.value, name)
    return report.ok ? succeed({ kind: 'report', name, report: report.value }) : report
  }
  const inputs = await openInputs([name], surface, true)
  open.push(...inputs.ledgers)
  faults.push(...inputs.faults)
  return succeed({ kind: 'ledger', name, ledgers: inputs.ledgers })
}

const isWhole = ({ since, until, match, classes, denialsOnly }: Selection): boolean =>
  since === undefined &&
  until === undefined &&
  match === undefined &&
  classes.size === CLASSES.length &&
  !denialsOnly

/** What is counted on both sides: as the saved report was, or as the options ask. */
function chooseSelection(named: readonly Named[], asked: Selection, tool: ToolIdentity): Read<Selection> {
  const saved = named.flatMap((side) => (side.kind === 'report' ? [side.report] : []))
  const [first] = saved
  if (first === undefined) return succeed(asked)
  if (!isWhole(asked)) return fail({ code: 'report-selection' })
  const rules = named.some((side) => side.kind === 'ledger') ? (tool.rules?.sha256 ?? null) : undefined
  const what = findMismatch(saved, rules)
  return what === undefined ? succeed(toSelection(first.selection)) : fail({ code: 'not-comparable', what })
}

type Counted = DiffSide & { readonly triage: Triage | undefined; readonly ledgers: readonly InputLedger[] }

async function count(
  side: Named,
  kind: DiffSide['kind'],
  selection: Selection,
  session: Session,
): Promise<Counted> {
  if (side.kind === 'report') return { ...side, triage: undefined, ledgers: [] }
  const triage = await runTriage(side.ledgers, session.examine, selection, session.progress)
  const report = buildReport(triage, selection, ALL, session.tool)
  return { name: side.name, kind, report, triage, ledgers: side.ledgers }
}

/** Both sides counted; `--at` makes two of one ledger. */
async function countSides(
  [first, second]: readonly Named[],
  selection: Selection,
  session: Session,
): Promise<{ before: Counted; after: Counted } | undefined> {
  const { at } = session.settings
  if (first === undefined) return undefined
  if (at !== undefined) {
    const until = Math.min(at, selection.until ?? at)
    const since = Math.max(at, selection.since ?? at)
    return {
      before: await count(first, 'until', { ...selection, until }, session),
      after: await count(first, 'from', { ...selection, since }, session),
    }
  }
  if (second === undefined) return undefined
  return {
    before: await count(first, 'ledger', selection, session),
    after: await count(second, 'ledger', selection, session),
  }
}

type Continued = Pick<DiffDocument, 'earlier' | 'appended'>

/** Where a saved report meets its ledger: whether its bytes are still there, and what came after them. */
async function follow(
  { report, triage: before }: Counted,
  { triage, ledgers }: Counted,
  selection: Selection,
  { examine }: Session,
): Promise<Continued> {
  const [ledger] = ledgers
  const input = ledger === undefined || ledgers.length > 1 ? undefined : findInput(report)
  if (before !== undefined || triage === undefined || input === undefined)
    return { earlier: null, appended: null }
  if (ledger?.readAt === undefined) return { earlier: null, appended: null }
  const access = { ...ledger, readAt: ledger.readAt }
  const identical = beginsWith(access, input)
  const earlier = { bytes: input.bytes, sha256: input.sha256, identical }
  if (!identical) return { earlier, appended: null }
  const stretch = { ledger: access, from: findStart(access, input) }
  const appended = await readStretches([stretch], triage, selection, examine)
  return { earlier, appended: toAppended(appended, triage.clusters) }
}

async function tell(named: readonly Named[], selection: Selection, session: Session): Promise<number> {
  const { settings } = session
  const sides = await countSides(named, selection, session)
  await erase(session)
  if (sides === undefined) return EXIT.internal
  const { before, after } = sides
  // With --at both sides are one ledger, whose faults are told once.
  const read = settings.at === undefined ? [before, after] : [before]
  const faults = read.flatMap(({ triage }) => triage?.inputs.flatMap((input) => input.fault ?? []) ?? [])
  await complainOfFaults(faults, session)
  const { at } = settings
  const continued = await follow(before, after, selection, session)
  const document = toDiffDocument(before, after, compareReports(before.report, after.report), {
    at: at === undefined ? null : toIso(at),
    ...continued,
  })
  const text =
    settings.format === 'json'
      ? print`${toAsciiJson(document, 2)}\n`
      : renderDiff(document, settings.top, chooseView(session))
  return deliver(text, chooseCode(document, faults, session), session)
}

/** True where the second side has more of what `--fail-on` names; behind a saved report, where a line that came after is so. */
function isMet(condition: FailCondition, { before, after, appended }: DiffDocument): boolean {
  if (condition === 'malformed') {
    return appended === null ? after.totals.malformed > before.totals.malformed : appended.malformed > 0
  }
  if (condition === 'any') {
    return appended === null
      ? after.selected.records > before.selected.records
      : sumCounts(appended.matching.records) > 0
  }
  return appended === null
    ? after.selected[condition] > before.selected[condition]
    : appended.matching.records[condition] > 0
}

function chooseCode(
  document: DiffDocument,
  faults: readonly SourceFault[],
  { settings, surface }: Session,
): number {
  if (surface.isInterrupted()) return EXIT.interrupted
  if (settings.exitZero) return EXIT.done
  if (faults.some((fault) => !isCutShort(fault))) return EXIT.unreadable
  if (!document.complete || (settings.strict && document.after.totals.malformed > 0)) return EXIT.incomplete
  return settings.failOn.some((condition) => isMet(condition, document)) ? EXIT.finding : EXIT.done
}
