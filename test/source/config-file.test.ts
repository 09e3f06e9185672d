import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { findConfig, readConfig } from '../../src/source/config-file.ts'

const NAME = 'ledger-triage.config.json'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'))
  mkdirSync(join(folder, 'outer', 'inner'), { recursive: true })
})

describe('findConfig', () => {
  it('finds the rules file that is nearest above', () => {
    for (const at of [folder, join(folder, 'outer')]) writeFileSync(join(at, NAME), '{}')
    expect(findConfig(join(folder, 'outer', 'inner'))).toBe(join(folder, 'outer', NAME))
  })

  it('passes over a folder of that name', () => {
    writeFileSync(join(folder, NAME), '{}')
    mkdirSync(join(folder, 'outer', NAME))
    expect(findConfig(join(folder, 'outer'))).toBe(join(folder, NAME))
  })

  it('finds none where there is none up to the root', () => {
    expect(findConfig(join(folder, 'outer', 'inner'))).toBeUndefined()
  })
})

describe('readConfig', () => {
  it('gives the text of a rules file', () => {
    writeFileSync(join(folder, NAME), '{"rules":[]}')
    expect(readConfig(join(folder, NAME))).toEqual({ ok: true, value: '{"rules":[]}' })
  })

  it('says why a rules file could not be read', () => {
    expect(readConfig(folder)).toEqual({
      ok: false,
      fault: { code: 'config-unreadable', path: folder, errno: 'EISDIR' },
    })
  })
})
