import type { Class } from '../classify/decide.ts'
import { groupFamilies, type Member } from '../signature/family.ts'
import type { Join } from '../signature/group.ts'
import { type Grouping, NO_GROUPING } from '../signature/grouping.ts'
import { tokensOf } from '../signature/sign.ts'
import { compareExemplars, type Exemplar } from './exemplar.ts'
import type { SignatureStat } from './fold.ts'
import { mergeSuspects, type SuspectTally } from './suspect.ts'
import { type ClassStats, mergeStats, type Summary, sumCounts, summarise } from './tally.ts'

/** One row of a report: a family of signatures. Counts are of selected records; `id` and `members` of all input. */
export type Cluster = Summary & {
  readonly id: string
  readonly members: readonly string[]
  readonly tokens: readonly string[]
  /** Which step joined which of its members, and those members themselves. */
  readonly joins: readonly Join[]
  readonly signatures: readonly SignatureStat[]
  readonly codes: SignatureStat['codes']
  readonly count: number
  readonly classes: ClassStats
  readonly suspects: SuspectTally
  readonly exemplars: readonly Exemplar[]
}

/** Families are grouped over this many of the largest signatures; the rest stand alone. */
const MAX_GROUPED = 50_000

/** Groups signatures into clusters that count the chosen classes. The order of records changes nothing. */
export function formClusters(
  stats: readonly SignatureStat[],
  classes: ReadonlySet<Class>,
  grouping: Grouping = NO_GROUPING,
): Cluster[] {
  const byId = new Map(stats.map((stat) => [stat.id, stat]))
  const bySize = [...stats].sort((a, b) => b.total - a.total || (a.id < b.id ? -1 : 1))
  const toMember = (stat: SignatureStat): Member => ({
    id: stat.id,
    scope: stat.scope,
    tokens: tokensOf(stat),
  })
  const grouped = groupFamilies(bySize.slice(0, MAX_GROUPED).map(toMember), grouping)
  const alone = bySize
    .slice(MAX_GROUPED)
    .map((stat) => ({ members: [stat.id], tokens: tokensOf(stat), joins: [] }))
  return [...grouped, ...alone].map(({ members, tokens, joins }) =>
    formCluster(
      members.flatMap((id) => byId.get(id) ?? []),
      tokens,
      joins,
      classes,
    ),
  )
}

/** Earliest record first, undated last, ties by id: this member's id names the cluster for good. */
function nameCluster(stats: readonly SignatureStat[]): string {
  const at = (stat: SignatureStat): number => stat.earliest ?? Number.POSITIVE_INFINITY
  const [first] = [...stats].sort((a, b) => (at(a) === at(b) ? (a.id < b.id ? -1 : 1) : at(a) - at(b)))
  return first?.id ?? ''
}

function formCluster(
  stats: readonly SignatureStat[],
  tokens: readonly string[],
  joins: readonly Join[],
  chosen: ReadonlySet<Class>,
): Cluster {
  const classes: ClassStats = new Map()
  const suspects: SuspectTally = new Map()
  for (const stat of stats) {
    mergeStats(classes, stat.selected, chosen)
    if (chosen.has('synthetic')) mergeSuspects(suspects, stat.suspects)
  }
  const summary = summarise(classes)
  return {
    ...summary,
    id: nameCluster(stats),
    members: stats.map((stat) => stat.id).sort(),
    tokens,
    joins,
    signatures: stats,
    codes: stats[0]?.codes ?? [],
    count: sumCounts(summary.counts),
    classes,
    suspects,
    exemplars: [...classes.values()].flatMap((stat) => stat.newest).sort(compareExemplars),
  }
}
