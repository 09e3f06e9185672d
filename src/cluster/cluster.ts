import type { Class } from '../classify/decide.ts'
import { groupFamilies, type Member } from '../signature/family.ts'
import type { Join } from '../signature/group.ts'
import { type Grouping, NO_GROUPING } from '../signature/grouping.ts'
import { compareExemplars, type Exemplar, listNewest } from './exemplar.ts'
import type { SignatureStat } from './fold.ts'
import { mergeSuspects, NO_SUSPECTS, type Suspect, type SuspectTally } from './suspect.ts'
import {
  type ClassStats,
  createStats,
  listStats,
  mergeStats,
  pickStats,
  type Summary,
  sumCounts,
  summarise,
} from './tally.ts'

/**
 * One row of a report: a family of signatures. Counts are of selected records; `id` and `signatures` of all input. There
 * may be a million of them, most of one signature: what a row shows besides its figures is asked for by functions.
 */
export type Cluster = Summary & {
  readonly id: string
  /** The tokens of its template, joined by blanks. */
  readonly text: string
  /** Which step joined which of its signatures. */
  readonly joins: readonly Join[]
  readonly signatures: readonly SignatureStat[]
  readonly count: number
  readonly classes: Readonly<ClassStats>
  readonly suspects: ReadonlyMap<string, Suspect>
}

/** The ids of a cluster's signatures, sorted. */
export const membersOf = ({ signatures }: Cluster): string[] => signatures.map(({ id }) => id).sort()

/** True where one of its signatures has an id that starts so. */
export const hasMember = ({ signatures }: Cluster, prefix: string): boolean =>
  signatures.some(({ id }) => id.startsWith(prefix))

/** The codes that all records of a cluster have. */
export const codesOf = ({ signatures }: Cluster): SignatureStat['codes'] => signatures[0]?.codes ?? []

/** The newest records of each class, newest first. */
export const exemplarsOf = ({ classes }: Cluster): Exemplar[] =>
  listStats(classes)
    .flatMap(([, stat]) => listNewest(stat.newest))
    .sort(compareExemplars)

/** Families are grouped over this many of the largest signatures; the rest stand alone. */
const MAX_GROUPED = 50_000

/** Groups signatures into clusters that count the chosen classes. The order of records changes nothing. */
export function formClusters(
  stats: readonly SignatureStat[],
  classes: ReadonlySet<Class>,
  grouping: Grouping = NO_GROUPING,
): Cluster[] {
  const bySize = [...stats].sort((a, b) => b.total - a.total || (a.id < b.id ? -1 : 1))
  const largest = bySize.slice(0, MAX_GROUPED)
  const byId = new Map(largest.map((stat) => [stat.id, stat]))
  const toMember = ({ id, scope, text }: SignatureStat): Member => ({ id, scope, text })
  const clusters = groupFamilies(largest.map(toMember), grouping).map(({ members, text, joins }) =>
    formCluster(
      members.flatMap((id) => byId.get(id) ?? []),
      text,
      joins,
      classes,
    ),
  )
  for (const stat of bySize.slice(MAX_GROUPED))
    clusters.push(formCluster([stat], stat.text, NO_JOINS, classes))
  return clusters
}

const NO_JOINS: readonly Join[] = []

/** Earliest record first, undated last, ties by id: this member's id names the cluster for good. */
function nameCluster(stats: readonly SignatureStat[]): string {
  const at = (stat: SignatureStat): number => stat.earliest ?? Number.POSITIVE_INFINITY
  const isBefore = (a: SignatureStat, b: SignatureStat): boolean =>
    at(a) === at(b) ? a.id < b.id : at(a) < at(b)
  const [first, ...others] = stats
  if (first === undefined) return ''
  return others.reduce((least, stat) => (isBefore(stat, least) ? stat : least), first).id
}

function formCluster(
  signatures: readonly SignatureStat[],
  text: string,
  joins: readonly Join[],
  chosen: ReadonlySet<Class>,
): Cluster {
  const [only] = signatures
  const classes =
    only !== undefined && signatures.length === 1
      ? pickStats(only.selected, chosen)
      : mergeClasses(signatures, chosen)
  const { counts, denials, first, last } = summarise(classes)
  return {
    counts,
    denials,
    first,
    last,
    id: nameCluster(signatures),
    text,
    joins,
    signatures,
    count: sumCounts(counts),
    classes,
    suspects: chosen.has('synthetic') ? collectSuspects(signatures) : NO_SUSPECTS,
  }
}

function mergeClasses(signatures: readonly SignatureStat[], chosen: ReadonlySet<Class>): ClassStats {
  const classes = createStats()
  for (const { selected } of signatures) mergeStats(classes, pickStats(selected, chosen))
  return classes
}

function collectSuspects(signatures: readonly SignatureStat[]): ReadonlyMap<string, Suspect> {
  const found = signatures.flatMap(({ suspects }) => suspects ?? [])
  const [only] = found
  if (found.length <= 1) return only ?? NO_SUSPECTS
  const all: SuspectTally = new Map()
  for (const suspects of found) mergeSuspects(all, suspects)
  return all
}
