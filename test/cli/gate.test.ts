import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GateDocument } from '../../src/report/gate-document.ts'
import { run } from '../setup/stage.ts'

const STORY = 'sample-ledgers/preflight-story.jsonl'

const write = (...records: readonly object[]): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'gate-')), 'ledger.jsonl')
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return path
}

describe('gate', () => {
  it.each([
    [0, 'investigate', 'quota exhausted'],
    [1, 'dismiss', 'manifest missing'],
    [10, 'undecided', 'partial context load'],
  ] as const)('ends with %i, %s, for %j', async (code, decision, match) => {
    const { code: given, stdout } = await run(['gate', '--match', match, STORY, '--json'])
    const document = GateDocument.parse(JSON.parse(stdout))
    expect([given, document.code, document.decision]).toEqual([code, code, decision])
    expect(document.sentence).not.toBe('')
  })

  it('takes the id of a cluster as its first word', async () => {
    expect((await run(['gate', 'j0frmy', STORY])).code).toBe(1)
    expect((await run(['gate', 'id:j0frmy', STORY])).code).toBe(1)
  })

  it('ends with 2 where there is no such cluster, no such record, or nothing was asked', async () => {
    expect((await run(['gate', 'zzzzzz', STORY])).code).toBe(2)
    const none = await run(['gate', '--match', 'nonesuch', STORY, '--json'])
    expect([none.code, JSON.parse(none.stdout).decision]).toEqual([2, 'none'])
    expect((await run(['gate', STORY])).code).toBe(2)
    expect((await run(['gate'])).code).toBe(2)
    expect((await run(['gate', '--match', 'quota'])).code).toBe(2)
  })

  it('does not dismiss what is synthetic by its text or by a link only', async () => {
    const path = '/tmp/pytest-of-agent/pytest-7/test_gate0/ws'
    const text = write({ message: `refused in ${path}` })
    expect((await run(['gate', '--match', 'refused', text])).code).toBe(10)
    expect((await run(['gate', '--match', 'refused', text, '--trust-text'])).code).toBe(1)
    const linked = write(
      { message: 'refused', run_id: 'run-9a1c', workspace: path },
      { message: 'refused', run_id: 'run-9a1c' },
    )
    expect((await run(['gate', '--match', 'refused', linked])).code).toBe(10)
    expect((await run(['gate', '--match', 'refused', linked, '--trust-links'])).code).toBe(1)
  })

  it('decides nothing where an input could not be read, since it may hold the one real record', async () => {
    const { code, stdout } = await run([
      'gate',
      '--match',
      'manifest missing',
      STORY,
      '/nowhere.jsonl',
      '--json',
    ])
    expect([code, JSON.parse(stdout).decision]).toEqual([3, 'undecided'])
  })

  it.each(['quota exhausted', 'manifest missing', 'partial context load'])(
    'says %j as before',
    async (match) => {
      const { stdout } = await run(['gate', '--match', match, STORY, '--width', '80'])
      await expect(stdout).toMatchFileSnapshot(`../golden/gate-${match.replaceAll(' ', '-')}.80.txt`)
    },
  )
})
