import { describe, expect, it } from 'vitest'
import { createFold } from '../../src/cluster/fold.ts'
import { createWaitingRoom, type WaitingRecord } from '../../src/cluster/waiting.ts'
import { createLinkIndex, findLinkKeys } from '../../src/evidence/links.ts'
import { createTestExaminer } from '../setup/helpers.ts'

const TEST = { cwd: '/tmp/pytest-of-agent/pytest-9/test_gate0' }

describe('createWaitingRoom', () => {
  it.each([
    [3, ['synthetic', 'synthetic', 'synthetic'], false],
    [2, ['unattributed', 'unattributed', 'unattributed'], true],
  ])('with room for %i of three records settles them as %j', (limit, wanted, off) => {
    const examine = createTestExaminer()
    const links = createLinkIndex()
    const fold = createFold()
    const settled: string[] = []
    const room = createWaitingRoom(links, (_record, verdict) => settled.push(verdict.class), limit)
    const proof = examine({ line: 1, offset: 0, length: 0 }, { run_id: 'ct-7f', ...TEST })
    links.learn(proof.record, proof.verdict, { ledger: 0, line: 1 })
    const { record, verdict, signed } = examine(
      { line: 2, offset: 0, length: 0 },
      { run_id: 'ct-7f', message: 'x' },
    )
    const keys = findLinkKeys(record.leaves)
    if (keys === undefined) throw new Error('no keys')
    const stat = fold.add(undefined, signed)
    const one: WaitingRecord = {
      stat,
      keys,
      ledger: 0,
      line: 2,
      offset: 0,
      at: undefined,
      reason: verdict.reason,
      isDenial: false,
      selected: true,
    }
    for (let i = 0; i < 3; i++) room.add(one)
    room.settle()
    expect(settled).toEqual(wanted)
    expect([room.isOff(), links.resolve(keys, undefined) === undefined]).toEqual([off, off])
  })
})
