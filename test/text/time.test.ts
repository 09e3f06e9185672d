import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { print } from '../../src/text/printable.ts'
import { readInstant, shortAge, toIso } from '../../src/text/time.ts'
import { findZone, formatMinute, fromWallClock, UTC } from '../../src/text/zone.ts'

const read = (value: unknown): string | undefined => {
  const at = readInstant(value)?.at
  return at === undefined ? undefined : toIso(at)
}

describe('readInstant', () => {
  it.each([
    ['2026-08-21T17:52:07.123456+00:00', '2026-08-21T17:52:07.123Z'],
    ['2026-08-21T17:52:07Z', '2026-08-21T17:52:07.000Z'],
    ['2026-08-21T17:52:07.5Z', '2026-08-21T17:52:07.500Z'],
    ['2026-08-21T19:52:07+02:00', '2026-08-21T17:52:07.000Z'],
    ['2026-08-21T12:22:07-0530', '2026-08-21T17:52:07.000Z'],
    ['2026-08-21 17:52:07', '2026-08-21T17:52:07.000Z'],
    ['2026-08-21 17:52:07,250', '2026-08-21T17:52:07.250Z'],
    ['2026-08-21T17:52', '2026-08-21T17:52:00.000Z'],
    ['2026-08-21', '2026-08-21T00:00:00.000Z'],
    ['20260821T175207Z', '2026-08-21T17:52:07.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31 23:59:59', '0099-12-31T23:59:59.000Z'],
    ['0099-12-31', '0099-12-31T00:00:00.000Z'],
    [1785571200, '2026-08-01T08:00:00.000Z'],
    [1785571200123, '2026-08-01T08:00:00.123Z'],
    [1785571200123456, '2026-08-01T08:00:00.123Z'],
    ['1785571200', '2026-08-01T08:00:00.000Z'],
    ['1785571200.5', '2026-08-01T08:00:00.500Z'],
  ])('reads %j as %s', (value, wanted) => {
    expect(read(value)).toBe(wanted)
  })

  it.each([
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-08-21T24:00:00Z',
    '2026-08-21T17:60:00Z',
    'tuesday 5',
    '1',
    '',
    'now',
    '2026',
    '20260230T000000Z',
    '2026-08-21T17:52:07+99:00',
    5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    {},
    [],
  ])('does not guess at %j', (value) => {
    expect(readInstant(value)).toBeUndefined()
  })

  it.each([
    ['2026-08-21 17:52:07', true],
    ['2026-08-21', true],
    ['20260821T175207', true],
    ['2026-08-21T17:52:07Z', false],
    ['2026-08-21 17:52:07 +02:00', false],
    ['20260821T175207+0200', false],
    [1785571200, false],
    ['1785571200', false],
  ])('says of %j whether it names no zone', (value, isZoneless) => {
    expect(readInstant(value)?.isZoneless).toBe(isZoneless)
  })

  it('agrees with the engine on every time that both read', () => {
    const instants = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2200-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, (date) => {
        expect(readInstant(date.toISOString())?.at).toBe(date.getTime())
        expect(readInstant(`${date.toISOString().slice(0, 23)}000+00:00`)?.at).toBe(date.getTime())
      }),
    )
  })
})

describe('shortAge', () => {
  it('says how long ago in one unit', () => {
    const now = Date.parse('2026-08-21T20:00:00Z')
    const ages = [20e3, 38 * 60e3, 2 * 3.6e6, 30 * 3.6e6, 45 * 86.4e6, 800 * 86.4e6].map((ago) =>
      shortAge(now - ago, now),
    )
    expect(ages).toEqual(['20s', '38m', '2h', '1d', '1mo', '2y'])
    expect(shortAge(now, now)).toBe(print`0s`)
  })
})

describe('zones', () => {
  it('shows and reads the clock of a named zone', () => {
    const vienna = findZone('Europe/Vienna')
    if (vienna === undefined) throw new Error('no zone data')
    expect(formatMinute(Date.parse('2026-08-21T17:52:00Z'), vienna)).toBe('2026-08-21 19:52')
    const wall = { year: 2026, month: 1, day: 5, hour: 9, minute: 30, second: 0 }
    expect(toIso(fromWallClock(vienna, wall))).toBe('2026-01-05T08:30:00.000Z')
    expect(formatMinute(0, UTC)).toBe('1970-01-01 00:00')
    expect(findZone('Mars/Olympus')).toBeUndefined()
  })
})
