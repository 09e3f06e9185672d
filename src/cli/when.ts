import { milliseconds } from 'date-fns/milliseconds'
import { readInstant } from '../text/time.ts'
import { fromWallClock, UTC, type Zone } from '../text/zone.ts'

const DAY = 86_400_000

/** Units of `7d`, `12h`, `2w`, `3mo`; months and years are of average length, so no calendar or zone plays in. */
const UNITS: Readonly<Record<string, (count: number) => number>> = {
  s: (seconds) => milliseconds({ seconds }),
  m: (minutes) => milliseconds({ minutes }),
  h: (hours) => milliseconds({ hours }),
  d: (days) => milliseconds({ days }),
  w: (weeks) => milliseconds({ weeks }),
  mo: (months) => milliseconds({ months }),
  y: (years) => milliseconds({ years }),
}

function startOfDay(at: number, zone: Zone): number {
  return fromWallClock(zone, { ...zone.read(at), hour: 0, minute: 0, second: 0 })
}

/**
 * Reads the value of `--since`, `--until` or `--now` as milliseconds since 1970: an age (`7d`, also `-7d`), `now`,
 * `today`, `yesterday`, a day, or an ISO time; days and zoneless times are of `zone`. With `end`, a day means its end.
 */
export function readWhen(text: string, now: number, zone: Zone, end = false): number | undefined {
  const value = text.trim()
  const age = /^-?(\d{1,6})(s|m|h|d|w|mo|y)$/.exec(value)
  if (age !== null) return now - (UNITS[age[2] ?? '']?.(Number(age[1])) ?? 0)
  if (value === 'now') return now
  const days = value === 'today' ? 0 : value === 'yesterday' ? 1 : undefined
  if (days !== undefined) {
    const day = startOfDay(startOfDay(now, zone) - days * DAY + DAY / 2, zone)
    return end ? startOfDay(day + DAY + DAY / 2, zone) : day
  }
  const at = readInstant(value)?.at
  if (at === undefined) return undefined
  if (/[Zz]$|[+-]\d\d(?::?\d\d)?$/.test(value.slice(10))) return at
  const local = fromWallClock(zone, UTC.read(at))
  return end && value.length === 10 ? startOfDay(local + DAY + DAY / 2, zone) : local
}
