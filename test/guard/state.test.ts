import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Attribution } from '../../src/guard/attribute.ts'
import { createHashedNames, type StateChange, type StateName } from '../../src/guard/state.ts'
import type { JsonObject } from '../../src/source/parse.ts'
import { examineObject } from '../setup/helpers.ts'

const WORKSPACE = '/home/agent/code/api'
const HASH = createHash('sha256').update(WORKSPACE).digest('hex')
const NAMES: readonly StateName[] = [{ name: 'plain-*.txt' }, { name: 'stamp-*.txt', hashOf: 'workspace' }]

const created = (path: string): StateChange => ({
  path,
  change: 'created',
  before: undefined,
  after: undefined,
})
const tie = (attribution: Attribution) => ({ path: 'ledger.jsonl', position: { line: 1 }, attribution })

/** Whom a changed file is tied to after some records, each laid to somebody. */
function findTie(
  path: string,
  told: readonly (readonly [JsonObject, Attribution])[],
): Attribution | undefined {
  const names = createHashedNames([created(path)], NAMES)
  for (const [value, attribution] of told) names.learn(examineObject(value).record, tie(attribution))
  return names.find(path)?.attribution
}

const record = { message: 'refused', workspace: WORKSPACE, harness: 'claude-code' }

describe('createHashedNames', () => {
  it('ties a file to the record whose workspace its name is the hash of', () => {
    expect(findTie(`/a/stamp-${HASH.slice(0, 12)}.txt`, [[record, 'beside']])).toBe('beside')
    expect(findTie(`/a/stamp-${HASH}.txt`, [[record, 'beside']])).toBe('beside')
  })

  it.each([
    ['leak', 'beside', 'unsure', 'leak'],
    ['leak', 'leak', 'unsure'],
    ['leak', 'unsure', 'leak'],
    ['unsure', 'beside', 'unsure'],
    ['unsure', 'unsure', 'beside'],
  ] as const)('takes %s for the gravest of %j', (gravest, ...told) => {
    expect(
      findTie(
        `/a/stamp-${HASH.slice(0, 8)}.txt`,
        told.map((attribution) => [record, attribution]),
      ),
    ).toBe(gravest)
  })

  it.each([
    ['has too few digits to mean anything', `stamp-${HASH.slice(0, 7)}.txt`],
    ['holds no digits of a hash', 'stamp-yesterday-noon.txt'],
    ['is another hash', `stamp-${'0'.repeat(12)}.txt`],
    ['stands for no hash', `plain-${HASH.slice(0, 12)}.txt`],
  ])('ties nothing to a file whose name %s', (_why, name) => {
    expect(findTie(`/a/${name}`, [[record, 'leak']])).toBeUndefined()
  })

  it('asks no field but the workspace', () => {
    const other = { message: WORKSPACE, note: WORKSPACE, workspace: '/elsewhere' }
    expect(findTie(`/a/stamp-${HASH.slice(0, 12)}.txt`, [[other, 'leak']])).toBeUndefined()
  })
})
