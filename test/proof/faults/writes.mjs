// F1, writing to a file: each call on the way to `-o FILE` fails once, or writes less than it was asked to. There is a whole
// new file or none, nothing is left beside it, and a file that was there before is as it was.
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inPairs } from '../harness.mjs'
import { chooseCalls, judgeOrder, prepare, runFaulty } from './desk.mjs'

const CAP = 20
const LAST_CALL = 200
const OLDER = 'what stood here before\n'
const OLDER_MODE = 0o640

const COMMANDS = [
  'scan --format json -o OUTPUT LEDGER',
  'scan -o OUTPUT LEDGER',
  'classify -o OUTPUT LEDGER',
  'count -o OUTPUT LEDGER',
  'explain -o OUTPUT LEDGER:40',
  'show -o OUTPUT ID LEDGER',
  'gate -o OUTPUT ID LEDGER',
  'diff -o OUTPUT SAVED LEDGER',
  'guard --settle 0s --ledger LEDGER --format json --report OUTPUT -- true',
  'guard --settle 0s --ledger LEDGER --format junit --report OUTPUT -- sh -c exit\u00a07',
]

const fail = (name, errno, when = 1) => ({ name, errno, when, calls: { [name]: { when, errno } } })
const FAULTS = [
  fail('openSync', 'ENOSPC'),
  fail('openSync', 'EACCES'),
  fail('openSync', 'EMFILE'),
  fail('writeSync', 'ENOSPC'),
  fail('writeSync', 'EIO'),
  fail('writeSync', 'EDQUOT'),
  fail('writeSync', 'EPIPE'),
  fail('fsyncSync', 'EIO'),
  fail('fsyncSync', 'ENOSPC'),
  fail('closeSync', 'EIO'),
  fail('closeSync', 'EDQUOT'),
  fail('renameSync', 'EACCES'),
  fail('renameSync', 'EIO'),
  fail('renameSync', 'ENOSPC'),
]
const CHMOD = [fail('chmodSync', 'EPERM')]

const shortThenFail = (errno, when) => ({
  name: 'writeSync',
  errno,
  when,
  calls: { writeSync: { when, errno, cap: CAP } },
})

/** What lies in a folder: names, bytes and modes. */
const listFolder = (folder) =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const file = join(folder, name)
      return `${name} ${(statSync(file).mode & 0o777).toString(8)} ${readFileSync(file, 'latin1')}`
    })
    .join('\n')

/** Runs a command line that writes OUTPUT, over an older file or none. */
async function write(desk, { args, older }, calls) {
  const { out, ...prepared } = prepare(desk, args)
  const file = join(out, 'report')
  if (older) {
    writeFileSync(file, OLDER)
    chmodSync(file, OLDER_MODE)
  }
  const before = listFolder(out)
  const met = await runFaulty(desk, { out, ...prepared }, { watch: out, calls })
  return { ...met, file, before, after: listFolder(out) }
}

/** Where a run did not leave things as they were, or did not say so. `child` is what the guarded command ended with. */
export function* judgeFailedWrite({ ran, before, after }, errno, child) {
  yield* judgeOrder(ran)
  if (ran.status === 0) yield 'exit 0'
  if (child > 0 && ran.status !== child) yield `exit ${ran.status}, not the command's ${child}`
  if (after !== before) yield `left behind: ${JSON.stringify(after.slice(0, 120))}`
  if (!ran.stderr.includes(errno)) yield `${errno} is not named`
}

const childOf = (name) => (name.includes('exit\u00a07') ? 7 : 0)

/** Every call on the way to a file, failing. */
export async function proveFailedFiles(tally, desk, full) {
  const commands = COMMANDS.map((name) => ({
    name,
    args: name
      .split(' ')
      .map((word) => ({ ID: desk.id, SAVED: desk.saved })[word] ?? word.replace('\u00a0', ' ')),
  }))
  const [main] = commands
  const whole = await write(desk, { ...main, older: false }, { writeSync: { cap: CAP } })
  const all = whole.counts.writeSync
  tally.hold('F1 a file of more than 200 writes', all > LAST_CALL, `${all}`)
  const cases = commands.flatMap((command, at) =>
    [true, false].flatMap((older) => {
      const list = older ? [...FAULTS, ...CHMOD] : FAULTS
      // Each command meets some of the faults, all of them meet every one.
      const some = full || at === 0 ? list : list.filter((_, i) => (i + at) % 7 === 0)
      return some.map((fault) => ({ ...command, older, fault }))
    }),
  )
  for (const when of chooseCalls(LAST_CALL, full))
    for (const errno of full ? ['ENOSPC', 'EIO'] : ['ENOSPC'])
      cases.push({ ...main, older: when % 2 === 0, fault: shortThenFail(errno, when) })
  await inPairs(
    cases.map(({ fault, ...command }) => async () => {
      const met = await write(desk, command, fault.calls)
      const faults = [...judgeFailedWrite(met, fault.errno, childOf(command.name))]
      tally.hold(
        'F1 a call on the way to a file fails: never exit 0, nothing left behind, the older file as it was',
        met.failed && faults.length === 0,
        `${command.name}${command.older ? ' (older)' : ''}, ${fault.name} ${fault.when} ${fault.errno}: ` +
          (met.failed ? faults.join('; ') : 'was not made'),
      )
    }),
  )
}

/** Short writes give the same file; a program that is killed between two of them leaves the older file as it was. */
export async function proveUnevenFiles(tally, desk, full) {
  const commands = full ? COMMANDS : COMMANDS.slice(0, 3)
  await inPairs(
    commands.map((name) => async () => {
      const args = name
        .split(' ')
        .map((word) => ({ ID: desk.id, SAVED: desk.saved })[word] ?? word.replace('\u00a0', ' '))
      const whole = await write(desk, { args, older: true }, {})
      for (const size of [{ cap: 7 }, { seed: 1 }, { seed: 2 }].slice(0, full ? 3 : 2)) {
        const met = await write(desk, { args, older: true }, { writeSync: size })
        const made = met.counts.writeSync > whole.counts.writeSync
        tally.hold(
          'F1 short writes: the same file',
          made && met.after === whole.after && met.ran.status === whole.ran.status,
          `${name}, ${JSON.stringify(size)}${made ? '' : ': no write was short'}`,
        )
      }
    }),
  )
  const args = COMMANDS[0].split(' ')
  const kills = chooseCalls(LAST_CALL, full, 6).map((when) => ({
    writeSync: { when, errno: 'KILL', cap: CAP },
  }))
  const steps = ['fsyncSync', 'renameSync'].map((name) => ({ [name]: { when: 1, errno: 'KILL' } }))
  await inPairs(
    [...kills, ...steps].map((calls) => async () => {
      const { file, failed, ran } = await write(desk, { args, older: true }, calls)
      const isOlder = readFileSync(file, 'utf8') === OLDER && (statSync(file).mode & 0o777) === OLDER_MODE
      tally.hold(
        'F1 killed while it writes a file: the older file as it was',
        failed && ran.signal === 'SIGKILL' && isOlder,
        JSON.stringify(calls),
      )
    }),
  )
}

/** The draft cannot be taken away either: still no crash, still not 0, and the older file as it was. */
export async function proveDoubleFaults(tally, desk) {
  const args = COMMANDS[0].split(' ')
  const second = { rmSync: { when: 1, errno: 'EIO' }, unlinkSync: { when: 1, errno: 'EIO' } }
  for (const name of ['writeSync', 'fsyncSync', 'closeSync', 'renameSync']) {
    const met = await write(desk, { args, older: true }, { [name]: { when: 1, errno: 'ENOSPC' }, ...second })
    const isOlder = readFileSync(met.file, 'utf8') === OLDER
    const faults = [...judgeOrder(met.ran), ...(met.ran.status === 0 ? ['exit 0'] : [])]
    tally.hold(
      'F1 a fault while a fault is cleared up: never exit 0, the older file as it was',
      met.failed && isOlder && faults.length === 0,
      `${name}, then the draft stays: ${faults.join('; ')}`,
    )
  }
}
