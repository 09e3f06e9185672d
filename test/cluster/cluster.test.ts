import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exemplarsOf, membersOf } from '../../src/cluster/cluster.ts'
import { sortClusters } from '../../src/cluster/order.ts'
import { ALL, triageRecords } from '../setup/helpers.ts'

const REAL = {
  workspace: '/srv/agents/planner',
  session_id: '9948c645-c094-4477-a4f4-c7acdbeb2bb6',
  harness: 'codex',
}
const TEST = { workspace: '/tmp/pytest-of-agent/pytest-9/test_gate_refuses0' }
const at = (minute: number): string => new Date(Date.UTC(2026, 7, 1, 0, minute)).toISOString()

describe('clusters', () => {
  it('count classes, reasons, denials and their span of time', async () => {
    const { clusters } = await triageRecords([
      { timestamp: at(3), message: 'gate 7 refused', ...REAL },
      { timestamp: at(1), message: 'gate 8 refused', ...TEST },
      { timestamp: at(2), message: 'gate 9 refused' },
    ])
    expect(clusters.length).toBe(1)
    const [cluster] = clusters
    expect(cluster).toMatchObject({
      count: 3,
      counts: { synthetic: 1, real: 1, unattributed: 1 },
      denials: 3,
    })
    expect(cluster?.first).toBe(Date.parse(at(1)))
    expect(cluster?.last).toBe(Date.parse(at(3)))
    expect([...(cluster?.suspects.values() ?? [])]).toMatchObject([
      { framework: 'pytest', test: 'test_gate_refuses', records: 1 },
    ])
    expect(exemplarsOf(cluster!).map((exemplar) => exemplar.line)).toEqual([1, 3, 2])
  })

  it('keep their id when the ledger grows, also when newer members join', async () => {
    const names = ['pre-push', 'post-merge', 'branch-protect', 'commit-msg']
    const records = names.map((name, i) => ({ timestamp: at(i), message: `hook ${name} refused it` }))
    const half = await triageRecords(records.slice(0, 1))
    const whole = await triageRecords(records)
    expect(whole.clusters.map((cluster) => cluster.id)).toEqual(half.clusters.map((cluster) => cluster.id))
    expect(whole.clusters[0]?.signatures.length).toBe(4)
  })

  it('are the same whatever the order of records', async () => {
    const record = fc.record({
      timestamp: fc.constantFrom(at(1), at(2), at(3), 'never'),
      message: fc.constantFrom(
        'gate 7 refused',
        'gate /a/b refused',
        'hook pre-push x',
        'hook post-merge x',
        'hook on-save x',
        'other',
      ),
      workspace: fc.constantFrom(REAL.workspace, TEST.workspace, ''),
      harness: fc.constantFrom('codex', 'unknown'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 20 }), async (records) => {
        const show = async (list: object[]): Promise<string[]> =>
          (await triageRecords(list)).clusters
            .map((cluster) => {
              const { id, text, counts, first, last } = cluster
              return JSON.stringify({ id, members: membersOf(cluster), text, counts, first, last })
            })
            .sort()
        expect(await show([...records].reverse())).toEqual(await show(records))
      }),
      { numRuns: 150 },
    )
  })

  it('add up to the records, whatever is selected', async () => {
    const records = [
      { timestamp: at(1), message: 'a', ...REAL },
      { timestamp: at(2), message: 'a', ...TEST },
      { message: 'a' },
      { timestamp: at(4), message: 'b', ...REAL },
    ]
    const since = await triageRecords(records, { ...ALL, since: Date.parse(at(2)) })
    expect(since.clusters.map((cluster) => cluster.count).sort()).toEqual([1, 1])
    expect(since.totals.counts).toEqual({ synthetic: 1, real: 2, unattributed: 1 })
    const real = await triageRecords(records, { ...ALL, classes: new Set(['real'] as const) })
    expect(real.clusters.reduce((sum, cluster) => sum + cluster.count, 0)).toBe(2)
    expect(real.clusters.flatMap((cluster) => [...cluster.suspects.values()])).toEqual([])
  })

  it('stand in work order: real first, then what nobody can tell, then what tests wrote', async () => {
    const { clusters } = await triageRecords([
      { message: 'only a test', ...TEST },
      { message: 'nobody knows' },
      { message: 'nobody knows' },
      { message: 'real work', ...REAL },
    ])
    expect(sortClusters(clusters, 'work').map((cluster) => cluster.text)).toEqual([
      'real work',
      'nobody knows',
      'only a test',
    ])
    expect(sortClusters(clusters, 'count')[0]?.count).toBe(2)
  })
})
