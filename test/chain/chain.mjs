// The whole story, both ways, with real test frameworks: a gate that refuses, a writer that records it, and a passing
// negative test. Unisolated, the suite is green and guard is red; isolated, both are green and 418 stays 418.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const root = new URL('../..', import.meta.url).pathname
const chain = join(root, 'test/chain')
const MATCH = 'partial context load'
const STATE_FILES = 11

const findProgram = (...paths) => paths.find((path) => existsSync(path)) ?? paths.at(-1)
const pytest = [findProgram('/usr/bin/pytest', '/usr/bin/pytest-3', 'pytest'), '-q', '-p', 'no:cacheprovider']
const bats = [findProgram('/usr/bin/bats', 'bats')]
const vitest = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config']

/** An account with the sample ledger and the stamps of eleven workspaces; nothing in it is anybody's. */
function makeAccount(folder, name) {
  const home = join(folder, name)
  const data = join(home, '.local/share/gptme')
  mkdirSync(data, { recursive: true })
  mkdirSync(join(home, 'tmp'))
  cpSync(join(root, 'sample-ledgers/preflight-story.jsonl'), join(data, 'friction-ledger.jsonl'))
  for (let i = 0; i < STATE_FILES; i++)
    writeFileSync(join(data, `vent-last-${String(i).padStart(12, '0')}.txt`), 'stamp\n')
  return home
}

function guard(home, options, command, show) {
  const report = join(home, 'report.json')
  const env = {
    ...process.env,
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    CHAIN_FOLDER: chain,
    PYTHONDONTWRITEBYTECODE: '1',
    LEDGER_TRIAGE_FORCE_TTY: '100',
    NO_COLOR: '1',
  }
  for (const name of ['XDG_DATA_HOME', 'GPTME_FRICTION_LEDGER_PATH', 'GITHUB_ACTIONS']) delete env[name]
  const argv = ['bin/ledger-triage.js', 'guard', '--match', MATCH, '--settle', '200ms']
  if (show) {
    const shown = ['guard', '--match', `'${MATCH}'`, ...options, '--', ...command]
    process.stdout.write(`\n$ ledger-triage ${shown.join(' ').replaceAll(root, '')}\n`)
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...argv, ...options, '--format', 'json', '--report', report, '--', ...command],
    { cwd: root, env, encoding: 'utf8' },
  )
  assert.ok(existsSync(report), `no report: ${stderr}${stdout}`)
  if (show) process.stdout.write(`${stdout}\n${stderr.replaceAll(home, '~')}`)
  return { status, ...JSON.parse(readFileSync(report, 'utf8')) }
}

const matching = ({ before, after }) => [before.matching.denials, after.matching.denials]

/** The suite is green, its negative test wrote into the account, guard is red and names the test and the stamp. */
function checkLeak(run, framework, test) {
  assert.equal(run.child.code, 0, `${framework}: the suite itself must be green`)
  assert.equal(run.status, 100)
  assert.deepEqual(matching(run), [418, 419])
  assert.equal(run.appended.leak, 1)
  const [line] = run.appended.lines
  if (test !== undefined) {
    assert.equal(line.framework, framework)
    assert.ok(test.startsWith(line.test ?? ''), `${framework} named ${line.test}`)
  }
  const [file] = run.stateFiles
  assert.equal(run.stateFiles.length, 1)
  assert.equal(file.change, 'created')
  assert.equal(file.attribution, 'leak')
}

function checkClean(run, framework) {
  assert.equal(run.child.code, 0, `${framework}: the suite itself must be green`)
  assert.equal(run.status, 0)
  assert.deepEqual(matching(run), [418, 418])
  assert.equal(run.appended.records, 0)
  assert.deepEqual(run.stateFiles, [])
  assert.ok(run.ledgers.every(({ change }) => change === 'unchanged' || change === 'absent'))
}

const say = (text) => process.stdout.write(`${text}\n`)

const folder = mkdtempSync(join(tmpdir(), 'ledger-triage-chain-'))
try {
  const account = (name) => makeAccount(folder, name)
  say('1. The negative test is not isolated: pytest is green, guard is red.')
  const red = guard(account('a'), [], [...pytest, join(chain, 'pytest/shared-account')], true)
  checkLeak(red, 'pytest', 'test_partial_manifest_is_refused')

  say('\n2. An autouse fixture sets the ledger variable and HOME: both are green.')
  const green = guard(account('b'), [], [...pytest, join(chain, 'pytest/own-account')], true)
  checkClean(green, 'pytest')
  say(`\nmatching denials: ${matching(green).join(' before, ')} after`)

  say('\n3. The suite that is not isolated, under guard --isolate: both are green, and the test is named.')
  const own = guard(account('c'), ['--isolate'], [...pytest, join(chain, 'pytest/shared-account')], true)
  checkClean(own, 'pytest')
  assert.equal(own.isolated.written.records, 1)
  assert.equal(own.isolated.stateFiles.length, 1)
  assert.deepEqual(
    own.isolated.written.suspects.map(({ test, records }) => [test, records]),
    [['test_partial_manifest_is_refus', 1]],
  )

  say('\n4. The same under bats and vitest.')
  const batsRed = guard(account('d'), [], [...bats, join(chain, 'bats/shared-account.bats')], false)
  checkLeak(batsRed, 'bats')
  const batsGreen = guard(account('e'), [], [...bats, join(chain, 'bats/own-account.bats')], false)
  checkClean(batsGreen, 'bats')
  say(
    `bats     not isolated: ${matching(batsRed).join(' -> ')}, exit ${batsRed.status}   isolated: ${matching(batsGreen).join(' -> ')}, exit ${batsGreen.status}`,
  )

  const config = join(chain, 'vitest/vitest.config.ts')
  // vitest gives its tests no folder of their own: a bare temporary one proves nothing, until a beacon names the run.
  const unsure = guard(
    account('f'),
    [],
    [...vitest, config, join(chain, 'vitest/shared-account.spec.ts')],
    false,
  )
  assert.deepEqual([unsure.status, unsure.appended.unsure, unsure.appended.leak], [101, 1, 0])
  const vitestRed = guard(
    account('g'),
    ['--beacon'],
    [...vitest, config, join(chain, 'vitest/shared-account.spec.ts')],
    false,
  )
  checkLeak(vitestRed, 'vitest')
  assert.equal(vitestRed.appended.lines[0].ground, 'token')
  const vitestGreen = guard(
    account('h'),
    [],
    [...vitest, config, join(chain, 'vitest/own-account.spec.ts')],
    false,
  )
  checkClean(vitestGreen, 'vitest')
  say(
    `vitest   not isolated: ${matching(vitestRed).join(' -> ')}, exit ${unsure.status}, with --beacon ${vitestRed.status}   isolated: ${matching(vitestGreen).join(' -> ')}, exit ${vitestGreen.status}`,
  )
  say('\nThe chain holds.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
