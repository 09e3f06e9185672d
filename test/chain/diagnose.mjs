#!/usr/bin/env node
// The diagnostic writer: appends one record to the account's friction ledger and stamps the account's rate limit for
// the workspace, which is named by its hash.
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

const [workspace = '', message = ''] = process.argv.slice(2)
const data = process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share')
const ledger = process.env.GPTME_FRICTION_LEDGER_PATH ?? join(data, 'gptme', 'friction-ledger.jsonl')
const now = new Date().toISOString()
const record = { timestamp: now, workspace, message, resolution_owner: 'tooling', harness: 'claude-code' }
const stamp = createHash('sha256').update(workspace).digest('hex').slice(0, 12)
// The stamp belongs to the account, not to the ledger: a ledger of its own does not move it.
const state = join(data, 'gptme')

mkdirSync(dirname(ledger), { recursive: true })
mkdirSync(state, { recursive: true })
appendFileSync(ledger, `${JSON.stringify(record)}\n`)
writeFileSync(join(state, `vent-last-${stamp}.txt`), `${now}\n`)
