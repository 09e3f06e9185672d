import { PassThrough } from 'node:stream'
import ndjson from 'ndjson'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFramer, type Frame } from '../../src/source/frame.ts'
import { createParser, type Parsed } from '../../src/source/parse.ts'

afterEach(() => vi.restoreAllMocks())

function framesOf(text: string, maxLine?: number): Frame[] {
  const framer = createFramer(maxLine)
  const frames = framer.push(Buffer.from(text))
  const rest = framer.end()
  return rest === undefined ? frames : [...frames, rest]
}

async function parse(frames: readonly Frame[]): Promise<Parsed[]> {
  const parser = createParser()
  const all: Parsed[] = []
  await parser.parse(frames, (parsed) => all.push(parsed))
  parser.close()
  return all
}

describe('createParser', () => {
  it('hands over a line that was too long to be kept, in its place', async () => {
    const all = await parse(framesOf('{"a":1}\n{"message":"long"}\n{"b":2}\n', 10))
    expect(all.map((parsed) => (parsed.kind === 'malformed' ? parsed.reason : parsed.kind))).toEqual([
      'record',
      'oversize',
      'record',
    ])
  })

  it('marks as torn only what has no line feed', async () => {
    const all = await parse(framesOf('{"a":\n{"b":'))
    expect(all).toMatchObject([
      { reason: 'cut', torn: false },
      { reason: 'torn', torn: true },
    ])
  })

  it.each([
    ['a line that was not sent', [99, 0, { a: 1 }]],
    ['what is no envelope', { a: 1 }],
  ])('fails where the parser below gives back %s', async (_what, value) => {
    const below = new PassThrough({
      objectMode: true,
      transform: (_text, _encoding, done) => done(null, value),
    })
    vi.spyOn(ndjson, 'parse').mockReturnValue(below)
    await expect(parse(framesOf('{"a":1}\n'))).rejects.toThrow(
      'the parser gave back a line that was not sent',
    )
  })

  it('fails where the parser below fails', async () => {
    const below = new PassThrough({
      objectMode: true,
      transform: (_text, _encoding, done) => done(new Error('full')),
    })
    vi.spyOn(ndjson, 'parse').mockReturnValue(below)
    await expect(parse(framesOf('{"a":1}\n'))).rejects.toThrow('full')
  })
})
