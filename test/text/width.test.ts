import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeRaw, print } from '../../src/text/printable.ts'
import { fitEnd, fitMiddle, measure, padEnd, padStart } from '../../src/text/width.ts'
import { wrap } from '../../src/text/wrap.ts'

const dots = print`…`

describe('fitting', () => {
  it('cuts at the end or in the middle and shows the cut', () => {
    expect(fitEnd(print`abcdef`, 4, dots)).toBe('abc…')
    expect(fitMiddle(print`/a/very/long/path/leaf.ts`, 12, dots)).toBe('/a/…/leaf.ts')
    expect(fitEnd(print`abc`, 3, dots)).toBe('abc')
  })

  it('counts wide characters as two columns and never splits one', () => {
    expect(measure(print`漢字`)).toBe(4)
    expect(fitEnd(print`漢字漢字`, 4, dots)).toBe('漢…')
    expect(fitEnd(escapeRaw('👩‍👩‍👧 family'), 3, dots)).not.toContain('\ud83d…')
  })

  it('never exceeds the room that is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (raw, columns) => {
        const text = escapeRaw(raw)
        expect(measure(fitEnd(text, columns, dots))).toBeLessThanOrEqual(columns)
        expect(measure(fitMiddle(text, columns, dots))).toBeLessThanOrEqual(columns)
      }),
    )
  })

  it('pads to the column', () => {
    expect([padEnd(print`a`, 3), padStart(print`漢`, 4)]).toEqual(['a  ', '  漢'])
  })
})

describe('wrap', () => {
  it('breaks at blanks and keeps every line within the columns', () => {
    expect(wrap(print`one two three four`, 9, dots)).toEqual(['one two', 'three', 'four'])
    expect(wrap(print`abcdefghij`, 5, dots)).toEqual(['abcd…'])
  })
})
