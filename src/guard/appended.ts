import type { Class, Verdict } from '../classify/decide.ts'
import { isSelected, type Selection } from '../cluster/select.ts'
import { countSuspect, type SuspectTally } from '../cluster/suspect.ts'
import { NO_COUNTS } from '../cluster/tally.ts'
import type { LinkIndex } from '../evidence/links.ts'
import { type Examined, type Examiner, settleVerdict } from '../examine.ts'
import type { Position, Start } from '../source/frame.ts'
import type { MalformedReason } from '../source/malformed.ts'
import type { Parsed } from '../source/parse.ts'
import { readLedger } from '../source/read.ts'
import { type RandomAccess, tailOf } from '../source/tail.ts'
import type { Triage } from '../triage.ts'
import {
  type Attributed,
  type Attribution,
  attributeMalformed,
  attributeRecord,
  type Carries,
} from './attribute.ts'
import { createMembership } from './membership.ts'
import { createHashedNames, type HashedNames } from './state.ts'

/** Lines of each attribution that are listed one by one, so that none crowds out another; all of them are counted. */
const MAX_LISTED = 1000

/** The part of a ledger that a run may have written: an open file, from the start of a line on. */
export type Stretch = { readonly ledger: RandomAccess; readonly from: Start }

type Line = Attributed & { readonly path: string; readonly position: Position }

/** One line that was not there before the run. */
export type AppendedLine =
  | (Line & { readonly kind: 'malformed'; readonly reason: MalformedReason })
  | (Line & {
      readonly kind: 'record'
      readonly examined: Examined
      readonly verdict: Verdict
      readonly matches: boolean
    })

/** What was appended: all of it counted, the first of it listed. */
export type Appended = {
  readonly lines: readonly AppendedLine[]
  readonly counts: Readonly<Record<Class, number>>
  /** Those that a `--match` asks for, and of them those that their profile calls denials. */
  readonly matching: Readonly<Record<Class, number>>
  readonly matchingDenials: Readonly<Record<Class, number>>
  readonly records: number
  readonly blank: number
  readonly malformed: number
  readonly by: Readonly<Record<Attribution, number>>
  readonly suspects: SuspectTally
  /** False where reading was cut short: then the figures are lower bounds. */
  readonly complete: boolean
}

export type Reading = {
  readonly examine: Examiner
  /** What records share over all that was read, the former records included. */
  readonly links: LinkIndex
  readonly selection: Selection
  /** True for a record that a `--match id:…` means. */
  readonly isMember: (examined: Examined) => boolean
  readonly token: string | undefined
  readonly names: HashedNames
}

/** Reads what was appended and lays every line of it to the run, to work beside it, or to nobody. */
export async function readAppended(stretches: readonly Stretch[], reading: Reading): Promise<Appended> {
  const { examine, links, selection, token, names } = reading
  const lines: AppendedLine[] = []
  const counts: Record<Class, number> = { ...NO_COUNTS }
  const matching: Record<Class, number> = { ...NO_COUNTS }
  const matchingDenials: Record<Class, number> = { ...NO_COUNTS }
  const by: Record<Attribution, number> = { leak: 0, beside: 0, unsure: 0 }
  const suspects: SuspectTally = new Map()
  let [records, blank, malformed] = [0, 0, 0]
  let complete = true

  const keep = (line: AppendedLine): void => {
    by[line.attribution] += 1
    if (by[line.attribution] <= MAX_LISTED) lines.push(line)
  }
  const take = (ledger: RandomAccess, parsed: Parsed): void => {
    const { position } = parsed
    if (parsed.kind === 'blank') {
      blank += 1
      return
    }
    const carries: Carries =
      token === undefined ? undefined : ledger.readAt(position.offset, position.length).includes(token)
    const place = { path: ledger.path, position }
    if (parsed.kind === 'malformed') {
      malformed += 1
      keep({ ...place, ...attributeMalformed(carries), kind: 'malformed', reason: parsed.reason })
      return
    }
    const examined = examine(position, parsed.value)
    const { record } = examined
    const { verdict } = settleVerdict(record, examined.verdict, links)
    const matches = isSelected(record, selection) && reading.isMember(examined)
    const attributed = attributeRecord(verdict, carries)
    records += 1
    counts[verdict.class] += 1
    if (matches) matching[verdict.class] += 1
    if (matches && record.isDenial) matchingDenials[verdict.class] += 1
    if (attributed.attribution === 'leak') countSuspect(suspects, verdict.facts)
    names.learn(record, { ...place, attribution: attributed.attribution })
    keep({ ...place, ...attributed, kind: 'record', examined, verdict, matches })
  }

  for (const { ledger, from } of stretches) {
    const { watermark } = await readLedger(tailOf(ledger, from), (parsed) => take(ledger, parsed))
    complete &&= watermark.bytes >= ledger.bytes
  }
  return { complete, lines, counts, matching, matchingDenials, records, blank, malformed, by, suspects }
}

/** Reads stretches that no run is asked about: without a token, and without state files to tie. */
export const readStretches = (
  stretches: readonly Stretch[],
  triage: Triage,
  selection: Selection,
  examine: Examiner,
): Promise<Appended> =>
  readAppended(stretches, {
    examine,
    links: triage.links,
    selection,
    isMember: createMembership(selection, triage),
    token: undefined,
    names: createHashedNames([], []),
  })
