import { describe, expect, it } from 'vitest'
import type { Class, Reason } from '../../src/classify/decide.ts'
import { attributeMalformed, attributeRecord } from '../../src/guard/attribute.ts'

const verdict = (of: Class, reason: Reason) => ({ class: of, reason, facts: [] })

describe('attributeRecord', () => {
  it.each([
    ['leak', 'synthetic', 'test-path'],
    ['leak', 'synthetic', 'linked'],
    ['beside', 'real', 'production-provenance'],
    ['unsure', 'unattributed', 'no-provenance'],
    ['unsure', 'unattributed', 'conflict'],
  ] as const)('without a beacon lays to %s what is %s by %s', (attribution, of, reason) => {
    expect(attributeRecord(verdict(of, reason), undefined)).toEqual({ attribution, ground: 'class' })
  })

  it.each([
    ['leak', 'synthetic', 'test-path'],
    ['leak', 'unattributed', 'thin'],
    ['leak', 'unattributed', 'no-provenance'],
    ['unsure', 'unattributed', 'conflict'],
    ['unsure', 'real', 'production-provenance'],
  ] as const)('with the token of the run gives %s for what is %s by %s', (attribution, of, reason) => {
    expect(attributeRecord(verdict(of, reason), true)).toEqual({ attribution, ground: 'token' })
  })

  it('with a beacon does not blame this run for a test path that lies elsewhere', () => {
    expect(attributeRecord(verdict('synthetic', 'test-path'), false)).toEqual({
      attribution: 'unsure',
      ground: 'other-root',
    })
  })

  it('with a beacon still blames a fixture session, which names no place', () => {
    expect(attributeRecord(verdict('synthetic', 'fixture-session'), false).attribution).toBe('leak')
  })
})

describe('attributeMalformed', () => {
  it('blames nobody unless the token stands in the line', () => {
    expect(attributeMalformed(undefined).attribution).toBe('unsure')
    expect(attributeMalformed(false).attribution).toBe('unsure')
    expect(attributeMalformed(true)).toEqual({ attribution: 'leak', ground: 'token' })
  })
})
