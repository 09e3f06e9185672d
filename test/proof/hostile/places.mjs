// Places that are no regular file, through every command: told by name within two seconds, never waited for,
// never made.
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { findActing } from './shown.mjs'

const LIMIT = 2000
const EXIT_UNREADABLE = 3
const EXIT_INCOMPLETE = 4

/** A user without rights, for files that root would read all the same. */
const NOBODY = 65_534

const listCommands = (file, benign, rules) => [
  ['scan', file],
  ['scan', file, '--json'],
  ['scan', file, '--by', 'test'],
  ['count', file],
  ['classify', file],
  ['classify', '--no-links', file],
  ['show', 'abcdef', file],
  ['explain', `${file}:1`],
  ['diff', file, benign],
  ['diff', benign, file],
  ['gate', '--match', 'c', file],
  ['rules', 'test', file, '--rules', rules],
  ['profiles', 'detect', file],
]

/** Runs once more what took too long: a machine that is busy with other things says nothing of the program. */
export async function inTime(play, limit) {
  for (let tries = 1; ; tries++) {
    const started = performance.now()
    const run = await play()
    const late = performance.now() - started > limit
    if (!late || tries === 2) return { ...run, late }
  }
}

async function provePlace(
  { stage, tally, own, benign, rules, asNobody },
  { name, file, says, creates, skipped },
) {
  const isForNobody = skipped !== undefined && asNobody.uid !== undefined
  if (skipped !== undefined && !isForNobody) return tally.skip(`place ${name}`, skipped)
  const user = isForNobody ? asNobody : {}
  for (const argv of listCommands(file, benign, rules)) {
    // A process of its own for the plain command: only that shows that the process ends as well.
    const alone = skipped !== undefined || (argv[0] === 'scan' && argv.length === 2)
    const play = () =>
      alone
        ? stage.runAlone(argv, { cwd: own.folder, limit: 10_000, ...user })
        : stage.play(argv, { cwd: own.folder, limit: 10_000 })
    const run = await inTime(play, LIMIT)
    const stderr = String(run.stderr)
    const said = stderr.replaceAll(file, '')
    const wrong = []
    if (run.status !== EXIT_UNREADABLE) wrong.push(`exit code ${run.status ?? run.thrown ?? run.signal}`)
    if (!says.test(said)) wrong.push(`says ${JSON.stringify(stderr.slice(0, 160))}`)
    if (run.late) wrong.push(`not within ${LIMIT} ms`)
    if (findActing(stderr) !== undefined) wrong.push(findActing(stderr))
    tally.hold('places that are no ledger told', wrong.length === 0, `${argv.join(' ')}: ${wrong.join('; ')}`)
  }
  if (creates !== undefined) {
    const made = existsSync(join(own.folder, creates))
    tally.hold('targets of dangling links not made', !made, creates)
  }
}

/** A report that could not be written must not look like one that was. */
async function proveFullDevice({ stage, tally, own, benign, rules }) {
  if (!existsSync('/dev/full')) return tally.skip('output to a full device', 'there is no /dev/full')
  const ledger = join(own.folder, 'ends-crlf.jsonl')
  const id = JSON.parse((await stage.play(['scan', ledger, '--json'])).stdout).clusters[0].id
  const commands = [
    ['scan', ledger],
    ['scan', ledger, '--json'],
    ['count', ledger],
    ['classify', ledger],
    ['show', id, ledger],
    ['explain', `${ledger}:1`],
    ['diff', benign, ledger],
    ['gate', id, ledger],
    ['rules', 'test', ledger, '--rules', rules],
    ['rules', 'list'],
    ['profiles', 'detect', ledger],
    ['schema', 'report'],
    ['--help'],
  ]
  for (const argv of commands) {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = await stage.runAlone(argv, { stdio: ['ignore', full, 'pipe'] })
    closeSync(full)
    tally.hold(
      'reports onto a full device told as lost',
      status === EXIT_INCOMPLETE && /ENOSPC|no space/i.test(String(stderr)),
      `${argv.join(' ')}: exit code ${status}, says ${JSON.stringify(String(stderr).slice(0, 120))}`,
    )
  }
}

/** How to run as a user without rights: where we are root, as another; the folders in `open` are opened to it. */
export function openForNobody({ open }) {
  if (process.getuid?.() !== 0) return {}
  for (const folder of open) chmodSync(folder, 0o755)
  return { uid: NOBODY, gid: NOBODY }
}

export async function provePlaces(context) {
  const asNobody = openForNobody(context)
  for (const place of context.own.cases.filter(({ kind }) => kind === 'place'))
    await provePlace({ ...context, asNobody }, place)
  await proveFullDevice(context)
}
