import type { Decision } from '../../classify/gate.ts'
import type { ClusterChange } from '../../diff/compare-reports.ts'
import { escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import type { DiffDocument } from '../diff-document.ts'
import { formatCount } from '../figures.ts'
import { plural, records } from './counts.ts'

export const CHANGE_NAME: Readonly<Record<ClusterChange, Printable>> = {
  new: print`new`,
  grown: print`grown`,
  verdict: print`verdict`,
  shrunk: print`shrunk`,
  gone: print`gone`,
  unknown: print`unknown`,
  same: print`same`,
}

const KIND: Readonly<Record<DiffDocument['before']['kind'], Printable>> = {
  ledger: print`ledger`,
  report: print`saved report`,
  until: print`before --at`,
  from: print`from --at on`,
}

export const describeSide = ({ name, kind }: DiffDocument['before']): Printable =>
  print`${escapeRaw(name)}   ${KIND[kind]}`

/** Whether the bytes that a saved report was about are still the ledger's first ones. */
export function explainEarlier({ bytes, identical }: NonNullable<DiffDocument['earlier']>): Printable {
  const first = print`the first ${formatCount(bytes)} bytes`
  return identical
    ? print`Earlier bytes are identical: ${first} have the sha256 of the report.`
    : print`Earlier bytes are NOT identical: ${first} do not have the sha256 of the report. It is another ledger, or it was rewritten, truncated or rotated; what came after cannot be told from what was there.`
}

/** How many clusters changed in which way. */
export function explainChanges({ counts, clusters }: DiffDocument): Printable {
  const parts = (['new', 'grown', 'verdict', 'shrunk', 'gone', 'unknown'] as const).flatMap((change) =>
    counts[change] === 0
      ? []
      : [
          print`${formatCount(counts[change])} ${change === 'verdict' ? print`with another verdict` : CHANGE_NAME[change]}`,
        ],
  )
  const all = print`${formatCount(clusters.length)} ${plural(clusters.length, print`cluster`, print`clusters`)}`
  return parts.length === 0
    ? print`${all}, nothing changed`
    : print`${all}: ${join([...parts, print`${formatCount(counts.same)} the same`], print`, `)}`
}

/** Why a cluster on one side alone is not called new or gone. */
export const explainUnknown = print`A saved report leaves out what --top and --min leave out: those clusters may have been there. Save it with --top all.`

const DECISION: Readonly<Record<Decision, Printable>> = {
  investigate: print`real work among it`,
  dismiss: print`wholly synthetic`,
  undecided: print`undecided`,
  none: print`empty`,
}

/** A cluster whose make-up leads to another decision than before. */
export const explainVerdictChange = (id: Printable, before: Decision, after: Decision): Printable =>
  print`${id} was ${DECISION[before]}, is ${DECISION[after]}`

/** Records of a ledger that stand in neither half of it. */
export const explainOutside = (count: number): Printable =>
  print`${records(count)} ${plural(count, print`stands`, print`stand`)} in neither half: without a time, or not selected.`
