import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ByteSource, readLedger } from '../../src/source/read.ts'
import { readStretch } from '../../src/source/stretch.ts'
import { unpack, unpackStream } from '../../src/source/unpack.ts'
import { sourceOf } from '../setup/helpers.ts'

const records = (count: number): string => Array.from({ length: count }, (_, i) => `{"n":${i}}\n`).join('')

const read = async (source: ByteSource) => {
  const lines: number[] = []
  const outcome = await readLedger(source, ({ position }) => lines.push(position.line))
  return { lines, outcome }
}

describe('unpack', () => {
  it('reads every member of a gzip file, and gives the watermark of the file', async () => {
    const file = Buffer.concat([gzipSync(records(10)), gzipSync(records(7)), gzipSync('')])
    const { lines, outcome } = await read(unpack(sourceOf(file, 5)))
    expect(lines.length).toBe(17)
    expect(outcome).toMatchObject({
      counts: { lines: 17, records: 17, blank: 0, malformed: 0 },
      complete: true,
      unpacked: Buffer.byteLength(records(10) + records(7)),
    })
    expect(outcome.watermark.bytes).toBe(file.length)
    expect(outcome.watermark.sha256).toBe(createHash('sha256').update(file).digest('hex'))
  })

  it('takes zeros behind the last member for padding', async () => {
    const { outcome } = await read(unpack(sourceOf(Buffer.concat([gzipSync(records(3)), Buffer.alloc(512)]))))
    expect([outcome.counts.records, outcome.complete]).toEqual([3, true])
  })

  it.each([
    ['is cut short', gzipSync(records(2000)).subarray(0, -20)],
    ['has a broken check sum', Buffer.concat([gzipSync(records(50)).subarray(0, -8), Buffer.alloc(8, 7)])],
    ['goes on with plain records', Buffer.concat([gzipSync(records(5)), Buffer.from('{"n":6}\n')])],
    [
      'goes on with plain records behind zeros',
      Buffer.concat([gzipSync(records(5)), Buffer.alloc(4), Buffer.from('{"n":6}\n')]),
    ],
    ['has nothing but its mark', Buffer.from([0x1f, 0x8b])],
  ])('is a fault where the file %s', async (_what, file) => {
    const { outcome } = await read(unpack(sourceOf(file)))
    expect(outcome.fault?.code).toBe('gzip-damaged')
    expect(outcome.complete).toBe(false)
  })

  it('stops at its limit, and says so', async () => {
    const { outcome } = await read(unpack(sourceOf(gzipSync('x'.repeat(3_000_000))), 1_000_000))
    expect(outcome.fault).toEqual({ code: 'unpacked-limit', path: 'ledger.jsonl', limit: 1_000_000 })
    expect(outcome.unpacked).toBeLessThanOrEqual(1_000_000)
  })

  it('can be read again, as a second look at the records needs it', async () => {
    const source = unpack(sourceOf(gzipSync(records(100))))
    const first = await read(source)
    expect(await read(source)).toEqual(first)
    expect((await readStretch(source, 8, 8)).toString()).toBe('{"n":1}\n')
  })
})

describe('unpackStream', () => {
  it('reads packed and plain input alike, whatever the sizes of its pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 20 }),
        fc.integer({ min: 1, max: 9 }),
        async (values, size) => {
          const text = values.map((value) => `${JSON.stringify({ value })}\n`).join('')
          const plain = await read(unpackStream(sourceOf(text, size)))
          const packed = await read(unpackStream(sourceOf(gzipSync(text), size)))
          expect(plain.outcome.unpacked).toBeUndefined()
          expect(packed.outcome.counts).toEqual(plain.outcome.counts)
          expect(packed.lines).toEqual(plain.lines)
        },
      ),
      { numRuns: 60 },
    )
  })
})
