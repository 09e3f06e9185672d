import { type Cluster, membersOf } from '../cluster/cluster.ts'
import { compareExemplars, type Exemplar } from '../cluster/exemplar.ts'
import { type Examiner, settleVerdict } from '../examine.ts'
import { identify, keyOf, tokensOf } from '../signature/sign.ts'
import { type Hole, listHoles, readValues } from '../signature/values.ts'
import { isCutShort, type SourceFault } from '../source/fault.ts'
import { type ByteSource, readLedger } from '../source/read.ts'
import type { Triage } from '../triage.ts'
import { createSeparator, type Separation } from './separate.ts'

/** Distinct values counted of a hole, and sets of values kept for look-alikes; beyond them counts are lower bounds. */
const MAX_VALUES = 10_000
const MAX_SETS = 100_000

/** Records shown, newest first, and fields that separate classes. */
const MAX_RECORDS = 10
const MAX_SEPARATIONS = 6
const MAX_EXAMPLES = 3

/** A record of the cluster, with what a person looks for first. */
export type ShownRecord = Exemplar & { readonly path: string; readonly workspace: string | undefined }

/** Unattributed records whose values equal those of proven ones of a class: a lead, never a verdict. */
export type Lookalikes = { readonly records: number; readonly examples: readonly ShownRecord[] }

/** What a second look at the records of one cluster found out. */
export type Inspection = {
  readonly holes: readonly (Hole & {
    readonly values: ReadonlyMap<string, number>
    readonly uncounted: number
  })[]
  /** Records by class and reason. */
  readonly verdicts: ReadonlyMap<string, number>
  /** Records whose text does not hold the template's words in order, so that their values could not be read. */
  readonly unread: number
  readonly lookalikes: Readonly<Record<'synthetic' | 'real', Lookalikes>>
  readonly separations: readonly Separation[]
  readonly fields: readonly string[]
  readonly records: readonly ShownRecord[]
  /** What cut a reading short: then all of this is of a part. */
  readonly faults: readonly SourceFault[]
}

type Unsettled = { readonly key: string; readonly record: ShownRecord }

/** Reads the ledgers again and collects what the records of one cluster hold. */
export async function inspectCluster(
  ledgers: readonly ByteSource[],
  cluster: Cluster,
  triage: Triage,
  examine: Examiner,
): Promise<Inspection> {
  const members = new Set(membersOf(cluster))
  const tokens = tokensOf(cluster)
  const holes = listHoles(tokens).map((hole) => ({
    ...hole,
    values: new Map<string, number>(),
    uncounted: 0,
  }))
  const verdicts = new Map<string, number>()
  const separator = createSeparator()
  const fields = new Set<string>()
  const proven = { synthetic: new Set<string>(), real: new Set<string>() }
  const unsettled: Unsettled[] = []
  const newest: ShownRecord[] = []
  const faults: SourceFault[] = []
  let unread = 0

  for (const [ledger, source] of ledgers.entries()) {
    const { fault } = await readLedger(source, (parsed) => {
      if (parsed.kind !== 'record') return
      const { record, verdict: own, signed } = examine(parsed.position, parsed.value)
      if (!members.has(identify(keyOf(signed)))) return
      const { verdict } = settleVerdict(record, own, triage.links)
      const workspace = record.leaves.find((leaf) => leaf.role === 'workspace')
      const shown: ShownRecord = {
        ledger,
        path: source.path,
        line: parsed.position.line,
        offset: parsed.position.offset,
        at: record.at,
        class: verdict.class,
        reason: verdict.reason,
        isDenial: record.isDenial,
        workspace: workspace === undefined ? undefined : String(workspace.value),
      }
      const verdictKey = `${verdict.class} ${verdict.reason}`
      verdicts.set(verdictKey, (verdicts.get(verdictKey) ?? 0) + 1)
      separator.add(record.value, verdict.class, record.message)
      for (const [field, value] of Object.entries(record.value)) {
        if (value !== record.message && fields.size < MAX_VALUES) fields.add(field)
      }
      keepNewest(newest, shown)
      const values = readValues(tokens, record.message ?? '')
      if (values === undefined) {
        unread += 1
        return
      }
      for (const [i, hole] of holes.entries()) if (!count(hole.values, values[i] ?? '')) hole.uncounted += 1
      // Without a value there is nothing to be alike in.
      if (values.every((value) => value === '')) return
      const key = JSON.stringify(values)
      if (verdict.class === 'unattributed') {
        if (unsettled.length < MAX_SETS) unsettled.push({ key, record: shown })
      } else if (proven[verdict.class].size < MAX_SETS) proven[verdict.class].add(key)
    })
    if (fault !== undefined && isCutShort(fault)) faults.push(fault)
  }

  const find = (of: 'synthetic' | 'real'): Lookalikes => {
    const alike = unsettled.filter(({ key }) => proven[of].has(key)).map(({ record }) => record)
    return { records: alike.length, examples: [...alike].sort(compareExemplars).slice(0, MAX_EXAMPLES) }
  }
  return {
    holes,
    verdicts,
    unread,
    lookalikes: { synthetic: find('synthetic'), real: find('real') },
    separations: separator.list(MAX_SEPARATIONS),
    fields: [...fields].sort(),
    records: newest,
    faults,
  }
}

/** Counts a value; false where there are too many distinct ones already. */
function count(values: Map<string, number>, value: string): boolean {
  if (!values.has(value) && values.size >= MAX_VALUES) return false
  values.set(value, (values.get(value) ?? 0) + 1)
  return true
}

function keepNewest(newest: ShownRecord[], record: ShownRecord): void {
  const at = newest.findIndex((other) => compareExemplars(record, other) < 0)
  if (at < 0 && newest.length >= MAX_RECORDS) return
  newest.splice(at < 0 ? newest.length : at, 0, record)
  newest.length = Math.min(newest.length, MAX_RECORDS)
}
