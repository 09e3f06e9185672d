// Guarded runs whose commands append hostile records, in each format of a report, with the annotations for a runner beside.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostileWords, standForGuard, stateNames } from './command-lines.mjs'

const HARMLESS = [
  { message: 'gate closed', workspace: '/tmp/pytest-of-agent/pytest-1/test_gate0', session_id: 's-1' },
  { message: 'gate closed', workspace: '/home/agent/code/a', session_id: '7c1e2b2a-55d0', harness: 'codex' },
  { message: 'gate closed' },
]

/** A name that would be a title, a link, a mention and a cell, where a report lets it. */
const LEDGER_NAME =
  'a`` ` | @octocat #1 **b** <b>x<!-- [x](y) ![x](y) \u001b]0;OWNED\u0007 & \'" ##[add-path]OWNED ::error::OWNED\n# OWNED.jsonl'

const SCRIPTS = {
  empty: ': > "$1"',
  isolated: 'cat "$1" >> "$GPTME_FRICTION_LEDGER_PATH"; : "$2"',
}

/** Every kind of run. `harmless` marks those that tell what a report says of itself. */
export function listGuardedRuns(inputs, folder, { full }) {
  const harmless = join(folder, 'harmless.jsonl')
  const unsure = join(folder, 'unsure.jsonl')
  const toLines = (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('')
  writeFileSync(harmless, `${toLines(HARMLESS)}{"torn\n`)
  writeFileSync(unsure, toLines(HARMLESS.slice(2)))
  const onto = (name, args) => ({ name, stand: args })
  const [first] = inputs
  const chosen = full ? inputs : inputs.filter(({ name }) => !name.includes('naughty'))
  return [
    { ...onto('harmless', [harmless, ['state']]), harmless: true },
    { ...onto('harmless, unsure', [unsure]), more: ['--match', 'gate'], harmless: true },
    {
      ...onto('harmless, isolated', [harmless]),
      script: SCRIPTS.isolated,
      more: ['--isolate'],
      harmless: true,
    },
    { ...onto('harmless, accepted', [harmless]), more: ['--allow-unattributed'], harmless: true },
    { ...onto('harmless, emptied', [harmless]), script: SCRIPTS.empty, harmless: true, path: 'ledger' },
    { ...onto('harmless, not started', [harmless]), words: ['no-such-command'], harmless: true },
    { ...onto('harmless, clean', [harmless]), words: ['true'], harmless: true },
    ...chosen.map(({ name, path }, i) => onto(name, [path, i === 0 ? stateNames : []])),
    { ...onto('named', [first.path]), ledgerName: LEDGER_NAME, more: ['--match', hostileWords] },
    {
      ...onto('named, emptied', [first.path]),
      ledgerName: LEDGER_NAME,
      script: SCRIPTS.empty,
      path: 'ledger',
    },
    { ...onto('isolated', [first.path]), script: SCRIPTS.isolated, more: ['--isolate'] },
    { ...onto('not started', [first.path]), words: [hostileWords, LEDGER_NAME] },
  ]
}

/** Runs one in one format. Gives the report's file, what was printed, and the words of the command. */
export async function runGuarded(one, number, format, { program, folder }) {
  const place = `guarded${number}`
  const stand = standForGuard(folder, place, ...one.stand)
  const ledger = one.ledgerName === undefined ? stand.ledger : join(stand.place, one.ledgerName)
  if (one.ledgerName !== undefined) writeFileSync(ledger, readFileSync(stand.ledger))
  const script = one.script ?? stand.command[3]
  const given =
    one.path === 'ledger' ? [ledger] : [one.stand[0], ledger, stand.place, ...(one.stand[1] ?? [])]
  const words = one.words ?? ['sh', '-c', script, 'sh', ...given]
  const watch = stand.options.includes('--watch') ? ['--watch', join(stand.place, '*')] : []
  mkdirSync(join(folder, 'reports'), { recursive: true })
  const file = join(folder, 'reports', `${number}.${format}`)
  const options = ['--ledger', ledger, '--settle', '0', ...watch, ...(one.more ?? [])]
  const ended = await program.runTool(
    ['guard', ...options, '--report', file, '--format', format, '--', ...words],
    {
      env: { GITHUB_ACTIONS: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
      limit: 120_000,
    },
  )
  const { status } = ended
  return { file, status, words, ledger, printed: `${ended.stdout}\n${ended.stderr}`, late: ended.late }
}
