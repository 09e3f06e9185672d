// Shared cases that are no plain file: places, standard input without an end, a full device, names that are
// no UTF-8.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { compareCounts, parseJson } from './figures.mjs'
import { inTime, openForNobody } from './places.mjs'

const EXIT_UNREADABLE = 3
const EXIT_INTERRUPTED = 130
const LIMIT = 2000

const SAYS = {
  directory: /folder|directory/i,
  fifo: /FIFO/i,
  socket: /socket/i,
  'dangling-symlink': /link/i,
  'symlink-loop': /ELOOP|links? .*(?:loop|circle|itself|round)/i,
  'no-permission': /permission|may not be read|EACCES/i,
  missing: /not found|ENOENT/i,
  'dev-zero': /device/i,
  'dev-null': /device/i,
}

/** An endless input is ended by a signal; the partial report is marked, and its sums hold. */
async function proveEndless({ stage }) {
  const child = spawn(process.execPath, [stage.tool, 'scan', '-', '--json'], { env: stage.env })
  const parts = []
  child.stdout.on('data', (part) => parts.push(part))
  child.stdin.on('error', () => undefined)
  const lines = '{"message":"again"}\n'.repeat(2000)
  const feed = () => {
    while (child.stdin.writable && child.stdin.write(lines));
  }
  child.stdin.on('drain', feed)
  feed()
  await pause(1500)
  child.kill('SIGINT')
  const [status] = await Promise.race([once(child, 'close'), pause(20_000).then(() => [undefined])])
  child.kill('SIGKILL')
  const report = parseJson(Buffer.concat(parts).toString('utf8'))
  const input = report?.inputs[0]
  const wrong = status === EXIT_INTERRUPTED ? [] : [`exit code ${status}, not ${EXIT_INTERRUPTED}`]
  if (report?.complete !== false) wrong.push('the report is not marked as partial')
  if (!(input?.lines > 0 && input.lines === input.records))
    wrong.push(`${input?.lines} lines, ${input?.records} records`)
  return wrong
}

async function proveClosed({ stage }) {
  const command = 'exec "$0" "$@" <&-'
  const args = ['-c', command, process.execPath, stage.tool, 'scan', '-', '--json']
  const { status, stderr } = await stage.runProgram('sh', args)
  return [0, EXIT_UNREADABLE].includes(status)
    ? []
    : [`closed input: exit code ${status}: ${String(stderr).slice(0, 160)}`]
}

async function proveBytesName({ stage, shared }) {
  const command = 'exec "$0" "$1" scan "$(printf "b\\377.jsonl")"'
  const { status, stderr } = await stage.runProgram('sh', ['-c', command, process.execPath, stage.tool], {
    cwd: shared.folder,
  })
  return status === EXIT_UNREADABLE ? [] : [`exit code ${status}: ${String(stderr).slice(0, 160)}`]
}

async function proveFull({ stage, shared }) {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = await stage.runAlone(['scan', 'crlf.jsonl'], {
    cwd: shared.folder,
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  return status !== 0 && /ENOSPC/.test(String(stderr))
    ? []
    : [`exit code ${status}: ${String(stderr).slice(0, 160)}`]
}

async function proveProc({ stage, shared }, { file }) {
  const path = join(shared.folder, file)
  const feeds = readFileSync(path, 'latin1').split('\n').slice(0, -1)
  const blank = feeds.filter((line) => /^[ \t\r]*$/.test(line)).length
  const { stdout } = await stage.runAlone(['scan', file, '--json'], { cwd: shared.folder })
  const counts = { lines: feeds.length, records: 0, blank, malformed: feeds.length - blank }
  return compareCounts(parseJson(String(stdout)), counts)
}

async function provePlace(context, { name, file, must }) {
  const { stage, shared } = context
  const user = name === 'no-permission' ? openForNobody(context) : {}
  const run = await inTime(
    () => stage.runAlone(['scan', file], { cwd: shared.folder, limit: 20_000, ...user }),
    LIMIT,
  )
  const stderr = String(run.stderr)
  const wrong = run.status === EXIT_UNREADABLE ? [] : [`exit code ${run.status ?? run.signal}`]
  if (!SAYS[name].test(stderr.replaceAll(file, '')))
    wrong.push(`says ${JSON.stringify(stderr.slice(0, 160))}`)
  if (run.late) wrong.push(`not within ${LIMIT} ms`)
  const made = must.creates_nothing
  if (made !== undefined && existsSync(join(shared.folder, made))) wrong.push(`${made} was made`)
  return wrong
}

const PROOFS = {
  'stdin-dash': async (context) => [...(await proveEndless(context)), ...(await proveClosed(context))],
  'name-not-utf8': proveBytesName,
  'dev-full': proveFull,
  'proc-size-zero': proveProc,
}

export async function proveSpecial(context, one) {
  const { tally } = context
  if (one.skipped !== undefined) return tally.skip(`shared case ${one.name}`, one.skipped)
  const wrong = await (PROOFS[one.name] ?? provePlace)(context, one)
  tally.hold('shared cases exact', wrong.length === 0, `${one.name}: ${wrong.join('; ')}`)
}
