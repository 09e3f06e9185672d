/** The wall-clock fields of an instant in a named zone, by the engine's own zone data; UTC needs none. */
export type WallClock = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

export type Zone = { readonly name: string; readonly read: (at: number) => WallClock }

export const UTC: Zone = {
  name: 'UTC',
  read: (at) => {
    const date = new Date(at)
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    }
  },
}

/** The zone of that IANA name, or undefined where the engine knows none. */
export function findZone(name: string): Zone | undefined {
  if (/^(?:utc|z|gmt)$/i.test(name)) return UTC
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    return {
      name: format.resolvedOptions().timeZone,
      read: (at) => {
        const parts = new Map(format.formatToParts(at).map((part) => [part.type, Number(part.value)]))
        const get = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
        return {
          year: get('year'),
          month: get('month'),
          day: get('day'),
          hour: get('hour'),
          minute: get('minute'),
          second: get('second'),
        }
      },
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The instant at which a zone's clocks show these fields; in a gap or overlap, the later offset's reading. */
export function fromWallClock(zone: Zone, wall: WallClock): number {
  const asUtc = (clock: WallClock): number =>
    Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second)
  const wanted = asUtc(wall)
  let at = wanted
  for (let round = 0; round < 2; round++) at += wanted - asUtc(zone.read(at))
  return at
}

const two = (n: number): string => String(n).padStart(2, '0')

/** `2026-08-21`, as that zone's calendar shows it. */
export function formatDay(at: number, zone: Zone): string {
  const wall = zone.read(at)
  return `${String(wall.year).padStart(4, '0')}-${two(wall.month)}-${two(wall.day)}`
}

/** `2026-08-21 17:52`, as that zone's clocks show it. */
export function formatMinute(at: number, zone: Zone): string {
  const wall = zone.read(at)
  return `${formatDay(at, zone)} ${two(wall.hour)}:${two(wall.minute)}`
}
