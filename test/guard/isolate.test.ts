import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { isolate } from '../../src/guard/isolate.ts'
import { loadProfiles } from '../../src/profile/load.ts'
import type { Profile } from '../../src/profile/schema.ts'

const writing = (places: readonly string[]): Profile[] =>
  [...loadProfiles().values()].slice(0, 1).map((profile) => ({
    ...profile,
    name: 'notes',
    writer: { variables: ['NOTES'], places: [...places], stateFiles: [] },
  }))

let tempRoot = ''
beforeEach(() => {
  tempRoot = mkdtempSync(join(tmpdir(), 'temp-root-'))
})

describe('isolate', () => {
  it('names a private ledger as it is named in its usual place', () => {
    const { folder, variables } = isolate(
      writing(['~/notes/ledger.jsonl', '~/other.jsonl']),
      'ledger',
      tempRoot,
    )
    expect(variables).toEqual({ NOTES: join(folder.path, 'ledger', 'ledger.jsonl') })
  })

  it('names it after its profile where no usual place is known', () => {
    const { folder, variables } = isolate(writing([]), 'ledger', tempRoot)
    expect(variables).toEqual({ NOTES: join(folder.path, 'ledger', 'notes.jsonl') })
  })
})
