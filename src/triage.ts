import { type Class, isLinkable } from './classify/decide.ts'
import { type Cluster, formClusters } from './cluster/cluster.ts'
import type { Exemplar } from './cluster/exemplar.ts'
import { createFold, type FoldLimits, type Overflow, type SignatureStat } from './cluster/fold.ts'
import { isSelected, type Selection } from './cluster/select.ts'
import { countSuspect, NO_SUSPECTS } from './cluster/suspect.ts'
import { countRecord, NO_COUNTS, pickStats, type Summary, sumCounts } from './cluster/tally.ts'
import { createWaitingRoom } from './cluster/waiting.ts'
import { createLinkIndex, findLinkKeys, type LinkIndex } from './evidence/links.ts'
import type { Examined, Examiner } from './examine.ts'
import type { Detection } from './profile/detect.ts'
import type { Profile } from './profile/schema.ts'
import { countGrouping } from './signature/grouping.ts'
import type { MalformedReason } from './source/malformed.ts'
import type { Parsed } from './source/parse.ts'
import { type ByteSource, type Progress, type ReadOutcome, readLedger } from './source/read.ts'

/** Malformed lines that are listed one by one; all of them are counted. */
const MAX_LISTED = 100

export type MalformedLine = {
  readonly ledger: number
  readonly line: number
  readonly offset: number
  readonly reason: MalformedReason
}

/** How records were read: by which profile, why, and which of its fields they had. */
export type ProfileUse = {
  readonly name: string
  readonly records: number
  readonly fields: ReadonlySet<string>
  readonly known: number
  readonly how: ReadonlyMap<Detection['how'], number>
  readonly drops: NonNullable<Profile['writer']>['drops']
}

export type InputOutcome = ReadOutcome & {
  readonly profiles: readonly ProfileUse[]
  readonly undated: number
  /** Records of which the time names no zone. */
  readonly zoneless: number
}

/** Everything that one run found out; reports are views of it. */
export type Triage = {
  readonly inputs: readonly InputOutcome[]
  /** Of all records, whatever is selected. */
  readonly totals: Summary
  readonly clusters: readonly Cluster[]
  /** Selected records of signatures that were not told apart, for want of room: in no cluster. */
  readonly overflow: Overflow | undefined
  readonly malformed: readonly MalformedLine[]
  /** All malformed lines, by reason. */
  readonly malformedBy: ReadonlyMap<MalformedReason, number>
  /** What records share with proven ones, for a second look at each of them. */
  readonly links: LinkIndex
  /** How many records each of the user's rules says something of. */
  readonly fired: ReadonlyMap<string, number>
  /** True where so many records share runs or processes that links were left out. */
  readonly linksOff: boolean
}

type Totals = {
  readonly counts: Record<Class, number>
  denials: number
  first: number | undefined
  last: number | undefined
}

/** Detections counted apart before they are summed up by profile: a bound on ledgers of ever new shapes. */
const MAX_DETECTIONS = 256

/** Counts which profiles read a ledger's records. */
function createUsageCounter(): { count: (detection: Detection) => void; list: () => ProfileUse[] } {
  const counts: number[] = []
  const pending: Detection[] = []
  const byName = new Map<string, ProfileUse>()

  const settle = (): void => {
    for (const { profile, how, fields, serial } of pending) {
      const use = byName.get(profile.name)
      const count = counts[serial] ?? 0
      byName.set(profile.name, {
        name: profile.name,
        records: (use?.records ?? 0) + count,
        fields: new Set([...(use?.fields ?? []), ...fields]),
        known: profile.fields.length,
        how: new Map(use?.how).set(how, (use?.how.get(how) ?? 0) + count),
        drops: profile.writer?.drops,
      })
      delete counts[serial]
    }
    pending.length = 0
  }

  return {
    count(detection) {
      const { serial } = detection
      const before = counts[serial]
      if (before !== undefined) counts[serial] = before + 1
      else {
        if (pending.length >= MAX_DETECTIONS) settle()
        pending.push(detection)
        counts[serial] = 1
      }
    },
    list() {
      settle()
      return [...byName.values()].sort((a, b) => b.records - a.records || (a.name < b.name ? -1 : 1))
    },
  }
}

/** Counts records into their signatures and the totals, each once its verdict is final. */
function createTally(links: LinkIndex, selection: Selection, limits: FoldLimits | undefined) {
  const fold = createFold(limits)
  const totals: Totals = { counts: { ...NO_COUNTS }, denials: 0, first: undefined, last: undefined }

  const count = (stat: SignatureStat, record: Exemplar, selected: boolean): void => {
    totals.counts[record.class] += 1
    if (record.isDenial) totals.denials += 1
    if (record.at !== undefined) {
      if (totals.first === undefined || record.at < totals.first) totals.first = record.at
      if (totals.last === undefined || record.at > totals.last) totals.last = record.at
    }
    if (selected) countRecord(stat.selected, record)
  }

  const room = createWaitingRoom(links, ({ stat, selected, ...record }, verdict) =>
    count(stat, { ...record, class: verdict.class, reason: verdict.reason }, selected),
  )

  const add = (ledger: number, { record, verdict, signed }: Examined): void => {
    const { at, position, isDenial } = record
    const stat = fold.add(at, signed)
    const selected = isSelected(record, selection)
    const { line, offset } = position
    const keys = isLinkable(verdict) ? findLinkKeys(record.leaves) : undefined
    if (keys !== undefined) {
      room.add({ stat, keys, ledger, line, offset, at, reason: verdict.reason, isDenial, selected })
      return
    }
    links.learn(record, verdict, { ledger, line })
    count(
      stat,
      { ledger, line, offset, at, class: verdict.class, reason: verdict.reason, isDenial },
      selected,
    )
    if (selected && verdict.class === 'synthetic' && verdict.facts.some((fact) => fact.test !== undefined)) {
      stat.suspects ??= new Map()
      countSuspect(stat.suspects, verdict.facts)
    }
  }

  return { add, totals, stats: fold.stats, overflow: fold.overflow, settle: room.settle, isOff: room.isOff }
}

/**
 * Reads ledgers one after another and sorts every record. Gives totals, clusters and how each read went; throws only
 * where the figures do not add up, which is a fault of this program. `limits` are for tests.
 */
export async function runTriage(
  sources: readonly ByteSource[],
  examine: Examiner,
  selection: Selection,
  progress?: Progress,
  limits?: FoldLimits,
): Promise<Triage> {
  const links = createLinkIndex()
  const tally = createTally(links, selection, limits)
  const malformed: MalformedLine[] = []
  const malformedBy = new Map<MalformedReason, number>()
  const inputs: InputOutcome[] = []
  const fired = new Map<string, number>()

  for (const [ledger, source] of sources.entries()) {
    const usage = createUsageCounter()
    let undated = 0
    let zoneless = 0
    const take = (parsed: Parsed): void => {
      if (parsed.kind === 'record') {
        const examined = examine(parsed.position, parsed.value)
        usage.count(examined.record.detection)
        if (examined.record.at === undefined) undated += 1
        if (examined.record.isZoneless) zoneless += 1
        for (const rule of examined.fired) fired.set(rule, (fired.get(rule) ?? 0) + 1)
        tally.add(ledger, examined)
      } else if (parsed.kind === 'malformed') {
        const { position, reason } = parsed
        malformedBy.set(reason, (malformedBy.get(reason) ?? 0) + 1)
        const { line, offset } = position
        if (malformed.length < MAX_LISTED) malformed.push({ ledger, line, offset, reason })
      }
    }
    const outcome = await readLedger(source, take, progress)
    inputs.push({ ...outcome, profiles: usage.list(), undated, zoneless })
  }

  tally.settle()
  const { totals } = tally
  reconcile(inputs, totals)
  const stats = tally.stats()
  for (const [rule, records] of countGrouping(stats, examine.grouping)) fired.set(rule, records)
  const clusters = formClusters(stats, selection.classes, examine.grouping)
  const overflow = chooseOverflow(tally.overflow(), selection)
  return { inputs, totals, clusters, overflow, malformed, malformedBy, links, fired, linksOff: tally.isOff() }
}

function chooseOverflow(overflow: Overflow | undefined, { classes }: Selection): Overflow | undefined {
  if (overflow === undefined) return undefined
  const suspects = classes.has('synthetic') ? overflow.suspects : NO_SUSPECTS
  return { ...overflow, selected: pickStats(overflow.selected, classes), suspects }
}

/** lines = records + blank + malformed and records = synthetic + real + unattributed, checked on every run. */
function reconcile(inputs: readonly InputOutcome[], totals: Summary): void {
  let records = 0
  for (const { counts } of inputs) {
    records += counts.records
    if (counts.lines !== counts.records + counts.blank + counts.malformed)
      throw new Error('lines do not add up')
  }
  if (records !== sumCounts(totals.counts)) throw new Error('records do not add up to their classes')
}
