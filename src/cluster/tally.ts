import { CLASSES, type Class, type Reason } from '../classify/decide.ts'
import { type Exemplar, keepExemplar, type Newest } from './exemplar.ts'

export const HOUR = 3_600_000

/** Records by class. */
export type ClassCounts = Readonly<Record<Class, number>>

export const NO_COUNTS: ClassCounts = { synthetic: 0, real: 0, unattributed: 0 }

export const addCounts = (a: ClassCounts, b: ClassCounts): ClassCounts => ({
  synthetic: a.synthetic + b.synthetic,
  real: a.real + b.real,
  unattributed: a.unattributed + b.unattributed,
})

export const sumCounts = (counts: ClassCounts): number => counts.synthetic + counts.real + counts.unattributed

/** A count that is raised in place: maps of millions of records are read far more often than written. */
export type Counter = { count: number }

/** What is known of the records of one class: counts by reason and by hour since 1970, their span, the newest. */
export type ClassStat = {
  count: number
  denials: number
  first: number | undefined
  last: number | undefined
  readonly reasons: Map<Reason, Counter>
  readonly hours: Map<number, Counter>
  readonly newest: Newest
  /** The counters of the last record's reason and hour: the next one mostly has the same. */
  lastReason: Reason | undefined
  reasonCounter: Counter
  lastHour: number
  hourCounter: Counter
}

export type ClassStats = Map<Class, ClassStat>

const least = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b)
const most = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b)

function statOf(stats: ClassStats, of: Class): ClassStat {
  let stat = stats.get(of)
  if (stat === undefined) {
    stat = {
      count: 0,
      denials: 0,
      first: undefined,
      last: undefined,
      reasons: new Map(),
      hours: new Map(),
      newest: [],
      lastReason: undefined,
      reasonCounter: { count: 0 },
      lastHour: Number.NaN,
      hourCounter: { count: 0 },
    }
    stats.set(of, stat)
  }
  return stat
}

function counterOf<Key>(map: Map<Key, Counter>, key: Key): Counter {
  let counter = map.get(key)
  if (counter === undefined) {
    counter = { count: 0 }
    map.set(key, counter)
  }
  return counter
}

/** Counts one record. */
export function countRecord(stats: ClassStats, record: Exemplar): void {
  const { at } = record
  const stat = stats.get(record.class) ?? statOf(stats, record.class)
  stat.count += 1
  if (record.isDenial) stat.denials += 1
  if (record.reason !== stat.lastReason) {
    stat.reasonCounter = counterOf(stat.reasons, record.reason)
    stat.lastReason = record.reason
  }
  stat.reasonCounter.count += 1
  keepExemplar(stat.newest, record)
  if (at === undefined) return
  if (stat.first === undefined || at < stat.first) stat.first = at
  if (stat.last === undefined || at > stat.last) stat.last = at
  const hour = Math.floor(at / HOUR)
  if (hour !== stat.lastHour) {
    stat.hourCounter = counterOf(stat.hours, hour)
    stat.lastHour = hour
  }
  stat.hourCounter.count += 1
}

/** Adds the chosen classes of one set of counts to another. */
export function mergeStats(into: ClassStats, from: ClassStats, classes: ReadonlySet<Class>): void {
  for (const of of CLASSES) {
    const part = from.get(of)
    if (part === undefined || !classes.has(of)) continue
    const stat = statOf(into, of)
    stat.count += part.count
    stat.denials += part.denials
    stat.first = least(stat.first, part.first)
    stat.last = most(stat.last, part.last)
    for (const [reason, { count }] of part.reasons) counterOf(stat.reasons, reason).count += count
    for (const [hour, { count }] of part.hours) counterOf(stat.hours, hour).count += count
    for (const exemplar of part.newest) keepExemplar(stat.newest, exemplar)
  }
}

/** The figures that a row or a total shows. */
export type Summary = {
  readonly counts: ClassCounts
  readonly denials: number
  readonly first: number | undefined
  readonly last: number | undefined
}

export function summarise(stats: ClassStats): Summary {
  const counts: Record<Class, number> = { ...NO_COUNTS }
  let denials = 0
  let first: number | undefined
  let last: number | undefined
  for (const [of, stat] of stats) {
    counts[of] = stat.count
    denials += stat.denials
    first = least(first, stat.first)
    last = most(last, stat.last)
  }
  return { counts, denials, first, last }
}
