import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseMatch } from '../../src/cluster/select.ts'
import type { GuardFindings } from '../../src/guard/findings.ts'
import { GuardReport } from '../../src/report/guard-model.ts'
import { buildGuardReport } from '../../src/report/guard-report.ts'
import { renderGuard } from '../../src/report/render/guard.ts'
import { renderAnnotations } from '../../src/report/render/guard-annotations.ts'
import { renderGuardJson } from '../../src/report/render/guard-json.ts'
import { renderGuardJunit } from '../../src/report/render/guard-junit.ts'
import { renderGuardMarkdown } from '../../src/report/render/guard-markdown.ts'
import { ASCII } from '../../src/text/glyphs.ts'
import { acting, append, guardOne, writeIn } from '../guard/ledgers.ts'
import { viewOf } from '../setup/view.ts'

const WORKSPACE = '/tmp/pytest-of-agent/pytest-1448/test_partial_manifest_is_refus0/ws'
const REFUSED = {
  timestamp: '2026-08-21T18:02:11Z',
  workspace: WORKSPACE,
  message: 'partial context load: preflight refused to start (exit 78), observed 1 of 3 declared sources',
  harness: 'claude-code',
}
const QUOTA = {
  timestamp: '2026-08-21T18:02:12Z',
  workspace: '/home/agent/code/api',
  message: 'quota exhausted: claude-sonnet until 19:00',
  session_id: '7d1e09a2-55c1',
  harness: 'claude-code',
}
const HOSTILE = {
  message: 'x \u001b[2J ##[error]y ::error::z ]]> <b> | `a` %0A \r\n::warning::w',
  timestamp: '2026-08-21T18:02:13Z',
}

const toLine = (record: object): string => `${JSON.stringify(record)}\n`

/** The sample ledger with eleven stamps beside it, in an account of its own. */
function makeStory(): { folder: string; ledger: string } {
  const folder = mkdtempSync(join(tmpdir(), 'story-'))
  const ledger = join(folder, 'friction-ledger.jsonl')
  cpSync('sample-ledgers/preflight-story.jsonl', ledger)
  for (let i = 0; i < 11; i++) writeIn(folder, `vent-last-${String(i).padStart(12, '0')}.txt`, 'stamp')
  return { folder, ledger }
}

const stamp = createHash('sha256').update(WORKSPACE).digest('hex').slice(0, 12)

type Act = (folder: string, ledger: string) => void

const SCENES: Readonly<Record<string, { readonly act: Act; readonly child?: number }>> = {
  clean: { act: () => undefined },
  leak: {
    child: 1,
    act: (folder, ledger) => {
      append(ledger, toLine(REFUSED), toLine(QUOTA), toLine(QUOTA))
      writeIn(folder, `vent-last-${stamp}.txt`, 'now')
    },
  },
  unsure: {
    act: (_folder, ledger) => append(ledger, toLine(HOSTILE), '{"torn":\n'),
  },
  altered: { act: (_folder, ledger) => truncateSync(ledger, 200_000) },
}

async function guardScene(name: string): Promise<GuardReport> {
  const { folder, ledger } = makeStory()
  const { act, child = 0 } = SCENES[name] ?? { act: () => undefined }
  const findings: GuardFindings = await guardOne(
    ledger,
    acting(() => act(folder, ledger)),
    {
      settle: 2000,
      selection: {
        match: parseMatch('partial context load'),
        classes: new Set(['synthetic', 'real', 'unattributed']),
        denialsOnly: false,
      },
    },
  )
  const report = buildGuardReport(
    { ...findings, end: { kind: 'exited', code: child } },
    { version: '0.0.0', catalogue: 'c', rules: undefined },
  )
  // Paths, inodes and times are of this machine; everything else is the same wherever the test runs.
  return GuardReport.parse(JSON.parse(JSON.stringify(report).replaceAll(`${folder}/`, '')))
}

describe.each(Object.keys(SCENES))('a guarded run that is %s', (name) => {
  it.each([80, 120])('is drawn as before at %i columns', async (columns) => {
    const report = await guardScene(name)
    const text = renderGuard(report, viewOf(columns))
    for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(columns)
    await expect(text).toMatchFileSnapshot(`../golden/guard-${name}.${columns}.txt`)
  })

  it('is told in JUnit XML, Markdown and annotations as before', async () => {
    const report = await guardScene(name)
    await expect(renderGuardJunit(report, viewOf(80))).toMatchFileSnapshot(`../golden/guard-${name}.xml`)
    await expect(renderGuardMarkdown(report, viewOf(80))).toMatchFileSnapshot(`../golden/guard-${name}.md`)
    await expect(`${renderAnnotations(report).join('\n')}\n`).toMatchFileSnapshot(
      `../golden/guard-${name}.annotations.txt`,
    )
  })

  it('reads back from its JSON', async () => {
    const report = await guardScene(name)
    expect(GuardReport.parse(JSON.parse(renderGuardJson(report, viewOf(80))))).toEqual(report)
  })
})

describe('the formats of a guarded run', () => {
  it('let no text of a ledger act on a terminal, a runner, an XML reader or a Markdown renderer', async () => {
    const report = await guardScene('unsure')
    const everything = [
      renderGuard(report, viewOf(60)),
      renderGuardJunit(report, viewOf(80)),
      renderGuardMarkdown(report, viewOf(80)),
      ...renderAnnotations(report),
      renderGuardJson(report, viewOf(80)),
    ].join('\n')
    expect(everything).not.toContain('\u001b')
    expect(everything).not.toMatch(/##(vso|teamcity)?\[/)
    const commands = everything.split('\n').filter((line) => /^\s*::/.test(line))
    expect(commands.length).toBeGreaterThan(0)
    for (const line of commands) expect(line).toMatch(/^::(error|warning) title=ledger-triage guard::/)
    expect(renderGuardJunit(report, viewOf(80))).not.toContain('<b>')
  })

  it('can be drawn in ASCII', async () => {
    const text = renderGuard(await guardScene('leak'), viewOf(80, ASCII))
    expect(text).toMatch(/^[\x20-\x7e\n]*$/)
  })

  it('add up: leak, beside and unsure are the appended records and malformed lines', async () => {
    for (const name of Object.keys(SCENES)) {
      const { appended } = await guardScene(name)
      expect(appended.leak + appended.beside + appended.unsure).toBe(appended.records + appended.malformed)
    }
  })
})
