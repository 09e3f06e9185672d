// The project's own suite under the project's own guard: over a private home with a ledger in its usual place, which the
// suite must leave alone. Ends with the code of guard.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const root = new URL('../..', import.meta.url).pathname
const home = mkdtempSync(join(tmpdir(), 'ledger-triage-home-'))
const data = join(home, '.local/share/gptme')
mkdirSync(data, { recursive: true })
cpSync(join(root, 'sample-ledgers/preflight-story.jsonl'), join(data, 'friction-ledger.jsonl'))

const env = { ...process.env, HOME: home, XDG_DATA_HOME: join(home, '.local/share') }
delete env.GPTME_FRICTION_LEDGER_PATH
const suite = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run']
const argv = [
  'bin/ledger-triage.js',
  'guard',
  '--watch',
  home,
  '--match',
  'partial context load',
  '--',
  ...suite,
]
try {
  const { status } = spawnSync(process.execPath, argv, { cwd: root, env, stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  rmSync(home, { recursive: true, force: true })
}
