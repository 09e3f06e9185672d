import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCheckpoints, findDifference, hashFirst } from '../../src/source/checkpoint.ts'

const readable = (bytes: Buffer) => ({
  readAt: (offset: number, length: number) => bytes.subarray(offset, offset + length),
})

/** Check points that were fed a text in chunks of a size. */
function feed(bytes: Buffer, chunk: number, kept?: number) {
  const points = createCheckpoints(kept)
  for (let at = 0; at < bytes.length; at += chunk) points.take(bytes.subarray(at, at + chunk))
  return points
}

describe('hashFirst', () => {
  it('is the sha256 of so many first bytes', () => {
    const bytes = Buffer.from('abcdef')
    expect(hashFirst(readable(bytes), 3)).toBe(createHash('sha256').update('abc').digest('hex'))
  })

  it('is of what is left where the ledger was cut', () => {
    expect(hashFirst(readable(Buffer.from('ab')), 3)).toBe(createHash('sha256').update('ab').digest('hex'))
  })
})

describe('findDifference', () => {
  // Without a size of its own an array has a dozen elements at most.
  const text = fc
    .uint8Array({ minLength: 1, maxLength: 6000, size: 'max' })
    .map((bytes) => Buffer.from(bytes))

  it('is exact where all bytes were kept, whatever the chunks', () => {
    fc.assert(
      fc.property(text, fc.nat(5999), fc.integer({ min: 1, max: 3000 }), (bytes, at, chunk) => {
        const i = at % bytes.length
        const other = Buffer.from(bytes)
        other[i] = (other[i] ?? 0) ^ 1
        expect(findDifference(readable(bytes), bytes.length, feed(bytes, chunk))).toBeUndefined()
        expect(findDifference(readable(other), other.length, feed(bytes, chunk))).toBe(i)
      }),
    )
  })

  it('behind the kept bytes is right to the step, and never sees one that is not there', () => {
    fc.assert(
      fc.property(text, fc.nat(5999), fc.integer({ min: 1, max: 3000 }), (bytes, at, chunk) => {
        const kept = 100
        const i = at % bytes.length
        const other = Buffer.from(bytes)
        other[i] = (other[i] ?? 0) ^ 1
        expect(findDifference(readable(bytes), bytes.length, feed(bytes, chunk, kept), kept)).toBeUndefined()
        const found = findDifference(readable(other), other.length, feed(bytes, chunk, kept), kept)
        const step = i < kept ? i : kept + Math.floor((i - kept) / 1024) * 1024
        const isInWholeStep = i < kept || step + 1024 <= bytes.length
        expect(found).toBe(isInWholeStep ? step : undefined)
      }),
    )
  })

  it('sees none in a ledger that was cut', () => {
    const bytes = Buffer.from('x'.repeat(5000))
    expect(findDifference(readable(bytes.subarray(0, 3100)), 3100, feed(bytes, 700))).toBeUndefined()
  })
})
