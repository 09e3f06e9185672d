import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
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
import { beforeEach, describe, expect, it } from 'vitest'
import { openLedger } from '../../src/source/open.ts'
import { readLedger } from '../../src/source/read.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-'))
})

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

  it('reads files that claim to be empty but are not', async () => {
    const ledger = open('/proc/self/status')
    let bytes = 0
    for (const chunk of ledger.chunks()) bytes += chunk.length
    expect(bytes).toBeGreaterThan(100)
  })
})
