import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLiteralTest } from '../../src/text/literals.ts'

describe('createLiteralTest', () => {
  it('finds literals in any case, at either end, beside anything', () => {
    const holds = createLiteralTest(['/tmp', 'pytest-of-', '.tmp'])
    expect(['/tmp', 'a/TMP/b', 'PyTest-Of-x', 'ü/tmp', 'x.tmp'].filter((text) => !holds(text))).toEqual([])
    expect(['', '/', 'tmp', '/tm', 'pytest-of', '/tm\u212a'].filter(holds)).toEqual([])
    expect(createLiteralTest([])('anything')).toBe(false)
  })

  it('agrees with a plain search', () => {
    const text = fc.stringMatching(/^[a-cA-C/.ü]{0,12}$/)
    const literals = fc.array(fc.stringMatching(/^[a-c/.]{2,4}$/), { maxLength: 4 })
    fc.assert(
      fc.property(text, literals, (given, wanted) => {
        const plain = wanted.some((literal) => given.toLowerCase().includes(literal))
        expect(createLiteralTest(wanted)(given)).toBe(plain)
      }),
      { numRuns: 3000 },
    )
  })
})
