import { describe, expect, it } from 'vitest'
import { readWhen } from '../../src/cli/when.ts'
import { findZone, UTC, type Zone } from '../../src/text/zone.ts'

const NOW = Date.parse('2026-08-21T20:00:00Z')
const zoneOf = (name: string): Zone => findZone(name) ?? UTC
const read = (text: string, zone = 'UTC', end = false): string | undefined => {
  const at = readWhen(text, NOW, zoneOf(zone), end)
  return at === undefined ? undefined : new Date(at).toISOString()
}

describe('readWhen', () => {
  it.each([
    ['7d', '2026-08-14T20:00:00.000Z'],
    ['-7d', '2026-08-14T20:00:00.000Z'],
    ['90m', '2026-08-21T18:30:00.000Z'],
    ['2w', '2026-08-07T20:00:00.000Z'],
    ['now', '2026-08-21T20:00:00.000Z'],
    ['today', '2026-08-21T00:00:00.000Z'],
    ['yesterday', '2026-08-20T00:00:00.000Z'],
    ['2026-08-01', '2026-08-01T00:00:00.000Z'],
    ['2026-08-01T09:30', '2026-08-01T09:30:00.000Z'],
    ['2026-08-01T09:30Z', '2026-08-01T09:30:00.000Z'],
    ['2026-08-01T09:30+02:00', '2026-08-01T07:30:00.000Z'],
  ])('reads %s as %s', (text, wanted) => {
    expect(read(text)).toBe(wanted)
  })

  it('takes days and zoneless times for those of the zone', () => {
    expect(read('2026-08-01', 'Europe/Vienna')).toBe('2026-07-31T22:00:00.000Z')
    expect(read('2026-08-01T09:30', 'Europe/Vienna')).toBe('2026-08-01T07:30:00.000Z')
    expect(read('2026-08-01T09:30Z', 'Europe/Vienna')).toBe('2026-08-01T09:30:00.000Z')
    expect(read('yesterday', 'Asia/Tokyo')).toBe('2026-08-20T15:00:00.000Z')
  })

  it('takes a day for its end where a span ends', () => {
    expect(read('2026-08-01', 'UTC', true)).toBe('2026-08-02T00:00:00.000Z')
    expect(read('yesterday', 'UTC', true)).toBe('2026-08-21T00:00:00.000Z')
    expect(read('2026-10-25', 'Europe/Vienna', true)).toBe('2026-10-25T23:00:00.000Z')
  })

  it.each(['', 'soon', '7', '7x', '-', '2026-02-30', '99999999d'])('does not guess at %j', (text) => {
    expect(read(text)).toBeUndefined()
  })
})
