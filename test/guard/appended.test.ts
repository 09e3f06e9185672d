import { describe, expect, it } from 'vitest'
import type { Selection } from '../../src/cluster/select.ts'
import { ALL } from '../setup/helpers.ts'
import { acting, append, guardOne, makeAccount, realLine } from './ledgers.ts'

const denial = (message: string): string =>
  `${JSON.stringify({ timestamp: '2026-08-01T10:00:00Z', message, workspace: '/home/agent/code/api', session_id: '7d1e09a2', harness: 'claude-code' })}\n`

describe('readAppended', () => {
  it('counts blank lines apart, and lays them to nobody', async () => {
    const { ledger } = makeAccount(realLine())
    const { appended, verdict } = await guardOne(
      ledger,
      acting(() => append(ledger, '\n', ' \t\r\n', realLine())),
    )
    expect(appended).toMatchObject({ blank: 2, records: 1, by: { leak: 0, beside: 1, unsure: 0 } })
    expect([verdict, appended.lines.length]).toEqual(['clean', 1])
  })

  it('matches by id the records of one cluster only', async () => {
    const { ledger } = makeAccount(denial('the disk is full'))
    const launch = acting(() => append(ledger, denial('the disk is full'), denial('no such host')))
    const { before } = await guardOne(
      ledger,
      acting(() => 0),
    )
    const [id = ''] = before.clusters.map((cluster) => cluster.id)
    const selection: Selection = { ...ALL, match: { kind: 'id', prefix: id.slice(0, 6) } }
    const { appended } = await guardOne(ledger, launch, { selection })
    expect([appended.records, appended.matching.real]).toEqual([2, 1])
    expect(appended.lines.map((line) => line.kind === 'record' && line.matches)).toEqual([true, false])
  })
})
