import { describe, expect, it } from 'vitest'
import { compareReports } from '../../src/diff/compare-reports.ts'
import { buildReport } from '../../src/report/build.ts'
import type { Report } from '../../src/report/model.ts'
import { ALL, triageRecords } from '../setup/helpers.ts'

const tool = { version: '0.0.0', catalogue: 'x', rules: undefined }
const real = { workspace: '/home/agent/code/api', session_id: '7d1e09a2', harness: 'claude-code' }
const test = { workspace: '/tmp/pytest-of-agent/pytest-7/test_gate0/ws' }

const report = async (records: readonly object[], top = Number.POSITIVE_INFINITY): Promise<Report> =>
  buildReport(await triageRecords(records), ALL, { sort: 'work', top, min: 1 }, tool)

const changes = (before: Report, after: Report) =>
  compareReports(before, after).map(({ template, change, before: old, after: now }) => [
    template,
    change,
    old?.count ?? 0,
    now?.count ?? 0,
  ])

describe('compareReports', () => {
  const quota = { ...real, message: 'quota exhausted' }
  const push = { ...real, message: 'push rejected by the gate' }
  const disk = { ...real, message: 'no space is left on the disk' }

  it('tells clusters that are new, grown, shrunk, gone and the same', async () => {
    const before = await report([quota, quota, push, disk, disk])
    const after = await report([
      quota,
      quota,
      quota,
      disk,
      { ...real, message: 'token expired for the mail' },
    ])
    expect(changes(before, after)).toEqual([
      ['token expired for the mail', 'new', 0, 1],
      ['quota exhausted', 'grown', 2, 3],
      ['no space is left on the disk', 'shrunk', 2, 1],
      ['push rejected by the gate', 'gone', 1, 0],
    ])
    expect(changes(before, before).every(([, change]) => change === 'same')).toBe(true)
  })

  it('tells a cluster of the same size whose make-up leads to another decision', async () => {
    const message = 'manifest missing for this run'
    const [diff] = compareReports(await report([{ ...test, message }]), await report([{ ...real, message }]))
    expect(diff).toMatchObject({ change: 'verdict', decisionBefore: 'dismiss', decisionAfter: 'investigate' })
  })

  it('does not call new or gone what the other report had left out', async () => {
    const cut = await report([quota, quota, push], 1)
    const whole = await report([quota, quota, push])
    expect(changes(cut, whole)).toContainEqual(['push rejected by the gate', 'unknown', 0, 1])
    expect(changes(whole, cut)).toContainEqual(['push rejected by the gate', 'unknown', 1, 0])
  })

  it('joins clusters that have grown together, so that nothing is counted twice', async () => {
    const before = await report([quota, push])
    const [left, right] = before.clusters
    if (left === undefined || right === undefined) throw new Error('two clusters')
    const merged = { ...left, members: [...left.members, ...right.members], count: 5, real: 5 }
    const after = { ...before, clusters: [merged] }
    expect(compareReports(before, after)).toMatchObject([
      { change: 'grown', before: { count: 2 }, after: { count: 5 } },
    ])
  })
})
