import { countDoubted, type Decision, decideGate } from '../../classify/gate.ts'
import { toGateDocument } from '../../report/gate-document.ts'
import { renderGate } from '../../report/render/gate.ts'
import { explainGate } from '../../report/wording/gate.ts'
import { print, toAsciiJson } from '../../text/printable.ts'
import { runTriage } from '../../triage.ts'
import { EXIT, toExitCode } from '../exit.ts'
import { deliver, refuse, type Session } from '../session.ts'
import { checkCluster, chooseView, complainOfReads, erase, isForeign, reportOn } from './scan.ts'

export const GATE_FORMATS = ['table', 'json'] as const

const CODES: Readonly<Record<Decision, number>> = { investigate: 0, dismiss: 1, undecided: 10, none: 2 }

/** Splits the words of `gate`: an id and ledgers, or, where `--match` says what is meant, ledgers alone. */
export function splitGateWords(
  words: readonly string[],
  match: string | undefined,
): { readonly match: string | undefined; readonly ledgers: readonly string[] } {
  if (match !== undefined) return { match, ledgers: words }
  const [id, ...ledgers] = words
  return { match: id === undefined ? undefined : `id:${id.replace(/^id:/, '')}`, ledgers }
}

/** Investigate or not: 0 where a real record exists, 1 where every record is a test's, 10 where nobody can tell, 2 for none. */
export async function gate(session: Session): Promise<number> {
  const { settings, surface, ledgers } = session
  const triage = await runTriage(ledgers, session.examine, settings.selection, session.progress)
  await erase(session)
  const unknown = checkCluster(triage, session)
  if (unknown?.code === 'ambiguous-cluster') return refuse(unknown, surface)
  const report = reportOn(triage, session, { sort: 'work', top: Number.POSITIVE_INFINITY, min: 1 })
  const faults = [...session.faults, ...(await complainOfReads(triage, session))]
  const broken = toExitCode(
    { report, faults, interrupted: surface.isInterrupted() },
    { ...settings, failOn: [], exitZero: false },
  )
  if (triage.inputs.every((input) => isForeign(input.fault))) return broken
  const { trust } = settings
  const counts = { ...report.selected, reasons: report.reasons }
  // A kind that was not told apart may be the one that is asked about.
  const isKnown = unknown === undefined || triage.overflow === undefined
  const decision = decideGate(counts, trust, report.complete && isKnown)
  const code = broken === EXIT.done ? CODES[decision] : broken
  const sentence = explainGate(report, decision, countDoubted(counts, trust))
  const text =
    settings.format === 'json'
      ? print`${toAsciiJson(toGateDocument(report, decision, code, trust, sentence), 2)}\n`
      : renderGate(report, decision, sentence, chooseView(session))
  return deliver(text, code, session)
}
