import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
