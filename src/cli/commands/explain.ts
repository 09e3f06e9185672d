import { explainRecord, toLineExplanation } from '../../report/explain.ts'
import { renderExplanation, renderLine } from '../../report/render/explain.ts'
import type { UsageFault } from '../../report/usage-fault.ts'
import { fail, isCutShort, type Result, succeed } from '../../source/fault.ts'
import type { Parsed } from '../../source/parse.ts'
import { readLedger } from '../../source/read.ts'
import { readStretch } from '../../source/stretch.ts'
import { escapeRaw, print, toAsciiJson } from '../../text/printable.ts'
import { runTriage } from '../../triage.ts'
import { EXIT } from '../exit.ts'
import { deliver, refuse, type Session } from '../session.ts'
import { chooseView, complainOfFaults, complainOfReads, erase } from './scan.ts'

export const EXPLAIN_FORMATS = ['table', 'json'] as const

/** A line of a ledger, as it is named on the command line. */
export type Place = { readonly ledger: string; readonly line: number }

/** Reads `LEDGER:LINE`, or `:LINE` where one ledger is named beside it. */
export function parsePlace(words: readonly string[]): Result<Place, UsageFault> {
  const at = words.findIndex((word) => /:\d+$/.test(word))
  const place = words[at]
  if (place === undefined)
    return fail({ code: 'no-such-record', place: words.join(' '), detail: 'not-a-place' })
  const colon = place.lastIndexOf(':')
  const line = Number(place.slice(colon + 1))
  const others = words.filter((_, i) => i !== at)
  const named = colon === 0 ? others : [place.slice(0, colon), ...others]
  const [ledger] = named
  if (ledger === undefined || named.length > 1)
    return fail({ code: 'no-such-record', place, detail: 'which-ledger' })
  return Number.isSafeInteger(line) && line > 0
    ? succeed({ ledger, line })
    : fail({ code: 'no-such-record', place, detail: 'no-line' })
}

/** One record: every fact for and against, what said nothing, and what the verdict hangs on. */
export async function explain(session: Session, line: number): Promise<number> {
  const { settings, surface, ledgers, examine } = session
  const [ledger] = ledgers
  if (ledger === undefined) return EXIT.unreadable
  const triage = await runTriage(ledgers, examine, settings.selection, session.progress)
  await erase(session)
  const faults = await complainOfReads(triage, session)
  let found: Parsed | undefined
  const again = await readLedger(
    ledger,
    (parsed) => {
      if (parsed.position.line === line) found = parsed
    },
    () => found === undefined,
  )
  if (found === undefined && again.fault !== undefined && isCutShort(again.fault)) {
    await complainOfFaults([again.fault], session)
    return EXIT.incomplete
  }
  if (found === undefined)
    return refuse({ code: 'no-such-record', place: `${ledger.path}:${line}`, detail: 'no-line' }, surface)
  const isWhole = faults.length === 0 && triage.inputs.every((input) => input.complete)
  const code = faults.some((fault) => !isCutShort(fault))
    ? EXIT.unreadable
    : isWhole
      ? EXIT.done
      : EXIT.incomplete
  const { offset, length } = found.position
  const text = (await readStretch(ledger, offset, length)).toString('utf8')
  if (settings.raw) return deliver(print`${escapeRaw(text)}\n`, code, session)
  if (found.kind !== 'record') {
    const told = toLineExplanation(found, ledger.path)
    return settings.format === 'json'
      ? deliver(print`${toAsciiJson(told, 2)}\n`, code, session)
      : deliver(renderLine(told, chooseView(session)), code, session)
  }
  const explained = explainRecord(found, ledger.path, examine, triage, session.rules !== undefined, text)
  if (settings.format === 'json')
    return deliver(print`${toAsciiJson(explained.explanation, 2)}\n`, code, session)
  return deliver(renderExplanation(explained, chooseView(session)), code, session)
}
