import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inspect, openLedger, ReadFailure } from '../../src/source/open.ts'
import { readLedger } from '../../src/source/read.ts'

vi.mock('node:fs', { spy: true })

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-'))
})
afterEach(() => vi.resetAllMocks())

function open(path: string) {
  const opened = openLedger(path)
  if (!opened.ok) throw new Error(opened.fault.code)
  return opened.value
}

function portrait(path: string): object {
  const { size, mode, ino, uid, gid, mtimeNs, ctimeNs, atimeNs } = statSync(path, { bigint: true })
  const times = { mtimeNs: String(mtimeNs), ctimeNs: String(ctimeNs), atimeNs: String(atimeNs) }
  return {
    size: String(size),
    mode: String(mode),
    ino: String(ino),
    uid: String(uid),
    gid: String(gid),
    ...times,
  }
}

describe('openLedger', () => {
  it('leaves ledger and folder as they were: bytes, size, mode, inode, times, listing', async () => {
    const path = join(folder, 'ledger.jsonl')
    writeFileSync(path, '{"message":"a"}\n'.repeat(1000))
    chmodSync(path, 0o444)
    chmodSync(folder, 0o555)
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
    const look = (): object => ({
      file: portrait(path),
      folder: portrait(folder),
      listing: readdirSync(folder),
    })
    // The first look may move access times itself; from then on they stand still.
    look()
    const before = look()

    const ledger = open(path)
    const outcome = await readLedger(ledger, () => undefined)
    ledger.readAt(0, 20)
    ledger.close()

    expect(look()).toEqual(before)
    expect(outcome.counts.records).toBe(1000)
    expect(outcome.watermark.sha256).toBe(hash)
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(hash)
    chmodSync(folder, 0o755)
  })

  it('refuses what is no regular file at once, by name of its kind', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    mkdirSync(join(folder, 'inside'))
    expect(openLedger(join(folder, 'pipe'))).toMatchObject({
      ok: false,
      fault: { code: 'not-regular', kind: 'fifo' },
    })
    expect(openLedger(join(folder, 'inside'))).toMatchObject({ ok: false, fault: { code: 'is-folder' } })
    expect(openLedger('/dev/null')).toMatchObject({
      ok: false,
      fault: { code: 'not-regular', kind: 'device' },
    })
    expect(openLedger(join(folder, 'nothing'))).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })

  it('follows a link to a ledger', () => {
    writeFileSync(join(folder, 'ledger.jsonl'), '{}\n')
    symlinkSync('ledger.jsonl', join(folder, 'link'))
    expect(open(join(folder, 'link')).bytes).toBe(3)
  })

  it('reads the bytes there were when it was opened, and says that more came', async () => {
    const path = join(folder, 'ledger.jsonl')
    writeFileSync(path, '{"a":1}\n')
    const ledger = open(path)
    writeFileSync(path, '{"a":2}\n', { flag: 'a' })
    const outcome = await readLedger(ledger, () => undefined)
    expect(outcome).toMatchObject({
      counts: { records: 1 },
      complete: true,
      watermark: { bytes: 8, end: 'grew' },
    })
  })

  it('tells a ledger that was cut, replaced or removed while it was open', () => {
    const path = join(folder, 'ledger.jsonl')
    writeFileSync(path, '{"a":1}\n')
    const cut = open(path)
    truncateSync(path, 2)
    expect(cut.recheck()).toBe('shrank')
    const moved = open(path)
    renameSync(path, join(folder, 'rotated.jsonl'))
    expect(moved.recheck()).toBe('gone')
    writeFileSync(path, '{}\n')
    expect(moved.recheck()).toBe('replaced')
  })

  it('tells a ledger that was emptied and grew past its former size while it was read', async () => {
    const path = join(folder, 'ledger.jsonl')
    writeFileSync(path, '{"a":1}\n'.repeat(20_000))
    const ledger = open(path)
    let chunks = 0
    const outcome = await readLedger(
      ledger,
      () => undefined,
      () => {
        chunks += 1
        if (chunks === 1) writeFileSync(path, '{"b":2}\n'.repeat(30_000))
        return true
      },
    )
    expect(outcome).toMatchObject({ complete: false, watermark: { end: 'rewritten' } })
    expect(outcome.counts.records).toBe(20_000)
  })

  it('says of a link that leads nowhere, or back to itself, that it is one', () => {
    symlinkSync('nowhere', join(folder, 'dangling'))
    symlinkSync('loop', join(folder, 'loop'))
    expect(openLedger(join(folder, 'dangling'))).toMatchObject({
      fault: { code: 'dangling-link', target: 'nowhere' },
    })
    expect(openLedger(join(folder, 'loop'))).toMatchObject({ fault: { code: 'link-loop' } })
    expect(readdirSync(folder)).toEqual(['dangling', 'loop'])
  })

  it('touches the access time of a file that is not ours rather than not reading it', () => {
    const path = join(folder, 'ledger.jsonl')
    writeFileSync(path, '{}\n')
    vi.mocked(openSync).mockImplementationOnce(() => {
      throw Object.assign(new Error('not the owner'), { code: 'EPERM' })
    })
    const ledger = open(path)
    expect(ledger.readAt(0, 3).toString()).toBe('{}\n')
    ledger.close()
    const flags = vi.mocked(openSync).mock.calls.map(([, flag]) => Number(flag) & constants.O_NOATIME)
    expect(flags).toEqual([constants.O_NOATIME, 0])
  })

  it.skipIf(process.platform !== 'linux')('says where a read failed, and of what', () => {
    // No process has anything at address 0.
    const memory = open('/proc/self/mem')
    expect(() => memory.readAt(0, 8)).toThrow(
      expect.objectContaining({
        fault: { code: 'read-failed', path: '/proc/self/mem', errno: 'EIO', offset: 0 },
      }),
    )
    memory.close()
  })

  it('reads files that claim to be empty but are not', async () => {
    const ledger = open('/proc/self/status')
    let bytes = 0
    for (const chunk of ledger.chunks()) bytes += chunk.length
    expect(bytes).toBeGreaterThan(100)
  })
})

describe('inspect', () => {
  const descriptors = (): string[] => readdirSync('/proc/self/fd')

  it('gives what is read, or why the file could not be opened', () => {
    const path = join(folder, 'ledger.jsonl')
    expect(inspect(path, ({ bytes }) => bytes)).toEqual({ ok: false, fault: { code: 'not-found', path } })
    writeFileSync(path, '{}\n')
    expect(inspect(path, ({ bytes }) => bytes)).toEqual({ ok: true, value: 3 })
  })

  it('gives a read that failed as a fault, and passes on any other error', () => {
    const path = join(folder, 'ledger.jsonl')
    writeFileSync(path, '{}\n')
    const fault = { code: 'read-failed', path, errno: 'EIO', offset: 0 } as const
    const fail = (error: Error) => () =>
      inspect(path, () => {
        throw error
      })
    expect(fail(new ReadFailure(fault))()).toEqual({ ok: false, fault })
    expect(fail(new Error('a slip'))).toThrow('a slip')
  })

  it.skipIf(process.platform !== 'linux')('leaves nothing open, however it ends', () => {
    const path = join(folder, 'ledger.jsonl')
    writeFileSync(path, '{}\n')
    const before = descriptors().length
    inspect(path, ({ bytes }) => bytes)
    expect(() =>
      inspect(path, () => {
        throw new Error('a slip')
      }),
    ).toThrow()
    expect(descriptors().length).toBe(before)
  })
})
