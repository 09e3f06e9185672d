import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

// The suite practises what the tool preaches: no test sees the account's home, state or ledgers.
const folder = mkdtempSync(join(tmpdir(), 'ledger-triage-suite-'))
process.env.HOME = folder
process.env.TMPDIR = folder
process.env.TMP = folder
process.env.TEMP = folder
for (const name of [
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_RUNTIME_DIR',
]) {
  process.env[name] = join(folder, name.toLowerCase())
}
delete process.env.GPTME_FRICTION_LEDGER_PATH
for (const name of ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE', 'LEDGER_TRIAGE_FORCE_TTY'])
  delete process.env[name]

afterAll(() => rmSync(folder, { recursive: true, force: true }))
