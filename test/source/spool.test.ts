import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { spoolStdin } from '../../src/source/spool.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spool-'))
})

async function* streamOf(chunks: readonly (Buffer | string)[], failure?: Error): AsyncGenerator<unknown> {
  yield* chunks
  if (failure !== undefined) throw failure
}

describe('spoolStdin', () => {
  it('keeps what it was given for a second reading, bytes and text alike', async () => {
    const ledger = await spoolStdin(streamOf([Buffer.from('{"a":1}\n'), '{"ü":2}\n']), folder)
    for (let times = 0; times < 2; times++)
      expect(Buffer.concat([...ledger.chunks()].map((chunk) => Buffer.from(chunk))).toString()).toBe(
        '{"a":1}\n{"ü":2}\n',
      )
    ledger.close()
  })

  it('is known by no name and no file, so that nothing can be said to have changed', async () => {
    const ledger = await spoolStdin(streamOf(['{}\n']), folder)
    expect([ledger.path, ledger.identity, ledger.recheck()]).toEqual(['-', undefined, 'unchanged'])
    ledger.close()
  })

  it('leaves nothing in the temp folder, not even while it is open', async () => {
    const ledger = await spoolStdin(streamOf(['{}\n']), folder)
    expect(readdirSync(folder)).toEqual([])
    ledger.close()
  })

  it('fails as the stream fails', async () => {
    await expect(spoolStdin(streamOf(['{}\n'], new Error('cut off')), folder)).rejects.toThrow('cut off')
    expect(readdirSync(folder)).toEqual([])
  })
})
