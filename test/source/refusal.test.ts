import { constants, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { errnoOf, explainOpenError, refuseKind } from '../../src/source/refusal.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refusal-'))
})

const failure = (code: string): Error => Object.assign(new Error('failed'), { code })

describe('errnoOf', () => {
  it.each([
    ['EIO', failure('EIO')],
    ['UNKNOWN', new Error('failed')],
    ['UNKNOWN', Object.assign(new Error('failed'), { code: 5 })],
    ['UNKNOWN', 'EIO'],
  ])('is %s for %s', (errno, error) => {
    expect(errnoOf(error)).toBe(errno)
  })
})

describe('explainOpenError', () => {
  it.each([
    ['ENOTDIR', { code: 'not-found' }],
    ['ELOOP', { code: 'link-loop' }],
    ['EACCES', { code: 'no-permission' }],
    ['EPERM', { code: 'no-permission' }],
    ['EISDIR', { code: 'is-folder' }],
    ['ENXIO', { code: 'not-regular', kind: 'socket' }],
    ['ENAMETOOLONG', { code: 'read-failed', errno: 'ENAMETOOLONG', offset: 0 }],
  ])('says of %s that it is %j', (code, fault) => {
    expect(explainOpenError('ledger.jsonl', failure(code))).toEqual({ ...fault, path: 'ledger.jsonl' })
  })

  it('names the target of a link that leads nowhere', () => {
    const path = join(folder, 'link')
    symlinkSync('nowhere', path)
    expect(explainOpenError(path, failure('ENOENT'))).toEqual({
      code: 'dangling-link',
      path,
      target: 'nowhere',
    })
  })

  it('names no link where a folder on the way is none, or nothing is there', () => {
    writeFileSync(join(folder, 'file'), '')
    for (const path of [join(folder, 'file', 'below'), join(folder, 'nothing')])
      expect(explainOpenError(path, failure('ENOENT'))).toEqual({ code: 'not-found', path })
  })

  it('names no link where what was missing has come meanwhile', () => {
    const path = join(folder, 'come')
    writeFileSync(path, '')
    expect(explainOpenError(path, failure('ENOENT'))).toEqual({ code: 'not-found', path })
  })
})

describe('refuseKind', () => {
  it('takes a regular file', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(refuseKind('x', statSync(join(folder, 'file')))).toBeUndefined()
  })

  it('refuses a folder', () => {
    mkdirSync(join(folder, 'sub'))
    expect(refuseKind('x', statSync(join(folder, 'sub')))).toEqual({ code: 'is-folder', path: 'x' })
  })

  it.each([
    ['fifo', constants.S_IFIFO],
    ['socket', constants.S_IFSOCK],
    ['device', constants.S_IFCHR],
    ['device', constants.S_IFBLK],
    ['unknown', 0],
  ])('refuses a %s', (kind, mode) => {
    const stats = Object.assign(statSync(folder), { mode })
    expect(refuseKind('x', stats)).toEqual({ code: 'not-regular', path: 'x', kind })
  })
})
