import type { Reason } from '../../classify/decide.ts'
import type { Decision } from '../../classify/gate.ts'
import { escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import { formatCount } from '../figures.ts'
import type { Report } from '../model.ts'
import { plural, records } from './counts.ts'
import { REASON_NAME } from './verdicts.ts'

export const DECISION_TITLE: Readonly<Record<Decision, Printable>> = {
  investigate: print`INVESTIGATE`,
  dismiss: print`DISMISS`,
  undecided: print`UNDECIDED`,
  none: print`NONE`,
}

const SILENT: readonly Reason[] = ['no-provenance', 'thin', 'conflict']

function listReasons({ reasons }: Report, which: readonly Reason[]): Printable {
  const parts = which.flatMap((reason) => {
    const count = reasons[reason] ?? 0
    return count === 0 ? [] : [print`${formatCount(count)} ${REASON_NAME[reason]}`]
  })
  return join(parts, print`, `)
}

/** The newest real record, as a place to start from. */
function nameFirstReal(report: Report): Printable {
  const newest = report.clusters
    .flatMap((cluster) => cluster.exemplars)
    .filter((exemplar) => exemplar.class === 'real')
    .sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1))[0]
  return newest === undefined ? print`` : print` Start at ${escapeRaw(newest.file)}:${newest.line}.`
}

function nameTests({ suspects }: Report): Printable {
  const shown = suspects
    .slice(0, 3)
    .map(({ test, framework }) => print`${escapeRaw(test)} (${escapeRaw(framework)})`)
  const more = suspects.length > 3 ? print` and ${formatCount(suspects.length - 3)} more` : print``
  return shown.length === 0 ? print`` : print` Repair the isolation of ${join(shown, print`, `)}${more}.`
}

/** The sentence that a task creator should read. `doubted` synthetic records are so by text or link only. */
export function explainGate(report: Report, decision: Decision, doubted: number): Printable {
  const { selected } = report
  const all = records(selected.records)
  const real = formatCount(selected.real)
  const synthetic = formatCount(selected.synthetic)
  const rest =
    selected.unattributed === 0 ? print`` : print`, ${formatCount(selected.unattributed)} cannot be told`
  const unread = report.complete
    ? print``
    : print` An input was not read to its end: what is missing may be real.`
  const torn =
    report.totals.malformed === 0
      ? print``
      : print` ${formatCount(report.totals.malformed)} malformed ${plural(report.totals.malformed, print`line says`, print`lines say`)} nothing.`
  switch (decision) {
    case 'none':
      return print`no record is of this kind.${torn}`
    case 'investigate':
      return print`${real} of ${all} ${plural(selected.real, print`is`, print`are`)} real work; tests wrote ${synthetic}${rest}.${nameFirstReal(report)}${unread}`
    case 'dismiss':
      return print`tests wrote ${selected.records === 1 ? print`the one record` : print`all ${all}`}; there is nothing to investigate in the system itself.${nameTests(report)}${torn}`
    case 'undecided': {
      if (selected.records === 0) return print`no record of this kind was read.${unread}`
      const unsure = listReasons(report, SILENT)
      const told = unsure === '' ? print`` : print` (${unsure})`
      const weak =
        doubted === 0
          ? print``
          : print` ${formatCount(doubted)} of the synthetic ones are so by text or link only.`
      return print`none of ${all} is proven to be real work; tests wrote ${synthetic}${rest}${told}.${weak} An absence of evidence is not evidence of a test: look at a record before a task is made of the number.${unread}${torn}`
    }
  }
}
