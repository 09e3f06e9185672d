import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { preflight } from './preflight.ts'

it('refuses a partial manifest, and records it once', () => {
  const account = mkdtempSync(join(tmpdir(), 'account-'))
  const ledger = join(account, 'friction-ledger.jsonl')
  const { XDG_DATA_HOME: _, ...environment } = process.env
  const own = { ...environment, HOME: account, GPTME_FRICTION_LEDGER_PATH: ledger }
  const { status, workspace } = preflight(['prompt'], own)
  expect(status).toBe(78)
  const lines = readFileSync(ledger, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ workspace })
  expect(lines[0]).toContain('observed 1 of 3 declared sources')
})
