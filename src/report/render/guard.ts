import { concat, escapeRaw, type Printable, print } from '../../text/printable.ts'
import { fitEnd, fitMiddle, measure } from '../../text/width.ts'
import type { GuardReport } from '../guard-model.ts'
import type { View } from '../view.ts'
import {
  explainAltered,
  explainBeacon,
  explainClean,
  explainExit,
  explainIncomplete,
  explainKept,
  explainOddity,
  explainScope,
  findOddities,
  headBeside,
  headIsolated,
  headLeak,
  headUnsure,
  isAbsent,
  listGuardNotes,
  nameFate,
  nameWriter,
} from '../wording/guard.ts'
import { adviseOnGuard } from '../wording/guard-advice.ts'
import { layOutFigures } from './guard-figures.ts'
import { indented, labelled, layOutLines } from './guard-lines.ts'

export type GuardRender = (report: GuardReport, view: View) => Printable

/** The screen of a guarded run: figures before and after, whose each change is, whose the exit code is. */
export const renderGuard: GuardRender = (report, view) => {
  if (!report.child.started) return print` exit ${report.outcome.code}  ${explainExit(report)}\n`
  const blocks = [
    ...(report.complete ? [] : labelled('INCOMPLETE', explainIncomplete, view, 'alarm')),
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
    ...listGuardNotes(report).flatMap((note) => labelled('Note', note, view)),
    ...layOutAdvice(report, view),
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

function layOutAdvice(report: GuardReport, view: View): Printable[] {
  const advice = adviseOnGuard(report)
  const label = report.outcome.verdict === 'unsure' ? 'Next' : 'Fix'
  return advice === '' ? [] : [print``, ...labelled(label, advice, view)]
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
    ...labelled(
      'LEAK',
      headLeak(appended, states.length, report.beacon === null ? 'run' : 'beacon'),
      view,
      'alarm',
    ),
    ...layOutLines(report, 'leak', states, view),
    ...(report.beacon === null ? [] : indented(explainBeacon(report.beacon), 3, view)),
  ]
}

function layOutUnsure(report: GuardReport, view: View): Printable[] {
  const states = report.stateFiles.filter((file) => file.attribution === 'unsure')
  const modes = findOddities(report)
  const { appended, outcome } = report
  if (appended.unsure + states.length + modes.length === 0) return []
  const head = headUnsure(appended, states.length, modes.length, outcome.allowUnattributed)
  return [
    ...labelled('UNSURE', head, view, 'unattributed'),
    ...layOutLines(report, 'unsure', states, view),
    ...modes.flatMap((ledger) => indented(explainOddity(ledger), 3, view)),
  ]
}

function layOutBeside(report: GuardReport, view: View): Printable[] {
  const states = report.stateFiles.filter((file) => file.attribution === 'beside')
  if (report.appended.beside === 0 && states.length === 0) return []
  return [
    ...labelled('BESIDE', headBeside(report.appended.beside, true), view, 'strong'),
    ...layOutLines(report, 'beside', states, view),
  ]
}

function layOutClean(report: GuardReport, view: View): Printable[] {
  if (report.outcome.verdict !== 'clean') return []
  return [
    ...labelled(isAbsent(report) ? 'ABSENT' : 'CLEAN', explainClean(report), view, 'strong'),
    ...labelled('Scope', explainScope(report), view),
  ]
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
