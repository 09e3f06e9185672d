import type { Class } from './classify/decide.ts'
import { type Cluster, formClusters } from './cluster/cluster.ts'
import { createFold } from './cluster/fold.ts'
import { isSelected, type Selection } from './cluster/select.ts'
import { NO_COUNTS, type Summary, sumCounts } from './cluster/tally.ts'
import type { Examiner } from './examine.ts'
import type { Detection } from './profile/detect.ts'
import type { Profile } from './profile/schema.ts'
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
}

/** Everything that one run found out; reports are views of it. */
export type Triage = {
  readonly inputs: readonly InputOutcome[]
  /** Of all records, whatever is selected. */
  readonly totals: Summary
  readonly clusters: readonly Cluster[]
  readonly malformed: readonly MalformedLine[]
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

/**
 * Reads ledgers one after another and sorts every record. Gives totals, clusters and how each read went; throws only
 * where the figures do not add up, which is a fault of this program.
 */
export async function runTriage(
  sources: readonly ByteSource[],
  examine: Examiner,
  selection: Selection,
  progress?: Progress,
): Promise<Triage> {
  const fold = createFold()
  const totals: Totals = { counts: { ...NO_COUNTS }, denials: 0, first: undefined, last: undefined }
  const malformed: MalformedLine[] = []
  const inputs: InputOutcome[] = []

  for (const [ledger, source] of sources.entries()) {
    const usage = createUsageCounter()
    let undated = 0
    const take = (parsed: Parsed): void => {
      if (parsed.kind === 'record') {
        const { record, verdict, signed } = examine(parsed.position, parsed.value)
        usage.count(record.detection)
        if (record.at === undefined) undated += 1
        totals.counts[verdict.class] += 1
        if (record.isDenial) totals.denials += 1
        if (record.at !== undefined) {
          totals.first = Math.min(totals.first ?? record.at, record.at)
          totals.last = Math.max(totals.last ?? record.at, record.at)
        }
        fold.add(ledger, record, verdict, signed, isSelected(record, selection))
      } else if (parsed.kind === 'malformed' && malformed.length < MAX_LISTED) {
        const { line, offset } = parsed.position
        malformed.push({ ledger, line, offset, reason: parsed.reason })
      }
    }
    const outcome = await readLedger(source, take, progress)
    inputs.push({ ...outcome, profiles: usage.list(), undated })
  }

  reconcile(inputs, totals)
  return { inputs, totals, clusters: formClusters(fold.stats(), selection.classes), malformed }
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
