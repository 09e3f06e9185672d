import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LedgerChange } from '../../src/guard/compare.ts'
import type { GuardVerdict } from '../../src/guard/outcome.ts'
import { acting, bareLine, guardOne, makeAccount, realLine, testLine } from './ledgers.ts'

/** What a run may do to a ledger, one after the other. Numbers are shares of the ledger's size. */
type Step =
  | { readonly kind: 'append'; readonly of: 'test' | 'real' | 'bare' }
  | { readonly kind: 'rewrite' | 'truncate' | 'cut'; readonly at: number }
  | { readonly kind: 'rotate' | 'delete' | 'create' | 'forge' | 'replace' | 'copy' }

const LINES = { test: testLine, real: realLine, bare: bareLine } as const

/** A model of the file system: which file the path names, what it holds, which files have a name. */
type Model = {
  before: { readonly file: number; readonly text: string } | undefined
  file: number | undefined
  text: string
  named: Set<number>
  files: number
}

/** Turns one byte of a line of the former text into another one, keeping its length. */
const spoil = (text: string, at: number): string => {
  const i = Math.min(text.length - 2, Math.floor(at * text.length))
  return `${text.slice(0, i)}${text.charAt(i) === '#' ? '%' : '#'}${text.slice(i + 1)}`
}

/** Carries out one step on the disk and in the model; steps that make no sense at that moment do nothing. */
function act(step: Step, path: string, model: Model, serial: number): void {
  const write = (text: string): void => {
    model.text = text
    if (model.file === undefined) {
      model.files += 1
      model.file = model.files
      model.named.add(model.file)
    }
  }
  if (step.kind === 'append' || step.kind === 'create') {
    const line = step.kind === 'append' ? LINES[step.of]() : realLine()
    if (step.kind === 'create' && model.file !== undefined) return
    appendFileSync(path, line)
    write((model.file === undefined ? '' : model.text) + line)
    return
  }
  if (model.file === undefined || model.text.length < 4) return
  switch (step.kind) {
    case 'rewrite': {
      // Former bytes only: an appended line that is spoilt would be another kind of line, which other tests look at.
      const former = Math.min(model.before?.text.length ?? 0, model.text.length)
      if (former < 4) return
      const text = spoil(model.text.slice(0, former), step.at) + model.text.slice(former)
      writeFileSync(path, text)
      write(text)
      return
    }
    case 'truncate':
    case 'cut': {
      // A cut ends at a line, as rotation by truncation does; a truncation anywhere.
      const size = Math.floor(step.at * model.text.length)
      const length = step.kind === 'cut' ? model.text.lastIndexOf('\n', Math.max(0, size - 1)) + 1 : size
      truncateSync(path, length)
      write(model.text.slice(0, length))
      return
    }
    case 'rotate':
      renameSync(path, `${path}.${serial}`)
      model.file = undefined
      model.text = ''
      return
    case 'delete':
      rmSync(path)
      model.named.delete(model.file)
      model.file = undefined
      model.text = ''
      return
    case 'replace':
    case 'copy': {
      // A replacement holds other bytes, a copy the same: what a writer does that rewrites its file as a whole.
      const text = step.kind === 'replace' ? realLine() : model.text
      writeFileSync(`${path}.new`, text)
      renameSync(`${path}.new`, path)
      model.named.delete(model.file)
      model.files += 1
      model.file = model.files
      model.named.add(model.file)
      model.text = text
      return
    }
    case 'forge': {
      const { atime } = statSync(path)
      utimesSync(path, atime, new Date(1_600_000_000_000))
    }
  }
}

/** What guard must say, from the model alone. */
function expectChange({ before, file, text, named }: Model): LedgerChange {
  if (before === undefined) return file === undefined ? 'absent' : 'created'
  const lives = named.has(before.file)
  if (file === undefined) return lives ? 'rotated' : 'deleted'
  const begins = text.startsWith(before.text)
  if (file === before.file) {
    if (begins) return text === before.text ? 'unchanged' : 'appended'
    return before.text.startsWith(text) ? 'truncated' : 'rewritten'
  }
  return lives && !begins ? 'rotated' : 'replaced'
}

/** Appended lines by what they are, where earlier bytes are whole. */
function expectVerdict(model: Model, change: LedgerChange): GuardVerdict {
  const former = model.before?.text ?? ''
  const intact = model.file === undefined ? change === 'absent' : model.text.startsWith(former)
  if (model.before !== undefined && !intact) return 'altered'
  const open = former.lastIndexOf('\n') + 1
  const kinds = model.text
    .slice(open)
    .split('\n')
    .filter((line) => line !== '')
    .map(kindOf)
  // A former last line that was cut before the run is there already: it counts only once it was continued.
  if (model.text === former) return 'clean'
  return kinds.includes('leak') ? 'leak' : kinds.includes('unsure') ? 'unsure' : 'clean'
}

/** Whose a line is, by parsing it alone: what no JSON object is belongs to nobody. */
function kindOf(line: string): 'leak' | 'beside' | 'unsure' {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null || !('workspace' in value)) return 'unsure'
    return String(value.workspace).includes('pytest-of-agent') ? 'leak' : 'beside'
  } catch {
    return 'unsure'
  }
}

const share = fc.double({ min: 0, max: 0.999, noNaN: true })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      of: fc.constantFrom('test' as const, 'real' as const, 'bare' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('rewrite' as const, 'truncate' as const, 'cut' as const),
      at: share,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'rotate' as const,
        'delete' as const,
        'create' as const,
        'forge' as const,
        'replace' as const,
        'copy' as const,
      ),
    }),
  },
)

describe('guard against a model of the file system', () => {
  it('names what became of a ledger, and whose it is, for 500 random sequences', async () => {
    const told = new Map<LedgerChange, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.option(fc.integer({ min: 0, max: 60 })),
        fc.array(step, { maxLength: 5 }),
        async (lines, steps) => {
          const text = lines === null ? undefined : Array.from({ length: lines }, () => realLine()).join('')
          const { ledger } = makeAccount(text)
          const before = text === undefined ? undefined : { file: 1, text }
          const model: Model = {
            before,
            file: before === undefined ? undefined : 1,
            text: text ?? '',
            named: new Set(before === undefined ? [] : [1]),
            files: 1,
          }
          const findings = await guardOne(
            ledger,
            acting(() => {
              for (const [serial, one] of steps.entries()) act(one, ledger, model, serial)
            }),
          )
          const wanted = expectChange(model)
          const [fate] = findings.fates
          told.set(wanted, (told.get(wanted) ?? 0) + 1)
          expect(fate?.change).toBe(wanted)
          expect(findings.verdict).toBe(expectVerdict(model, wanted))
          if (model.file !== undefined) expect(readFileSync(ledger, 'utf8')).toBe(model.text)
        },
      ),
      { numRuns: 500, seed: 20_260_821 },
    )
    // The sequences must have come to every outcome, or the figure would say nothing.
    for (const change of [
      'absent',
      'unchanged',
      'appended',
      'created',
      'replaced',
      'rotated',
      'truncated',
      'rewritten',
      'deleted',
    ] as const)
      expect(told.get(change) ?? 0).toBeGreaterThan(5)
  }, 120_000)
})
