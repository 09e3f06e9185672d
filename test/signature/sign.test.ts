import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identify, keyOf, sign } from '../../src/signature/sign.ts'

describe('sign', () => {
  it('puts codes before the message, verbatim', () => {
    const signed = sign([{ name: 'code', value: 'E42' }], 'quota of 3 used')
    expect(signed).toMatchObject({ scope: 'code=E42\n' })
    expect(keyOf(signed)).toBe('code=E42\nquota of \u0001 used ')
  })

  it('keeps records without a message apart by their codes', () => {
    expect(keyOf(sign([], undefined))).toBe('')
    expect(keyOf(sign([{ name: 'code', value: 'A' }], undefined))).not.toBe(
      keyOf(sign([{ name: 'code', value: 'B' }], undefined)),
    )
  })

  it('hashes one kind of hole, whatever the slot held', () => {
    expect(keyOf(sign([], 'open 12'))).toBe(keyOf(sign([], 'open /a/b')))
    expect(sign([], 'open 12').text).not.toBe(sign([], 'open /a/b').text)
  })
})

describe('identify', () => {
  it('gives 13 characters that no one mistakes', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        expect(identify(key)).toMatch(/^[0-9a-hjkmnp-tv-z]{13}$/)
        expect(identify(key)).toBe(identify(key))
      }),
    )
  })

  it('is pinned: ids once printed stay', () => {
    expect(identify('quota of \u0001 used ')).toBe(identify(keyOf(sign([], 'quota of 99 used'))))
    expect(identify('')).toMatchInlineSnapshot(`"jpwthgsxq9fcb"`)
    expect(identify('quota of \u0001 used ')).toMatchInlineSnapshot(`"b1kkvg1jvr3t2"`)
  })
})
