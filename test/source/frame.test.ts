import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { bytesOf, createFramer, type Frame } from '../../src/source/frame.ts'

function frameAll(
  content: Buffer,
  chunkSize: number,
  maxLine?: number,
): { frames: Frame[]; texts: (string | undefined)[]; bytes: number } {
  const framer = createFramer(maxLine)
  const frames: Frame[] = []
  const texts: (string | undefined)[] = []
  const take = (frame: Frame): void => {
    frames.push(frame)
    texts.push(frame.kind === 'bytes' ? bytesOf(frame).toString('latin1') : undefined)
  }
  for (let at = 0; at < content.length; at += chunkSize) {
    // The framer may only hold copies: the reader hands it one buffer again and again.
    const chunk = Buffer.from(content.subarray(at, at + chunkSize))
    for (const frame of framer.push(chunk)) take(frame)
    chunk.fill(0x21)
  }
  const rest = framer.end()
  if (rest !== undefined) take(rest)
  return { frames, texts, bytes: framer.bytes() }
}

describe('createFramer', () => {
  it('splits at line feeds only and numbers lines from 1', () => {
    const { frames, texts } = frameAll(Buffer.from('a\rb\u2028c\n{}\nrest'), 64)
    expect(texts).toEqual([Buffer.from('a\rb\u2028c').toString('latin1'), '{}', 'rest'])
    expect(frames.map((frame) => frame.position)).toEqual([
      { line: 1, offset: 0, length: 7 },
      { line: 2, offset: 8, length: 2 },
      { line: 3, offset: 11, length: 4 },
    ])
    expect(frames.map((frame) => frame.terminated)).toEqual([true, true, false])
  })

  it('drops a byte-order mark at the start of the file and nowhere else', () => {
    expect(frameAll(Buffer.from('\ufeff{}\n\ufeff{}\n'), 64).texts).toEqual([
      '{}',
      Buffer.from('\ufeff{}').toString('latin1'),
    ])
  })

  it('drops one carriage return at the end of a line', () => {
    expect(frameAll(Buffer.from('{}\r\n{}\r\r\n'), 64).texts).toEqual(['{}', '{}\r'])
  })

  it('calls a line of spaces, tabs and carriage returns blank, and no other', () => {
    const { frames } = frameAll(Buffer.from('\n \t\r\n\u00a0\n\u000b\n'), 64)
    expect(frames.map((frame) => frame.kind)).toEqual(['blank', 'blank', 'bytes', 'bytes'])
  })

  it('counts a line over the limit without keeping it', () => {
    for (const chunkSize of [1, 3, 7, 100]) {
      const { frames, texts } = frameAll(
        Buffer.from(`short\n${'x'.repeat(50)}\nshort\n${'y'.repeat(50)}`),
        chunkSize,
        10,
      )
      expect(frames.map((frame) => frame.kind)).toEqual(['bytes', 'oversize', 'bytes', 'oversize'])
      expect(frames.map((frame) => frame.position.length)).toEqual([5, 50, 5, 50])
      expect(texts).toEqual(['short', undefined, 'short', undefined])
    }
  })

  it('drops no bytes that only begin as a byte-order mark does', () => {
    for (const bytes of [[0xef, 0xbb, 0x61], [0xef, 0x61, 0xbf], [0x61, 0xbb, 0xbf], [0xef, 0xbb], [0xef]]) {
      const line = Buffer.from(bytes)
      for (const end of ['', '\n'])
        expect(frameAll(Buffer.concat([line, Buffer.from(end)]), 64).texts).toEqual([line.toString('latin1')])
    }
  })

  it('calls a line of nothing but a byte-order mark blank', () => {
    for (const text of ['\ufeff', '\ufeff\n', '\ufeff\r\n'])
      expect(frameAll(Buffer.from(text), 64).frames.map((frame) => frame.kind)).toEqual(['blank'])
  })

  it('keeps a line of just the longest size, wherever it is cut, and none of a byte more', () => {
    for (const chunkSize of [1, 3, 4, 7, 10, 11, 100]) {
      const lines = ['x'.repeat(10), 'y'.repeat(11), 'z'.repeat(10), 'w'.repeat(11)]
      const { texts } = frameAll(Buffer.from(`${lines.join('\n')}\n${lines.join('\n')}`), chunkSize, 10)
      expect(texts.map((text) => text?.charAt(0))).toEqual([
        'x',
        undefined,
        'z',
        undefined,
        'x',
        undefined,
        'z',
        undefined,
      ])
    }
    for (const [length, kind] of [
      [10, 'bytes'],
      [11, 'oversize'],
    ] as const)
      expect(frameAll(Buffer.from('x'.repeat(length)), 4, 10).frames.map((frame) => frame.kind)).toEqual([
        kind,
      ])
  })

  it('copies nothing more of a line once it is over the limit', () => {
    const framer = createFramer(100)
    const copy = vi.spyOn(Buffer, 'from')
    const chunk = Buffer.alloc(40, 0x78)
    for (let i = 0; i < 50; i++) framer.push(chunk)
    expect(copy).toHaveBeenCalledTimes(2)
    copy.mockRestore()
  })

  it('gives the same lines whatever the sizes of its chunks', () => {
    const piece = fc.constantFrom('\n', '\r', '\ufeff', ' ', '{"a":1}', 'é', '\u0000', 'x')
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60, size: 'max' }),
        fc.constantFrom(1, 2, 3, 7, 64),
        (pieces, chunkSize) => {
          const content = Buffer.from(pieces.join(''))
          const whole = frameAll(content, 1_048_576)
          const cut = frameAll(content, chunkSize)
          expect(cut.texts).toEqual(whole.texts)
          expect(
            cut.frames.map(({ kind, position, terminated }) => ({ kind, position, terminated })),
          ).toEqual(whole.frames.map(({ kind, position, terminated }) => ({ kind, position, terminated })))
          expect(cut.bytes).toBe(content.length)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
