import { describe, expect, it } from 'vitest'
import { streamStdin } from '../../src/source/stdin.ts'

async function* streamOf(chunks: readonly unknown[], failure?: unknown): AsyncGenerator<unknown> {
  yield* chunks
  if (failure !== undefined) throw failure
}

async function readAll(stdin: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of streamStdin(stdin).chunks()) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const failure = (code: string): Error => Object.assign(new Error('failed'), { code })

describe('streamStdin', () => {
  it('gives bytes as they come, and text as UTF-8', async () => {
    expect(await readAll(streamOf([Buffer.from('{"a":1}\n'), '{"ü":2}\n']))).toBe('{"a":1}\n{"ü":2}\n')
  })

  it('ends where the stream was closed before its end', async () => {
    expect(await readAll(streamOf(['{}\n'], failure('ERR_STREAM_PREMATURE_CLOSE')))).toBe('{}\n')
  })

  it('fails with any other failure of the stream, by where it was met', async () => {
    await expect(readAll(streamOf(['{}\n'], failure('EIO')))).rejects.toMatchObject({
      fault: { code: 'read-failed', path: '-', errno: 'EIO', offset: 3 },
    })
  })

  it('passes on what is no failure of the system', async () => {
    const broken = new Error('broken')
    await expect(readAll(streamOf(['{}\n'], broken))).rejects.toBe(broken)
  })

  it('says of its end nothing but that it is one', () => {
    expect(streamStdin(streamOf([])).recheck()).toBe('unchanged')
  })
})
