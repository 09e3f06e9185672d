import { appendFileSync, cpSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { DiffDocument } from '../../src/report/diff-document.ts'
import { run } from '../setup/stage.ts'

const STORY = 'sample-ledgers/preflight-story.jsonl'
const LEAK = `${JSON.stringify({ timestamp: '2026-08-22T09:00:00Z', workspace: '/tmp/pytest-of-agent/pytest-1500/test_gate0/ws', message: 'manifest missing: /tmp/x', harness: 'claude-code' })}\n`

let ledger = ''
let saved = ''
beforeEach(async () => {
  ledger = join(mkdtempSync(join(tmpdir(), 'diff-')), 'ledger.jsonl')
  saved = join(mkdtempSync(join(tmpdir(), 'diff-')), 'before.json')
  cpSync(STORY, ledger)
  expect((await run([ledger, '--format', 'json', '--top', 'all', '-o', saved])).code).toBe(0)
})

const json = async (...argv: string[]): Promise<DiffDocument> =>
  DiffDocument.parse(JSON.parse((await run(['diff', ...argv, '--format', 'json'])).stdout))

describe('diff of a saved report and its ledger', () => {
  it('proves that nothing changed', async () => {
    const document = await json(saved, ledger)
    expect(document).toMatchObject({ earlier: { identical: true }, appended: { records: 0 }, complete: true })
    expect(document.counts).toMatchObject({ new: 0, grown: 0, gone: 0 })
  })

  it('counts only what came after, names its test, and fails where that is asked for', async () => {
    appendFileSync(ledger, LEAK)
    const document = await json(saved, ledger)
    expect(document.appended).toMatchObject({ records: 1, synthetic: 1, leak: 1 })
    expect(document.appended?.lines).toMatchObject([{ line: 961, test: 'test_gate' }])
    expect(document.counts.grown).toBe(1)
    expect((await run(['diff', saved, ledger, '--fail-on', 'synthetic'])).code).toBe(1)
    expect((await run(['diff', saved, ledger, '--fail-on', 'real'])).code).toBe(0)
  })

  it('ends with 4 where the earlier bytes are not the same', async () => {
    const text = readFileSync(ledger, 'utf8')
    writeFileSync(ledger, text.replace('quota', 'QUOTA'))
    const { code, stdout } = await run(['diff', saved, ledger])
    expect([code, stdout.includes('Earlier bytes are NOT identical')]).toEqual([4, true])
    truncateSync(ledger, 5000)
    expect((await run(['diff', saved, ledger])).code).toBe(4)
  })

  it('counts the ledger as the report was counted', async () => {
    await run([ledger, '--match', 'manifest missing', '--format', 'json', '--top', 'all', '-o', saved])
    appendFileSync(ledger, LEAK)
    const { before, after } = await json(saved, ledger)
    expect([before.selected.records, after.selected.records]).toEqual([133, 134])
    expect((await run(['diff', saved, ledger, '--match', 'quota'])).code).toBe(2)
  })

  it('blames nobody for a last line without an end that was there before', async () => {
    writeFileSync(ledger, readFileSync(ledger, 'utf8').trimEnd())
    await run([ledger, '--format', 'json', '--top', 'all', '-o', saved])
    expect((await json(saved, ledger)).appended).toMatchObject({ records: 0, malformed: 0 })
    appendFileSync(ledger, `\n${LEAK}`)
    expect((await json(saved, ledger)).appended).toMatchObject({ records: 1, leak: 1 })
  })

  it('holds against the ledger only what the report selected', async () => {
    await run([ledger, '--match', 'quota', '--format', 'json', '--top', 'all', '-o', saved])
    appendFileSync(ledger, LEAK)
    expect((await run(['diff', saved, ledger, '--fail-on', 'synthetic'])).code).toBe(0)
  })

  it('takes the ledger from standard input', async () => {
    const stdin = [readFileSync(ledger), LEAK]
    const { stdout } = await run(['diff', saved, '-', '--format', 'json'], { stdin })
    expect(JSON.parse(stdout)).toMatchObject({ earlier: { identical: true }, appended: { leak: 1 } })
  })
})

describe('diff of other sides', () => {
  it('parts a ledger at a time', async () => {
    const document = await json(ledger, '--at', '2026-07-01')
    expect([document.before.selected.records, document.after.selected.records]).toEqual([639, 320])
    expect(document.before.totals.records).toBe(959)
  })

  it('compares two ledgers, and two reports', async () => {
    const two = await json(STORY, 'sample-ledgers/hook-denials.jsonl')
    expect(two.counts).toMatchObject({ new: 4, gone: 12 })
    expect(two.earlier).toBe(null)
    const other = `${saved}.2.json`
    await run(['sample-ledgers/hook-denials.jsonl', '--format', 'json', '--top', 'all', '-o', other])
    expect((await json(saved, other)).counts).toEqual(two.counts)
  })

  it.each([
    [2, ['diff', STORY]],
    [2, ['diff', STORY, STORY, STORY]],
    [2, ['diff', STORY, STORY, '--at', '7d']],
    [2, ['diff', STORY, '--at', 'never']],
    [2, ['diff', '-', '-']],
    [3, ['diff', STORY, '/nowhere.jsonl']],
  ] as const)('ends with %i for %j', async (code, argv) => {
    const { code: given, stderr } = await run([...argv])
    expect([given, stderr.startsWith('error: ')]).toEqual([code, true])
  })

  it('refuses reports that cannot be compared', async () => {
    const other = `${saved}.2.json`
    await run([ledger, '--denials', '--format', 'json', '-o', other])
    expect((await run(['diff', saved, other])).stderr).toContain('other selections')
    expect((await run(['diff', saved, '--at', '7d'])).stderr).toContain('cannot be parted')
    expect((await run(['diff', saved, ledger, '--rules', 'test/fixtures/rules.json'])).stderr).toContain(
      'different rules',
    )
    writeFileSync(other, readFileSync(saved, 'utf8').replace('"signature": 1', '"signature": 99'))
    expect((await run(['diff', other, ledger])).stderr).toContain('signed by other rules')
    writeFileSync(other, '{ "schema": "ledger-triage/report@1", "tool": 3 }')
    expect((await run(['diff', other, ledger])).stderr).toContain('is no report that can be read back')
  })

  it.each([80, 120])('is drawn as before at %i columns', async (width) => {
    const { stdout } = await run(['diff', STORY, '--at', '2026-07-01', '--width', String(width)])
    await expect(stdout).toMatchFileSnapshot(`../golden/diff-at.${width}.txt`)
  })
})
