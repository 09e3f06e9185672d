import { describe, expect, it } from 'vitest'
import { createDetector } from '../../src/profile/detect.ts'
import { loadProfiles } from '../../src/profile/load.ts'
import { Profile } from '../../src/profile/schema.ts'
import type { JsonObject } from '../../src/source/parse.ts'
import { examineObject } from '../setup/helpers.ts'

const normalise = (value: JsonObject) => examineObject(value).record

describe('createDetector', () => {
  const profiles = loadProfiles()
  const detect = createDetector(profiles)
  const settle = (...keys: string[]): string => {
    const { profile, how } = detect(keys)
    return `${profile.name} ${how}`
  }

  it('knows the friction record of both writers, old and new', () => {
    expect(settle('timestamp', 'workspace', 'message')).toBe('friction recognised')
    expect(settle('timestamp', 'message')).toBe('friction recognised')
    expect(
      settle('timestamp', 'workspace', 'message', 'resolution_owner', 'harness', 'session_id', 'extra'),
    ).toBe('friction recognised')
  })

  it('reads what fits no profile as generic', () => {
    expect(settle('ts', 'msg')).toBe('generic none-fits')
    expect(settle('timestamp', 'message', 'pid')).toBe('generic none-fits')
    expect(settle()).toBe('generic none-fits')
  })

  it('gives a tie to generic, and says so', () => {
    const twin = Profile.parse({ ...profiles.get('friction'), name: 'twin' })
    const { profile, how } = createDetector(new Map([...profiles, ['twin', twin]]))(['timestamp', 'message'])
    expect([profile.name, how]).toEqual(['generic', 'tie'])
  })

  it('uses a forced profile for everything', () => {
    const friction = profiles.get('friction')
    expect(createDetector(profiles, friction)(['x'])).toMatchObject({
      how: 'forced',
      profile: { name: 'friction' },
    })
  })
})

describe('normaliseRecord', () => {
  it.each<[string, JsonObject, string | undefined]>([
    ['message before anything else', { msg: 'b', message: 'a' }, 'a'],
    ['the shallowest', { detail: { message: 'deep' }, reason: 'near' }, 'near'],
    [
      'a nested message before an event name',
      { event: 'hook_failed', error: { message: 'ENOENT' } },
      'ENOENT',
    ],
    ['an event name where nothing else is', { event: 'hook_failed' }, 'hook_failed'],
    ['no message of another type', { message: { a: 1 }, detail: 'd' }, 'd'],
    ['names whatever their case and underscores', { errorMsg: 'e' }, 'e'],
    ['nothing', { a: 1 }, undefined],
  ])('takes for the message %s', (_name, value, wanted) => {
    expect(normalise(value).message).toBe(wanted)
  })

  it('takes the first time that can be read', () => {
    expect(normalise({ timestamp: 'never', ts: 1785571200, message: 'x' }).at).toBe(1785571200000)
    expect(normalise({ '@timestamp': '2026-08-01T08:00:00Z' }).at).toBe(1785571200000)
    expect(normalise({ timestamp: 'never' }).at).toBeUndefined()
  })

  it('takes names for codes, not numbers, sentences or ids', () => {
    const { codes } = normalise({
      code: 'E42',
      kind: 'a sentence here',
      event_type: 'deny',
      rule_id: 17,
      error: { code: 'ENOENT' },
      msg: 'x',
    })
    expect(codes).toEqual([
      { name: 'code', value: 'E42' },
      { name: 'error.code', value: 'ENOENT' },
      { name: 'event_type', value: 'deny' },
    ])
    expect(normalise({ code: 'run-123456', msg: 'x' }).codes).toEqual([])
    expect(normalise({ event: 'hook_failed' }).codes).toEqual([])
  })

  it('calls a record a denial where its profile does', () => {
    expect(normalise({ timestamp: 't', message: 'x' }).isDenial).toBe(true)
    expect(normalise({ msg: 'x' }).isDenial).toBe(false)
  })

  it('reads JSON that is nested deeper than any stack', () => {
    const deep = JSON.parse(
      `{"a":${'['.repeat(50_000)}"/tmp/pytest-of-a/pytest-1/test_a0"${']'.repeat(50_000)}}`,
    )
    expect(examineObject(deep).verdict.class).toBe('synthetic')
  })
})
