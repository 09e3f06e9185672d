// No command changes a ledger, its folder, or watched state. `npm run check:readonly -- [--full]`
//   R1  by the trace of every call: reading only, by what is allowed; no lock, no watch, no network
//   R2  by bytes, sizes, modes, owners, times and listings before and after
//   R3  the same output where nothing can be written: read-only mount, immutable, another user, no HOME, no TMPDIR
// A program that misbehaves on purpose, in one way at a time, must be caught by the same checks. `--full` runs every command
// over every ledger and under every condition, and the shared hostile inputs.
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { createTally, findProgram, makeFolder, run, sharedHostile } from './harness.mjs'
import { LEDGERS, makeAccount } from './readonly/account.mjs'
import { copyBuild } from './readonly/build.mjs'
import { makeCases, PLAIN } from './readonly/cases.mjs'
import { listCommands } from './readonly/commands.mjs'
import { proveHostile } from './readonly/hostile.mjs'
import { runCase } from './readonly/runs.mjs'
import { proveSameOutput } from './readonly/same-output.mjs'
import { keepsAccessTimes } from './readonly/stand.mjs'
import { proveControls, proveJudge, proveUntouched } from './readonly/untouched.mjs'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })

// Ended early, it still cleans up.
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(130))

const tally = createTally(`read-only${values.full ? ', full' : ''}`)
const folder = makeFolder('readonly')
// Other users must be able to enter: some runs are theirs.
chmodSync(folder, 0o755)
const { tool, misbehaving } = copyBuild(join(folder, 'build'))
const account = makeAccount(join(folder, 'first'))
const runPlainly = (args, more) => runCase({ args, ...more }, { tool, account })

const commands = await listCommands(runPlainly)
for (const { name, files } of commands) {
  tally.hold('commands of the help that are covered', PLAIN[name] !== undefined, name)
  for (const option of files) {
    const isCovered = ['--output', '--report', '--rules', '--ledger', '--watch'].includes(option)
    tally.hold('options naming files that are covered', isCovered, `${name} ${option}`)
  }
}
const isListed = commands.length > 10 && commands.some(({ files }) => files.includes('--output'))
tally.hold('the help lists commands and options', isListed, `${commands.length} commands`)

const first = await runPlainly(['scan', '--format', 'json', '--top', 'all', LEDGERS.normal])
if (first.status !== 0) throw new Error(`the built program does not work: ${first.stderr}`)
const report = first.stdout
const { id } = JSON.parse(report).clusters[0]
const cases = makeCases(commands, { full: values.full }).map((one) => ({
  ...one,
  args: one.args.map((word) => (word === 'ID' ? id : word)),
}))

/** Why calls cannot be traced here, or nothing. */
async function explainNoTrace() {
  if (findProgram('strace') === undefined) return 'no strace here'
  const { status, stderr } = await run('strace', ['-f', '-y', '-o', join(folder, 'probe'), 'true'])
  return status === 0 ? undefined : stderr.toString().trim()
}
const noTrace = await explainNoTrace()
if (noTrace !== undefined) tally.skip('R1', noTrace)
const keepsAccess = keepsAccessTimes(join(folder, 'access'))
if (!keepsAccess) tally.skip('R2 access times', 'the file system does not keep them')

const context = { folder, saved: report, tool, misbehaving, keepsAccess, canTrace: noTrace === undefined }
proveJudge(tally)
await proveUntouched(tally, context, cases)
await proveControls(tally, context)
// Refusals are the same everywhere, but not for the same reason.
const comparable = cases.filter(({ main, refused, beside }) => main || (values.full && !refused && !beside))
await proveSameOutput(tally, context, comparable)
if (values.full) {
  if (existsSync(join(sharedHostile, 'make-hostile.mjs')))
    await proveHostile(tally, { tool, account, folder: join(folder, 'hostile') })
  else tally.skip('R2 hostile inputs', 'no shared folder beside the checkout')
}
tally.end()
