import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  blank,
  concat,
  escapeRaw,
  join,
  print,
  repeat,
  slicePrintable,
  toAsciiJson,
  toCodeSpan,
  toCommandData,
  toCommandProperty,
  toXml,
  word,
} from '../../src/text/printable.ts'

describe('print', () => {
  it('puts printable text and numbers between what is written', () => {
    expect(print`${word('ab')} of ${2}, ${word('c')}${3}`).toBe('ab of 2, c3')
    expect(print`nothing`).toBe('nothing')
  })
})

describe('pieces of printable text', () => {
  it('are put together and cut as text is', () => {
    expect(concat(word('a'), word('b'), word('c'))).toBe('abc')
    expect(join([word('a'), word('b')], word(', '))).toBe('a, b')
    expect([slicePrintable(word('abcd'), 1), slicePrintable(word('abcd'), 1, 3)]).toEqual(['bcd', 'bc'])
  })

  it('are none where less than none is asked for', () => {
    expect([blank(2), blank(0), blank(-1)]).toEqual(['  ', '', ''])
    expect([2, 0, -1].map((times) => repeat(word('-'), times))).toEqual(['--', '', ''])
  })
})

describe('escapeRaw', () => {
  it.each([
    ['\u001b[2J', '␛[2J'],
    ['a\nb\tc\rd', 'a␊b␉c␍d'],
    ['\u0000\u0007\u007f', '\\u{0}\\u{7}␡'],
    ['\u009b31m', '\\u{9b}31m'],
    ['\u202eabc\u2066', '\\u{202e}abc\\u{2066}'],
    ['a\u200bb\ufeff', 'a\\u{200b}b\\u{feff}'],
    ['\ud800x', '\\u{d800}x'],
    ['\u{e0041}', '\\u{e0041}'],
    ['größe 漢字 🚧', 'größe 漢字 🚧'],
  ])('shows %j as %s', (text, wanted) => {
    expect(escapeRaw(text)).toBe(wanted)
  })

  it('shows every code point that Unicode calls control, half a pair, line break, invisible or no character, and no other', () => {
    // Variation selectors make the signs before them what they are; those above U+E0000 spell hidden text.
    const wanted =
      /^(?![\ufe00-\ufe0f])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]$/u
    const wrong: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      const text = String.fromCodePoint(code)
      const isLeft = escapeRaw(`${text}\u0007`) === `${text}\\u{7}`
      if (wanted.test(text) === isLeft) wrong.push(code.toString(16))
    }
    expect(wrong).toEqual([])
  })

  it('leaves nothing that acts on a display, and drops nothing that does not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = escapeRaw(text)
        expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/)
        expect(shown).not.toMatch(/[\ud800-\udfff]/u)
        expect(escapeRaw(shown)).toBe(shown)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('toAsciiJson', () => {
  it('prints ASCII that reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = toAsciiJson(value)
        expect(text).toMatch(/^[\u0020-\u007e]*$/)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('a value that JSON has no word for', () => {
  it('is null, as it is inside a list', () => {
    expect([toAsciiJson(undefined), toAsciiJson([undefined])]).toEqual(['null', '[null]'])
  })
})

describe('half a pair of surrogates in JSON', () => {
  it.each([
    ['a\ud800b', 'a\\u{d800}b'],
    ['\udc00\ud800', '\\u{dc00}\\u{d800}'],
    ['\\ud800', '\\ud800'],
    ['\\\ud800', '\\\\u{d800}'],
    ['\u{1f4a9}', '\u{1f4a9}'],
  ])('is spelled out in %j', (text, wanted) => {
    const json = toAsciiJson({ [text]: text })
    expect(JSON.parse(json)).toEqual({ [wanted]: wanted })
    expect(json).toMatch(/^[\u0020-\u007e]*$/)
  })
})

describe('word', () => {
  it('lets our own vocabulary through and escapes anything else', () => {
    expect(word('test-path')).toBe('test-path')
    expect(word('a\u001bb')).toBe('a␛b')
  })
})

describe('commands of CI runners', () => {
  it.each([
    ['##[error]x', '#\\u{23}[error]x'],
    ['a ##vso[task.setvariable]x', 'a #\\u{23}vso[task.setvariable]x'],
    ['##teamcity[message]', '#\\u{23}teamcity[message]'],
    ['## heading #[x]', '## heading #[x]'],
    ['::error::x', ':\\u{3a}error::x'],
    ['a ::add-mask::x', 'a :\\u{3a}add-mask::x'],
    ['std::vec::Vec, ::1', 'std::vec::Vec, ::1'],
  ])('are broken in %j', (text, wanted) => {
    expect(escapeRaw(text)).toBe(wanted)
  })

  it('are broken in JSON, which reads back all the same', () => {
    const text = toAsciiJson({ message: '##[error]x ##vso[y]' })
    expect(text).not.toContain('##')
    expect(JSON.parse(text)).toEqual({ message: '##[error]x ##vso[y]' })
  })

  it('take data and properties with their marks escaped', () => {
    expect(toCommandData(escapeRaw('100% a:b,c'))).toBe('100%25 a:b,c')
    expect(toCommandData(print`a\r\nb`)).toBe('a%0D%0Ab')
    expect(toCommandProperty(escapeRaw('100% a:b,c'))).toBe('100%25 a%3Ab%2Cc')
  })
})

describe('toXml', () => {
  it('turns the marks of XML into entities, and shows what no XML may hold', () => {
    expect(toXml(escapeRaw('<a b="c">&\'\ufffe\uffff\u0000]]>'))).toBe(
      '&lt;a b=&quot;c&quot;&gt;&amp;&apos;\\u{fffe}\\u{ffff}\\u{0}]]&gt;',
    )
  })
})

describe('toCodeSpan', () => {
  it.each([
    ['a', '`a`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['', '`  `'],
    ['a```b``', '```` a```b`` ````'],
  ])('fences %j as %s', (text, wanted) => {
    expect(toCodeSpan(escapeRaw(text))).toBe(wanted)
  })
})
