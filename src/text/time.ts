import { formatDistanceStrict } from 'date-fns/formatDistanceStrict'
import { parseISO } from 'date-fns/parseISO'
import { type Printable, print, word } from './printable.ts'

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** True where a day exists in its month, which the engine's own parser does not check (30 February becomes 2 March). */
function isRealDay(year: number, month: number, day: number): boolean {
  const days = month === 2 && isLeap(year) ? 29 : DAYS[month - 1]
  return days !== undefined && day >= 1 && day <= days
}

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(?:([Zz])|([+-])(\d\d):?(\d\d)?)?$/
const DATE_ONLY = /^(\d{4})-(\d\d)-(\d\d)$/
const BASIC = /^\d{8}T\d{4,6}(?:[.,]\d{1,9})?(?:Z|[+-]\d\d(?::?\d\d)?)?$/

/** Two digits of text as a number, or -1: beyond every check that follows. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30
  const ones = text.charCodeAt(at + 1) - 0x30
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

/** The form nearly every writer uses, `2026-08-21T17:52:07[.123456](Z|+00:00)`, without a pattern; else undefined. */
function readCommonIso(text: string): number | undefined {
  const { length } = text
  const utc = text.charCodeAt(length - 1) === 0x5a ? 1 : text.endsWith('+00:00') ? 6 : 0
  const end = length - utc
  if (utc === 0 || end < 19 || text.charCodeAt(10) !== 0x54 || text.charCodeAt(4) !== 0x2d) return undefined
  if (text.charCodeAt(7) !== 0x2d || text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a)
    return undefined
  let millis = 0
  if (end > 19) {
    if (text.charCodeAt(19) !== 0x2e || end < 23 || end > 29) return undefined
    for (let i = 20; i < end; i++) {
      const digit = text.charCodeAt(i) - 0x30
      if (digit < 0 || digit > 9) return undefined
      if (i < 23) millis = millis * 10 + digit
    }
  }
  const [century, years] = [twoDigits(text, 0), twoDigits(text, 2)]
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)]
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)]
  if (century < 1 || years < 0 || hour < 0 || minute < 0 || second < 0) return undefined
  const year = century * 100 + years
  if (!isRealDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined
  return toMillis(year, month, day, hour, minute, second) + millis
}

/** As `Date.UTC`, but with months from 1, and with years below 100 that are what they say. */
const toMillis = (
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number => daysSince1970(year, month, day) * 86_400_000 + hour * 3_600_000 + minute * 60_000 + second * 1000

/** Days from 1970-01-01, counted in years that begin in March so that the leap day comes last. */
function daysSince1970(year: number, month: number, day: number): number {
  const march = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return (
    march * 365 +
    Math.floor(march / 4) -
    Math.floor(march / 100) +
    Math.floor(march / 400) +
    dayOfYear -
    719_468
  )
}

/** A time as it was read; `isZoneless`: it named no zone, and was read as UTC. */
export type Instant = { readonly at: number; readonly isZoneless: boolean }

const zoned = (at: number | undefined): Instant | undefined =>
  at === undefined ? undefined : { at, isZoneless: false }

/** An ISO 8601 time; undefined when it is no real one. */
function readIso(text: string): Instant | undefined {
  const m = ISO.exec(text)
  if (!m) return readUncommon(text)
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])]
  const [hour, minute, second] = [Number(m[4]), Number(m[5]), Number(m[6] ?? 0)]
  if (!isRealDay(year, month, day) || hour > 23 || minute > 59 || second > 60) return undefined
  const millis = m[7] === undefined ? 0 : Number(m[7].slice(0, 3).padEnd(3, '0'))
  const utc = toMillis(year, month, day, hour, minute, second) + millis
  if (m[9] === undefined) return { at: utc, isZoneless: m[8] === undefined }
  const [zoneHours, zoneMinutes] = [Number(m[10]), Number(m[11] ?? 0)]
  if (zoneHours > 14 || zoneMinutes > 59) return undefined
  const offset = (zoneHours * 60 + zoneMinutes) * 60_000
  return zoned(m[9] === '-' ? utc + offset : utc - offset)
}

/** Forms that the common pattern leaves out: a bare date, and ISO basic format by date-fns. Zoneless is UTC. */
function readUncommon(text: string): Instant | undefined {
  const date = DATE_ONLY.exec(text)
  if (date) {
    const [year, month, day] = [Number(date[1]), Number(date[2]), Number(date[3])]
    if (!isRealDay(year, month, day)) return undefined
    return { at: toMillis(year, month, day, 0, 0, 0), isZoneless: true }
  }
  if (!BASIC.test(text)) return undefined
  if (!isRealDay(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6, 8))))
    return undefined
  const isZoneless = !/[Z+-]/.test(text.slice(9))
  const at = parseISO(isZoneless ? `${text}Z` : text).getTime()
  return Number.isNaN(at) ? undefined : { at, isZoneless }
}

/** An epoch count as milliseconds; its unit (s, ms, us, ns) is told by magnitude, years 2001 to 2286. */
function readEpoch(count: number): number | undefined {
  if (!Number.isFinite(count) || count < 1e9) return undefined
  if (count < 1e10) return Math.round(count * 1000)
  if (count >= 1e12 && count < 1e13) return Math.trunc(count)
  if (count >= 1e15 && count < 1e16) return Math.trunc(count / 1e3)
  if (count >= 1e18 && count < 1e19) return Math.trunc(count / 1e6)
  return undefined
}

/**
 * The time a ledger value stands for, `at` in milliseconds since 1970 UTC: ISO 8601 text, or an epoch count as number or
 * digits. Undefined means undated: words, impossible dates and other types are never guessed at.
 */
export function readInstant(value: unknown): Instant | undefined {
  if (typeof value === 'number') return zoned(readEpoch(value))
  if (typeof value !== 'string' || value.length > 40) return undefined
  const common = readCommonIso(value)
  if (common !== undefined) return zoned(common)
  const text = value.trim()
  if (/^\d{10,19}(?:\.\d{1,9})?$/.test(text)) return zoned(readEpoch(Number(text)))
  return readIso(text)
}

/** `2026-08-21T17:52:07.123Z`, the only form in machine output. */
export const toIso = (at: number): string => new Date(at).toISOString()

/** The same of a time that may be missing: null in documents. */
export const isoOrNull = (at: number | undefined): string | null => (at === undefined ? null : toIso(at))

/** A year within what `toISOString` and the reports can show: 0001 to 9999. */
export const isShowable = (at: number): boolean => at >= -62_135_596_800_000 && at <= 253_402_300_799_999

const UNITS = { second: 's', minute: 'm', hour: 'h', day: 'd', month: 'mo', year: 'y' } as const
type UnitName = keyof typeof UNITS
const isUnit = (name: string): name is UnitName => Object.hasOwn(UNITS, name)

/** `38m`, `2h`, `1d`: how long ago, by date-fns, cut to one unit. */
export function shortAge(at: number, now: number): Printable {
  const [count = '', unit = ''] = formatDistanceStrict(at, now, { roundingMethod: 'floor' }).split(' ')
  const name = unit.replace(/s$/, '')
  return isUnit(name) ? print`${Number(count)}${word(UNITS[name])}` : word(count)
}
