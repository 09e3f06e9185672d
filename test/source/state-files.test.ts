import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readlinkSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasMatch, listStateFiles, mentions } from '../../src/source/state-files.ts'

vi.mock('node:fs', { spy: true })

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-'))
})
afterEach(() => vi.resetAllMocks())

const refuse = (code: string) => (): never => {
  throw Object.assign(new Error('refused'), { code })
}

const list = (glob: string, except: readonly string[] = []) =>
  [...listStateFiles([{ folder, glob }], except).values()].map(({ path, kind }) => [
    path.slice(folder.length + 1),
    kind,
  ])

describe('listStateFiles', () => {
  it('lists what a glob matches, in order, without the ledgers themselves', () => {
    for (const name of ['b.txt', 'a.txt', '.hidden.txt', 'ledger.txt'])
      writeFileSync(join(folder, name), name)
    expect(list('*.txt', [join(folder, 'ledger.txt')])).toEqual([
      ['.hidden.txt', 'file'],
      ['a.txt', 'file'],
      ['b.txt', 'file'],
    ])
  })

  it.skipIf(process.platform !== 'linux')('leaves out a link that leads nowhere any more', async () => {
    // A process that ended, and whose parent does not ask for it, has a link that cannot be read. It ends behind the exec:
    // a shell asks for those that end before.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'])
    try {
      const [ended] = await once(parent.stdout, 'data')
      const process = join('/proc', String(ended).trim())
      await vi.waitFor(() => expect(() => readlinkSync(join(process, 'exe'))).toThrow())
      expect(lstatSync(join(process, 'exe')).isSymbolicLink()).toBe(true)
      expect(listStateFiles([{ folder: process, glob: 'exe' }], []).size).toBe(0)
    } finally {
      parent.kill('SIGKILL')
    }
  })

  it('lists a file whose name looks like a glob', () => {
    writeFileSync(join(folder, 'a[1].txt'), '')
    expect(list('a[1].txt')).toEqual([['a[1].txt', 'file']])
  })

  it('lists links as links, and neither follows them nor opens what is no file', () => {
    mkdirSync(join(folder, 'sub'))
    writeFileSync(join(folder, 'sub', 'x'), '')
    symlinkSync(join(folder, 'sub'), join(folder, 'link'))
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'))
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(list('*')).toEqual([
      ['dangling', 'link'],
      ['link', 'link'],
      ['pipe', 'other'],
      ['sub', 'folder'],
    ])
  })

  it('lists a folder with all that is below it, and braces and stars as shells take them', () => {
    mkdirSync(join(folder, 'sub', 'deep'), { recursive: true })
    for (const name of ['sub/a.txt', 'sub/deep/b.json', 'sub/c.md']) writeFileSync(join(folder, name), '')
    expect(list('sub').map(([name]) => name)).toEqual([
      'sub',
      'sub/a.txt',
      'sub/c.md',
      'sub/deep',
      'sub/deep/b.json',
    ])
    expect(list('sub/**/*.{txt,json}').map(([name]) => name)).toEqual(['sub/a.txt', 'sub/deep/b.json'])
  })

  it('leaves out a file that goes between two looks', () => {
    for (const name of ['goes', 'stays']) writeFileSync(join(folder, name), '')
    const last = {
      folder,
      get glob(): string {
        rmSync(join(folder, 'goes'))
        return 'other-*'
      },
    }
    const files = listStateFiles([{ folder, glob: '*s' }, last], [])
    expect([...files.keys()]).toEqual([join(folder, 'stays')])
  })

  it('knows a file that may not be read by when it changed', () => {
    const path = join(folder, 'sealed')
    writeFileSync(path, 'x')
    vi.mocked(openSync).mockImplementation(refuse('EACCES'))
    expect(listStateFiles([{ folder, glob: 'sealed' }], []).get(path)).toMatchObject({
      kind: 'file',
      bytes: 1,
      sha256: `unread ${lstatSync(path).ctimeMs}`,
    })
  })

  it('knows a file of which the read fails by when it changed', () => {
    const path = join(folder, 'damaged')
    writeFileSync(path, 'x')
    vi.mocked(readSync).mockImplementation(refuse('EIO'))
    expect(listStateFiles([{ folder, glob: 'damaged' }], []).get(path)?.sha256).toMatch(/^unread \d/)
  })

  it('gives none for a plain name that is not there', () => {
    writeFileSync(join(folder, 'a.txt'), '')
    expect(list('b.txt')).toEqual([])
  })

  it('gives none for a folder that is not there', () => {
    expect(listStateFiles([{ folder: join(folder, 'no'), glob: '*' }], []).size).toBe(0)
  })
})

describe('hasMatch', () => {
  it('is true where something matches, what is left out and what lies below it aside', () => {
    mkdirSync(join(folder, 'left'))
    for (const name of ['a.txt', 'left/b.txt']) writeFileSync(join(folder, name), '')
    const match = (glob: string, except: readonly string[]): boolean => hasMatch({ folder, glob }, except)
    const left = [join(folder, 'left')]
    expect([match('*.txt', left), match('left/*', []), match('a.txt', left)]).toEqual([true, true, true])
    expect([match('*.md', left), match('left/*', left), match('left', left)]).toEqual([false, false, false])
    expect(match('a.txt', [join(folder, 'a.txt')])).toBe(false)
  })
})

describe('mentions', () => {
  it('finds a text in a file, and none in what cannot be read', () => {
    const path = join(folder, 'stamp')
    writeFileSync(path, 'x ledger-triage-run-abc y')
    expect(mentions(path, 'ledger-triage-run-abc')).toBe(true)
    expect(mentions(path, 'ledger-triage-run-xyz')).toBe(false)
    expect(mentions(folder, 'x')).toBe(false)
    vi.mocked(readSync).mockImplementation(refuse('EIO'))
    expect(mentions(path, 'ledger-triage-run-abc')).toBe(false)
  })
})
