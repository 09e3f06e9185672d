import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumCounts } from '../../src/cluster/tally.ts'
import { formatBytes, formatCount } from '../../src/report/figures.ts'
import { shareCells } from '../../src/report/render/bars.ts'
import { shortenIds } from '../../src/report/render/short-ids.ts'

describe('shareCells', () => {
  it('gives any class with a record a cell, and fills the bar', () => {
    const count = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1e6 }))
    fc.assert(
      fc.property(count, count, count, (synthetic, real, unattributed) => {
        const counts = { synthetic, real, unattributed }
        const share = shareCells(counts, 10)
        expect(sumCounts(share)).toBe(sumCounts(counts) === 0 ? 0 : 10)
        for (const of of ['synthetic', 'real', 'unattributed'] as const)
          expect(share[of] > 0).toBe(counts[of] > 0)
      }),
    )
  })
})

describe('figures', () => {
  it('have commas every three digits and sizes of three digits', () => {
    expect([0, 999, 1000, 1899, 1234567].map(formatCount)).toEqual([
      '0',
      '999',
      '1,000',
      '1,899',
      '1,234,567',
    ])
    expect([0, 1023, 1024, 236346, 10 * 1024 ** 2, 1.5 * 1024 ** 3].map(formatBytes)).toEqual([
      '0 B',
      '1023 B',
      '1.0 KiB',
      '231 KiB',
      '10 MiB',
      '1.5 GiB',
    ])
  })
})

describe('shortenIds', () => {
  it('shows six characters, or as many as tell ids apart', () => {
    expect(shortenIds(['abcdefghjkmnp'])('abcdefghjkmnp')).toBe('abcdef')
    expect(shortenIds(['abcdefg1jkmnp', 'abcdefg2jkmnp'])('abcdefg1jkmnp')).toBe('abcdefg1')
  })
})
