import { describe, expect, it } from 'vitest'
import { formatOfMark, formatWithoutRecords, isGzip } from '../../src/source/diagnose.ts'

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
const bigEndian = (text: string): Buffer => utf16(text).swap16()

describe('isGzip', () => {
  it('needs both bytes of the mark', () => {
    expect([[0x1f, 0x8b, 8], [0x1f], [0x1f, 0x8a], []].map((head) => isGzip(Buffer.from(head)))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('formatOfMark', () => {
  it.each([
    ['gzip', Buffer.from([0x1f, 0x8b, 0x08])],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00])],
    ['sqlite', Buffer.from('SQLite format 3\u0000\u0010\u0000')],
    [undefined, Buffer.from('SQLite format 3, as a text')],
    [undefined, Buffer.from([0x28, 0xb5, 0x2f])],
    [undefined, Buffer.from('{"a":1}\n')],
  ])('tells %s', (format, head) => {
    expect(formatOfMark(head)).toBe(format)
  })
})

describe('formatWithoutRecords', () => {
  it.each([
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
    ['utf-16', utf16('\ufeffplain')],
    ['utf-16', bigEndian('\ufeffplain')],
    ['utf-16', utf16('{"a":1}')],
    ['utf-16', bigEndian('{"a":1}')],
    ['json-array', Buffer.from('[{"a":1},')],
    ['json-array', Buffer.from('\ufeff \n[')],
    ['json-array', Buffer.from('[]')],
    ['json-seq', Buffer.from('\u001e{"a":1}\n')],
    ['pretty-printed', Buffer.from('{ \n  "a": 1\n}')],
    ['cr-only', Buffer.from('{"a":1}\r{"a":2}\r')],
    ['nul-bytes', Buffer.from(`text${'\u0000'.repeat(100)}`)],
    ['binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1, 1, 0, 0])],
    ['plain-text', Buffer.from('Traceback (most recent call last):\n\tat line 1\n')],
    ['plain-text', Buffer.from('{"a":1\r\n')],
    ['plain-text', Buffer.from('[1, 2]\n')],
    ['plain-text', Buffer.from('é'.repeat(50))],
    ['plain-text', Buffer.from('')],
  ])('takes for %s: %j', (format, head) => {
    expect(formatWithoutRecords(head)).toBe(format)
  })

  it('still takes for text what has one odd byte in fifty', () => {
    expect(formatWithoutRecords(Buffer.from(`${'x'.repeat(49)}\u0001`))).toBe('plain-text')
    expect(formatWithoutRecords(Buffer.from(`${'x'.repeat(48)}\u0001`))).toBe('binary')
  })
})
