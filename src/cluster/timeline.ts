import type { Class } from '../classify/decide.ts'
import { type ClassCounts, type ClassStats, listStats, NO_COUNTS } from './tally.ts'
import { listTimes } from './times.ts'

export const UNITS = ['hour', 'day', 'week', 'month', 'year', 'decade', 'century'] as const
export type Unit = (typeof UNITS)[number]

/** Equal stretches of UTC time that every row of a report shares. `starts` has one instant a stretch. */
export type Timeline = { readonly unit: Unit; readonly starts: readonly number[] }

/** Stretches that a row has room for. */
export const MAX_BUCKETS = 26

const HOUR = 3_600_000
const DAY = 24 * HOUR

const YEARS: Readonly<Partial<Record<Unit, number>>> = { year: 1, decade: 10, century: 100 }

/** 1 January of a year; years below 100 are what they say, not of the last century. */
const startOfYear = (year: number): number => new Date(0).setUTCFullYear(year, 0, 1)

function startOf(unit: Unit, at: number): number {
  const date = new Date(at)
  if (unit === 'hour') return Math.floor(at / HOUR) * HOUR
  if (unit === 'day') return Math.floor(at / DAY) * DAY
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  const years = YEARS[unit]
  if (years !== undefined) return startOfYear(Math.floor(date.getUTCFullYear() / years) * years)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  return startOf('day', at) - sinceMonday * DAY
}

function next(unit: Unit, start: number): number {
  const date = new Date(start)
  if (unit === 'hour') return start + HOUR
  if (unit === 'day') return start + DAY
  if (unit === 'week') return start + 7 * DAY
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  return startOfYear(date.getUTCFullYear() + (YEARS[unit] ?? 1))
}

function startsBetween(unit: Unit, first: number, last: number): number[] | undefined {
  const starts: number[] = []
  for (let at = startOf(unit, first); at <= last; at = next(unit, at)) {
    if (starts.length === MAX_BUCKETS) return undefined
    starts.push(at)
  }
  return starts
}

/** The finest timeline that shows the whole span; beyond 26 centuries, the last 26. Undefined where nothing is dated. */
export function planTimeline(first: number | undefined, last: number | undefined): Timeline | undefined {
  if (first === undefined || last === undefined) return undefined
  for (const unit of UNITS) {
    const starts = startsBetween(unit, first, last)
    if (starts !== undefined) return { unit, starts }
  }
  const end = new Date(last).getUTCFullYear()
  const starts = Array.from({ length: MAX_BUCKETS }, (_, i) =>
    startOfYear((Math.floor(end / 100) - MAX_BUCKETS + 1 + i) * 100),
  )
  return { unit: 'century', starts }
}

/** Counts of each stretch by class, in the order of the timeline. */
export function fillTimeline(timeline: Timeline, stats: Readonly<ClassStats>): ClassCounts[] {
  const buckets: Record<Class, number>[] = timeline.starts.map(() => ({ ...NO_COUNTS }))
  for (const [of, stat] of listStats(stats)) {
    for (const [start, count] of listTimes(stat.times)) {
      const bucket = buckets[findBucket(timeline.starts, start)]
      if (bucket !== undefined) bucket[of] += count
    }
  }
  return buckets
}

/** Index of the last stretch that starts at or before an instant; -1 where it lies before all of them. */
function findBucket(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
