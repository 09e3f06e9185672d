import { addCount, type Counts, listCounts } from './counts.ts'

const HOUR = 3_600_000
const HOURS_A_DAY = 24

/** Stretches counted one by one before they are counted by longer ones. */
const MAX_STRETCHES = 10_000

/**
 * Records by when they were written. Keys are hours since 1970 at which a stretch starts. So many hours span more than 26
 * weeks, so many days more than 26 years: what is then told by longer stretches no timeline of 26 would have shown.
 */
export type Times = Counts<number> & { grain: 'hour' | 'day' | 'year' }

export const createTimes = (): Times => ({ key: undefined, count: 0, others: undefined, grain: 'hour' })

function floorTo(grain: Times['grain'], hour: number): number {
  if (grain === 'hour') return hour
  if (grain === 'day') return Math.floor(hour / HOURS_A_DAY) * HOURS_A_DAY
  const year = new Date(hour * HOUR).getUTCFullYear()
  return new Date(0).setUTCFullYear(year, 0, 1) / HOUR
}

function coarsen(times: Times, grain: Times['grain']): void {
  const finer = [...listCounts(times)]
  times.grain = grain
  times.key = undefined
  times.count = 0
  times.others = undefined
  for (const [hour, count] of finer) addCount(times, floorTo(grain, hour), count)
}

function addHour(times: Times, hour: number, count: number): void {
  addCount(times, floorTo(times.grain, hour), count)
  if (times.grain !== 'year' && (times.others?.size ?? 0) >= MAX_STRETCHES)
    coarsen(times, times.grain === 'hour' ? 'day' : 'year')
}

/** Counts one instant, in milliseconds since 1970. */
export const addTime = (times: Times, at: number): void => addHour(times, Math.floor(at / HOUR), 1)

/** Adds the instants of others. */
export function mergeTimes(into: Times, from: Times): void {
  for (const [hour, count] of listCounts(from)) addHour(into, hour, count)
}

/** The start of every stretch, in milliseconds since 1970, and how many records it has. */
export function* listTimes(times: Times): Generator<readonly [number, number], void> {
  for (const [hour, count] of listCounts(times)) yield [hour * HOUR, count]
}
