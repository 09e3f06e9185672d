import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openStdinFile, spoolStdin } from '../../src/source/spool.ts'

vi.mock('node:fs', { spy: true })

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spool-'))
})

async function* streamOf(chunks: readonly (Buffer | string)[], failure?: Error): AsyncGenerator<unknown> {
  yield* chunks
  if (failure !== undefined) throw failure
}

describe('openStdinFile', () => {
  const TEXT = '{"a":1}\n'.repeat(3)

  /** What has become of a redirected file that was read when something happens to it. */
  function recheckAfter(act: (path: string) => void): string {
    const path = join(folder, 'ledger.jsonl')
    writeFileSync(path, TEXT)
    const descriptor = openSync(path, 'r')
    const ledger = openStdinFile(descriptor)
    expect([...ledger.chunks()].map(String)).toEqual([TEXT])
    act(path)
    const end = ledger.recheck()
    ledger.close()
    closeSync(descriptor)
    return end
  }

  it.each([
    ['shrank', (path: string) => truncateSync(path, 3)],
    ['rewritten', (path: string) => writeFileSync(path, TEXT.replaceAll('1', '2'))],
    ['unchanged', () => undefined],
    ['unchanged', (path: string) => rmSync(path)],
  ] as const)('tells that the file is %s, by its bytes alone', (end, act) => {
    expect(recheckAfter(act)).toBe(end)
  })

  it('is of standard input, which has no name and stays open', () => {
    const ledger = openStdinFile()
    ledger.close()
    expect([ledger.path, ledger.identity]).toEqual(['-', undefined])
    expect(vi.mocked(fstatSync).mock.lastCall).toEqual([0])
    expect(() => fstatSync(0)).not.toThrow()
  })
})

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
