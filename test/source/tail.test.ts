import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OpenLedger, openLedger } from '../../src/source/open.ts'
import type { Parsed } from '../../src/source/parse.ts'
import { readLedger } from '../../src/source/read.ts'
import { findLastLine, tailOf } from '../../src/source/tail.ts'

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

describe('tailOf', () => {
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
