import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OpenLedger, openLedger } from '../../src/source/open.ts'
import type { Parsed } from '../../src/source/parse.ts'
import { readLedger } from '../../src/source/read.ts'
import { findContinuation, findLastLine, tailOf } from '../../src/source/tail.ts'

function open(text: string): OpenLedger {
  const path = join(mkdtempSync(join(tmpdir(), 'tail-')), 'ledger.jsonl')
  writeFileSync(path, text)
  const opened = openLedger(path)
  if (!opened.ok) throw new Error(opened.fault.code)
  return opened.value
}

describe('findLastLine', () => {
  it.each([
    ['', 0],
    ['{"a":1}', 0],
    ['{"a":1}\n', 8],
    ['{"a":1}\n{"b"', 8],
  ])('of %j is %i', (text, offset) => {
    const ledger = open(text)
    expect(findLastLine(ledger, ledger.bytes)).toBe(offset)
    ledger.close()
  })

  it('looks back over blocks', () => {
    const ledger = open(`{}\n${'x'.repeat(200_000)}`)
    expect(findLastLine(ledger, ledger.bytes)).toBe(3)
    ledger.close()
  })
})

describe('findContinuation', () => {
  it.each([
    ['behind a line feed', '{"a":1}\n', '{"b":2}\n', { line: 1, offset: 8 }],
    ['at the end, where nothing was added', '{"a":1}', '', { line: 1, offset: 7 }],
    ['behind the line feed that an old line was given', '{"a":1}', '\n{"b":2}\n', { line: 1, offset: 8 }],
    ['behind its carriage return as well', '{"a":1}', '\r\n{"b":2}\n', { line: 1, offset: 9 }],
    ['at the start of an old line that went on', '{}\n{"a":1}', '{"b":2}\n', { line: 1, offset: 3 }],
    ['at the start of one that went on with a bare return', '{}\n{"a":1}', '\r{}\n', { line: 1, offset: 3 }],
  ])('is %s', (_where, former, added, start) => {
    const lines = former.split('\n').filter((line) => line !== '').length
    const ledger = open(former + added)
    expect(findContinuation(ledger, former.length, lines)).toEqual(start)
    ledger.close()
  })
})

describe('tailOf', () => {
  it('ends where the ledger was cut meanwhile', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'tail-')), 'ledger.jsonl')
    writeFileSync(path, '{"a":1}\n{"b":2}\n')
    const opened = openLedger(path)
    if (!opened.ok) throw new Error(opened.fault.code)
    truncateSync(path, 10)
    const chunks: string[] = []
    for await (const chunk of tailOf(opened.value, { line: 1, offset: 8 }).chunks())
      chunks.push(chunk.toString())
    expect(chunks).toEqual(['{"'])
    opened.value.close()
  })

  it('reads the rest of a ledger as the whole reading would, for any line to start at', async () => {
    const line = fc.constantFrom('{"a":1}', '', '  ', '\uFEFF{"b":2}', '[1]', '{"c":3}\r', 'no json')
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.nat(12),
        fc.boolean(),
        async (lines, cut, torn) => {
          const text = lines.map((one) => `${one}\n`).join('') + (torn ? '{"torn":' : '')
          const ledger = open(text)
          const whole: Parsed[] = []
          await readLedger(ledger, (parsed) => whole.push(parsed))
          const start = Math.min(cut, lines.length)
          const offset = Buffer.byteLength(
            lines
              .slice(0, start)
              .map((one) => `${one}\n`)
              .join(''),
          )
          const rest: Parsed[] = []
          await readLedger(tailOf(ledger, { line: start, offset }), (parsed) => rest.push(parsed))
          ledger.close()
          expect(rest).toEqual(whole.slice(start))
        },
      ),
      { numRuns: 200 },
    )
  })
})
