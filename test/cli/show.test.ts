import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ShowDocument } from '../../src/report/show-document.ts'
import { run } from '../setup/stage.ts'

const STORY = 'sample-ledgers/preflight-story.jsonl'

const write = (...records: readonly object[]): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'show-')), 'ledger.jsonl')
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return path
}

async function show(id: string, ledger: string): Promise<ShowDocument> {
  const { stdout } = await run(['show', id, ledger, '--format', 'json'])
  return ShowDocument.parse(JSON.parse(stdout))
}

const test = { workspace: '/tmp/pytest-of-agent/pytest-7/test_gate0/ws', host: 'ci' }
const real = { workspace: '/home/agent/code/api', session_id: '7d1e09a2', host: 'desk' }

describe('show', () => {
  it.each([80, 120])('draws the cluster of the story as before at %i columns', async (width) => {
    const { code, stdout } = await run(['show', '4pg493', STORY, '--width', String(width)])
    expect(code).toBe(0)
    for (const line of stdout.split('\n')) expect([...line].length).toBeLessThanOrEqual(width)
    await expect(stdout).toMatchFileSnapshot(`../golden/show-story.${width}.txt`)
  })

  it('tells values with counts, and the records that prove nothing but look alike', async () => {
    const { cluster, values, lookalikes, why } = await show('4pg493', STORY)
    expect([cluster.synthetic, cluster.real, cluster.unattributed]).toEqual([3, 0, 415])
    expect(values.map(({ top }) => top[0])).toMatchObject([
      { value: '78', records: 418 },
      { value: '1', records: 403 },
      { value: '3', records: 418 },
      { records: 403 },
    ])
    expect([lookalikes.synthetic.records, lookalikes.real.records]).toEqual([400, 0])
    expect(why.ignored).toContain('workspace')
  })

  it('finds a cluster by the id of any member, and says on what evidence they are one', async () => {
    const ledger = write(
      ...['main', 'dev', 'wip', 'next'].map((branch, i) => ({
        ...real,
        timestamp: `2026-08-0${i + 1}T00:00:00Z`,
        message: `push of ${branch} to origin was refused by the gate`,
      })),
    )
    const { stdout } = await run([ledger, '--format', 'json'])
    const [cluster] = JSON.parse(stdout).clusters
    expect(cluster.members).toHaveLength(4)
    for (const id of cluster.members) expect((await show(id.slice(0, 8), ledger)).cluster.id).toBe(cluster.id)
    const { why, values } = await show(cluster.id, ledger)
    expect([why.signatures, Object.values(why.steps).reduce((a, b) => a + b, 0)]).toEqual([4, 3])
    expect(values[0]).toMatchObject({ before: 'push of', distinct: 4 })
  })

  it('ranks the fields that separate its classes, and leaves out what every record fills anew', async () => {
    const records = Array.from({ length: 20 }, (_, i) => ({
      ...(i < 10 ? test : real),
      timestamp: `2026-08-01T00:00:${10 + i}Z`,
      level: 'error',
      message: `gate refused after ${i} tries`,
    }))
    const ledger = write(...records)
    const { stdout } = await run([ledger, '--format', 'json'])
    const { separates } = await show(JSON.parse(stdout).clusters[0].id, ledger)
    const fields = separates.map(({ field, score }) => [field, score])
    expect(fields).toEqual([
      ['host', 1],
      ['session_id', 1],
      ['workspace', 1],
    ])
  })

  it('counts verdicts by class and reason, also where a marker makes records real', async () => {
    const rules = join(mkdtempSync(join(tmpdir(), 'show-')), 'rules.json')
    const markers = [
      { field: 'env', equals: 'prod', class: 'real' },
      { field: 'env', equals: 'ci' },
    ]
    writeFileSync(rules, JSON.stringify({ markers }))
    const ledger = write(
      { env: 'prod', message: 'refused' },
      { env: 'prod', message: 'refused' },
      { env: 'ci', message: 'refused' },
    )
    const { stdout: report } = await run([ledger, '--rules', rules, '--format', 'json'])
    const [{ id }] = JSON.parse(report).clusters
    const { stdout } = await run(['show', id, ledger, '--rules', rules, '--format', 'json'])
    expect(JSON.parse(stdout).verdicts).toEqual([
      { class: 'synthetic', reason: 'user-rule', records: 1 },
      { class: 'real', reason: 'user-rule', records: 2 },
    ])
  })

  it('calls nothing alike where there are no values', async () => {
    const ledger = write({ ...test, message: 'disk is full today' }, { message: 'disk is full today' })
    const { stdout: report } = await run([ledger, '--format', 'json'])
    const { lookalikes } = await show(JSON.parse(report).clusters[0].id, ledger)
    expect(lookalikes.synthetic.records).toBe(0)
  })

  it('shows a cluster of records without a message, within 60 columns', async () => {
    const ledger = write({ ...test, timestamp: '2026-08-01T00:00:00Z' })
    const { stdout: report } = await run([ledger, '--format', 'json'])
    const { stdout } = await run(['show', JSON.parse(report).clusters[0].id, ledger, '--width', '60'])
    expect(stdout).toContain('(no message)')
    // A command to type is never cut.
    const lines = stdout.split('\n').filter((line) => !line.startsWith(' Next'))
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(60)
  })

  it('reads standard input, twice', async () => {
    const stdin = [`${JSON.stringify({ ...test, message: 'gate refused' })}\n`]
    const { stdout } = await run(['-', '--format', 'json'], { stdin })
    const [{ id }] = JSON.parse(stdout).clusters
    expect((await run(['show', id, '-'], { stdin })).stdout).toContain('gate refused')
  })

  it('ends with 2 for an id that there is not, or that several clusters share', async () => {
    expect((await run(['show', 'zzzzzz', STORY])).code).toBe(2)
    expect((await run(['show', '', STORY])).stderr).toContain('starts the ids of')
  })
})
