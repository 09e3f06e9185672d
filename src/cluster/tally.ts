import { CLASSES, type Class, type Reason } from '../classify/decide.ts'
import { addCount, type Counts, createCounts, listCounts } from './counts.ts'
import { createNewest, type Exemplar, keepExemplar, listNewest, type Newest } from './exemplar.ts'
import { addTime, createTimes, mergeTimes, type Times } from './times.ts'

/** Records by class. */
export type ClassCounts = Readonly<Record<Class, number>>

export const NO_COUNTS: ClassCounts = { synthetic: 0, real: 0, unattributed: 0 }

export const addCounts = (a: ClassCounts, b: ClassCounts): ClassCounts => ({
  synthetic: a.synthetic + b.synthetic,
  real: a.real + b.real,
  unattributed: a.unattributed + b.unattributed,
})

export const sumCounts = (counts: ClassCounts): number => counts.synthetic + counts.real + counts.unattributed

/** What is known of the records of one class: counts by reason and by time, their span, the newest. */
export type ClassStat = {
  count: number
  denials: number
  first: number | undefined
  last: number | undefined
  readonly reasons: Counts<Reason>
  readonly times: Times
  readonly newest: Newest
}

/** By class, as far as records of it were counted. */
export type ClassStats = Record<Class, ClassStat | undefined>

export const createStats = (): ClassStats => ({
  synthetic: undefined,
  real: undefined,
  unattributed: undefined,
})

/** The classes that were counted, in their fixed order. */
export const listStats = (stats: Readonly<ClassStats>): readonly (readonly [Class, ClassStat])[] =>
  CLASSES.flatMap((of) => {
    const stat = stats[of]
    return stat === undefined ? [] : [[of, stat] as const]
  })

/** The chosen classes of some counts, not copied. */
export const pickStats = (stats: ClassStats, classes: ReadonlySet<Class>): ClassStats =>
  CLASSES.every((of) => classes.has(of))
    ? stats
    : {
        synthetic: classes.has('synthetic') ? stats.synthetic : undefined,
        real: classes.has('real') ? stats.real : undefined,
        unattributed: classes.has('unattributed') ? stats.unattributed : undefined,
      }

const least = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b)
const most = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b)

function statOf(stats: ClassStats, of: Class): ClassStat {
  const known = stats[of]
  if (known !== undefined) return known
  const stat: ClassStat = {
    count: 0,
    denials: 0,
    first: undefined,
    last: undefined,
    reasons: createCounts(),
    times: createTimes(),
    newest: createNewest(),
  }
  stats[of] = stat
  return stat
}

/** Counts one record. */
export function countRecord(stats: ClassStats, record: Exemplar): void {
  const { at } = record
  const stat = statOf(stats, record.class)
  stat.count += 1
  if (record.isDenial) stat.denials += 1
  addCount(stat.reasons, record.reason)
  keepExemplar(stat.newest, record)
  if (at === undefined) return
  if (stat.first === undefined || at < stat.first) stat.first = at
  if (stat.last === undefined || at > stat.last) stat.last = at
  addTime(stat.times, at)
}

/** Adds one set of counts to another. */
export function mergeStats(into: ClassStats, from: Readonly<ClassStats>): void {
  for (const [of, part] of listStats(from)) {
    const stat = statOf(into, of)
    stat.count += part.count
    stat.denials += part.denials
    stat.first = least(stat.first, part.first)
    stat.last = most(stat.last, part.last)
    for (const [reason, count] of listCounts(part.reasons)) addCount(stat.reasons, reason, count)
    mergeTimes(stat.times, part.times)
    for (const exemplar of listNewest(part.newest)) keepExemplar(stat.newest, exemplar)
  }
}

/** The figures that a row or a total shows. */
export type Summary = {
  readonly counts: ClassCounts
  readonly denials: number
  readonly first: number | undefined
  readonly last: number | undefined
}

export function summarise(stats: Readonly<ClassStats>): Summary {
  const counts: Record<Class, number> = { ...NO_COUNTS }
  let denials = 0
  let first: number | undefined
  let last: number | undefined
  for (const [of, stat] of listStats(stats)) {
    counts[of] = stat.count
    denials += stat.denials
    first = least(first, stat.first)
    last = most(last, stat.last)
  }
  return { counts, denials, first, last }
}
