import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReadFailure } from '../../src/source/open.ts'
import { readLedger } from '../../src/source/read.ts'
import { countLines } from '../setup/counter.ts'
import { readAll, sourceOf } from '../setup/helpers.ts'

const reasons = async (content: Buffer | string): Promise<string[]> =>
  (await readAll(content)).parsed.map((entry) => (entry.kind === 'malformed' ? entry.reason : entry.kind))

describe('readLedger', () => {
  it('hands over every line once, in order, also behind a null line', async () => {
    const { parsed, outcome } = await readAll('{"a":1}\nnull\n\n{"a":2}\n')
    expect(parsed.map((entry) => [entry.kind, entry.position.line])).toEqual([
      ['record', 1],
      ['malformed', 2],
      ['blank', 3],
      ['record', 4],
    ])
    expect(outcome.counts).toEqual({ lines: 4, records: 2, blank: 1, malformed: 1 })
  })

  it.each([
    ['null', 'scalar'],
    ['42', 'scalar'],
    ['"text"', 'scalar'],
    ['[]', 'array'],
    ['[{"a":1}]', 'array'],
    ['{"a":1}{"b":2}', 'several-values'],
    ['{"a":1},{"b":2}', 'several-values'],
    ['1],[2', 'syntax'],
    ['{"a":1}]', 'syntax'],
    ['{"a":1},', 'trailing-comma'],
    ['{"a":1}\r{"b":2}\r', 'carriage-returns'],
    ['{"a":"x{"b":2}', 'cut-then-record'],
    ['{"a":[1,{"b":2},{"c":{"d":3}}', 'cut'],
    ['{"a":1,"b{"c":{"d":3},"e":[{"f":1}]}', 'cut-then-record'],
    ['{"a":[1,{"b":2', 'cut'],
    ['\u001e{"a":1}', 'record-separator'],
    ['{"a":1}\u2028', 'syntax'],
    ['{"a":NaN}', 'non-finite'],
    ['{"a":-Infinity,"b":"NaN"}', 'non-finite'],
    ['{"a":"x', 'cut'],
    ['{"a":1\u0000}', 'nul-bytes'],
    ['Traceback (most recent call last):', 'syntax'],
    ["{'a': 1}", 'syntax'],
    ['\u00a0', 'syntax'],
    ['\ufeff{}', 'bom-inside'],
  ])('says of %j that it is %s', async (line, reason) => {
    expect(await reasons(`{}\n${line}\n{}\n`)).toEqual(['record', reason, 'record'])
  })

  it('takes bytes that are no UTF-8 for malformed, whatever they would decode to', async () => {
    const line = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}\n')])
    expect(await reasons(Buffer.concat([Buffer.from('{"é":1}\n'), line, Buffer.from('{}\n')]))).toEqual([
      'record',
      'not-utf8',
      'record',
    ])
  })

  it('calls an unterminated last line torn where it is no record', async () => {
    const torn = await readAll('{"a":1}\n{"a":')
    expect(torn.outcome.tornTail).toBe(true)
    expect(torn.parsed.at(-1)).toMatchObject({ kind: 'malformed', reason: 'torn' })
    const whole = await readAll('{"a":1}\n{"a":2}')
    expect(whole.outcome).toMatchObject({ tornTail: false, counts: { records: 2 } })
  })

  it('proves the bytes it read by their hash', async () => {
    const content = Buffer.from('{"a":1}\n{"b":')
    const { outcome } = await readAll(content, 3)
    expect(outcome.watermark).toMatchObject({
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
  })

  it('reads members that would change an object as what they are', async () => {
    const { parsed } = await readAll('{"__proto__":{"polluted":1},"constructor":1}\n')
    const [entry] = parsed
    expect(entry?.kind === 'record' && Object.keys(entry.value)).toEqual(['__proto__', 'constructor'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('counts like an independent counter, for every chunk size', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...[
          '\n',
          '\n',
          '\r\n',
          ' ',
          '{"a":1}',
          '{"message":"ü\\n"}',
          'null',
          '[1]',
          '{"a":1}{"b":2}',
          '{"a":',
          '1e999',
          '{"a":1},{"b":2}',
        ].map((text) => Buffer.from(text)),
      ),
      fc.constantFrom(
        Buffer.from([0]),
        Buffer.from([0xff]),
        Buffer.from('\ufeff'),
        Buffer.from('\u2028'),
        Buffer.from([0xed, 0xa0, 0x80]),
      ),
      fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40, size: 'max' }),
        fc.constantFrom(1, 2, 3, 7, 65_536),
        async (pieces, chunkSize) => {
          const content = Buffer.concat(pieces)
          const { outcome, parsed } = await readAll(content, chunkSize)
          expect(outcome.counts).toEqual(countLines(content))
          expect(parsed.length).toBe(outcome.counts.lines)
          const bytes = parsed.reduce((sum, entry) => sum + entry.position.length, 0)
          const feeds = content.filter((byte) => byte === 0x0a).length
          expect(bytes + feeds).toBe(content.length)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('marks as incomplete what was cut while it was read', async () => {
    const cut = { ...sourceOf('{"a":1}\n'), bytes: 100 }
    expect((await readLedger(cut, () => undefined)).complete).toBe(false)
    const shrunk = { ...sourceOf('{"a":1}\n'), recheck: () => 'shrank' as const }
    expect((await readLedger(shrunk, () => undefined)).complete).toBe(false)
    const grown = { ...sourceOf('{"a":1}\n'), recheck: () => 'grew' as const }
    expect((await readLedger(grown, () => undefined)).complete).toBe(true)
  })

  it('reports a read that failed half-way as incomplete, with what came before', async () => {
    const failing = {
      ...sourceOf('{"a":1}\n{"a":2}\n'),
      *chunks() {
        yield Buffer.from('{"a":1}\n{"a"')
        throw new ReadFailure({ code: 'read-failed', path: 'x', errno: 'EIO', offset: 12 })
      },
    }
    const outcome = await readLedger(failing, () => undefined)
    expect(outcome).toMatchObject({ complete: false, counts: { records: 1 }, fault: { errno: 'EIO' } })
  })

  it('passes on an error that is no failure of a read', async () => {
    const failing = {
      ...sourceOf('{"a":1}\n'),
      *chunks() {
        yield Buffer.from('{"a":1}\n')
        throw new Error('a slip')
      },
    }
    await expect(readLedger(failing, () => undefined)).rejects.toThrow('a slip')
  })

  it('stops when it is told to', async () => {
    const outcome = await readLedger(
      sourceOf('{"a":1}\n'.repeat(50), 8),
      () => undefined,
      () => false,
    )
    expect(outcome).toMatchObject({ complete: false, counts: { records: 1 } })
  })

  it.each([
    ['[{"a":1},{"b":2}]\n', 'json-array'],
    ['{\n  "a": 1\n}\n', 'pretty-printed'],
    ['SQLite format 3\u0000rest\n', 'sqlite'],
    ['\u001f\u008b\u0008\u0000', 'gzip'],
  ])('names what %j is instead of a ledger', async (content, format) => {
    const { outcome } = await readAll(Buffer.from(content, 'latin1'))
    expect(outcome.fault).toMatchObject({ code: 'other-format', format })
  })

  it('has nothing against an empty ledger', async () => {
    expect((await readAll('')).outcome).toMatchObject({ complete: true, counts: { lines: 0 } })
    expect((await readAll('\n\n')).outcome.fault).toBeUndefined()
  })
})
