// F1, reading: the n-th read of a ledger fails, or each read gives fewer bytes than it was asked for.
import { closeSync, openSync } from 'node:fs'
import { inPairs } from '../harness.mjs'
import { chooseCalls, judgeOrder, oneOfEach, prepare, runFaulty } from './desk.mjs'

/** With so few bytes a read, a small ledger takes more than 200 of them. */
const CAP = 100
const LAST_CALL = 200
const TRANSIENT = ['EINTR', 'EAGAIN']

function* judgeDocument(stdout) {
  const text = stdout.toString()
  if (!text.startsWith('{\n')) return
  try {
    const { complete, inputs } = JSON.parse(text)
    if (complete === true) yield 'complete: true'
    if (inputs?.length > 0 && inputs.every((input) => input.complete))
      yield 'each input is said to be complete'
  } catch {
    yield 'the document is cut short'
  }
}

/** Where standard error does not say what could not be read. */
function* judgeNaming({ stderr }, errno) {
  if (!stderr.includes(errno)) yield `${errno} is not named`
  if (stderr.includes('could not be written')) yield 'the output is blamed'
}

/** `guard` tells a ledger that it could not count before the run from one that it could not count after it. */
const codesOf = (name, call) => {
  if (name.startsWith('guard')) return [3, 4, 102]
  return call <= 2 ? [3, 4] : [4]
}

/** Where a run does not tell of a read that failed: `call` is which one. */
export function* judgeFailedRead(name, { ran }, { call, errno }) {
  yield* judgeOrder(ran)
  const codes = codesOf(name, call)
  if (!codes.includes(ran.status)) yield `exit ${ran.status}, not ${codes.join(' or ')}`
  yield* judgeNaming(ran, errno)
  yield* judgeDocument(ran.stdout)
  const isTable = name.startsWith('scan') && !name.includes('json')
  if (isTable && ran.stdout.length > 0 && !ran.stdout.includes('INCOMPLETE')) yield 'the table looks whole'
}

const isSame = (one, other) => one.status === other.status && one.stdout.equals(other.stdout)

const isMain = ({ name }) => name === 'scan --format json LEDGER'

/** Reads that fail, for each command and each of the first 200 reads, or some of both. */
export async function proveFailedReads(tally, desk, full) {
  const { ledger } = desk
  const commands = full
    ? desk.commands
    : desk.commands.filter((one) => isMain(one) || oneOfEach([one]).length > 0)
  const readAs = (args, more) =>
    runFaulty(desk, prepare(desk, args), { watch: ledger, calls: { readSync: { cap: CAP, ...more } } })
  const calm = await inPairs(
    commands.map(({ name, args }) => async () => ({ name, args, ...(await readAs(args, {})) })),
  )
  const cases = calm.flatMap(({ name, args, ran, counts }) => {
    const all = counts.readSync
    tally.hold('F1 a ledger of more than 200 reads', all > LAST_CALL, `${name}: ${all}`)
    // Behind the first 200 come the second passes of commands that read twice.
    const first = full || isMain({ name }) ? chooseCalls(LAST_CALL, full) : [2, 120]
    const later = [0.5, 0.7, 0.9].map((share) => Math.floor(all * share)).filter((call) => call > LAST_CALL)
    const calls = [...first, ...later.slice(full ? 0 : -2), all]
    const errors = isMain({ name }) ? ['EIO', ...TRANSIENT] : ['EIO']
    return calls.flatMap((call) => errors.map((errno) => ({ name, args, calm: ran, call, errno })))
  })
  await inPairs(
    cases.map(({ name, args, calm: whole, call, errno }) => async () => {
      const met = await readAs(args, { when: call, errno })
      const faults = [...judgeFailedRead(name, met, { call, errno })]
      const wasTriedAgain = TRANSIENT.includes(errno) && isSame(met.ran, whole)
      tally.hold(
        `F1 the n-th read fails with ${errno}: never complete, never exit 0`,
        met.failed && (wasTriedAgain || faults.length === 0),
        `${name}, read ${call}: ${met.failed ? faults.join('; ') : 'was not made'}`,
      )
    }),
  )
}

/** Reads that give fewer bytes than asked for: the same output, byte for byte. */
export async function proveShortReads(tally, desk, full) {
  const sizes = full
    ? [{ cap: 1 }, { cap: 7 }, { seed: 1 }, { seed: 2 }, { seed: 3 }]
    : [{ cap: 1 }, { seed: 1 }]
  const { ledger, packed, saved } = desk
  const more = [
    { name: 'scan of gzip', args: ['scan', '--format', 'json', packed], watch: packed },
    { name: 'diff, the saved report', args: ['diff', '--format', 'json', saved, 'LEDGER'], watch: saved },
  ]
  const commands = full
    ? desk.commands
    : desk.commands.filter(({ name }) => /^guard.*OUTPUT|json|classify/.test(name))
  const cases = [...commands.map((command) => ({ ...command, watch: ledger })), ...more]
  await inPairs(
    cases.map(({ name, args, watch }) => async () => {
      const whole = await runFaulty(desk, prepare(desk, args), { watch, calls: {} })
      for (const size of sizes) {
        const met = await runFaulty(desk, prepare(desk, args), { watch, calls: { readSync: size } })
        const made = met.counts.readSync > whole.counts.readSync
        tally.hold(
          'F1 short reads: the same output',
          made && isSame(met.ran, whole.ran),
          `${name}, ${JSON.stringify(size)}: ${made ? `exit ${met.ran.status}` : 'no read was short'}`,
        )
      }
    }),
  )
}

/** Other calls on the way in that fail, and inputs that are not the ledger. */
export async function proveOtherCalls(tally, desk) {
  const { ledger, packed, rules, saved, scratch } = desk
  const scan = ['scan', '--format', 'json', 'LEDGER']
  const read = (when, errno = 'EIO') => ({ readSync: { when, errno } })
  const once = (name, when, errno) => ({ [name]: { when, errno } })
  // A redirected file may be read by its place, or as a stream.
  const onStdin = (when) => ({ ...once('read', when, 'EIO'), ...once('readSync', when, 'EIO') })
  const cases = [
    { args: scan, watch: ledger, calls: once('openSync', 1, 'EIO'), codes: [3] },
    { args: scan, watch: ledger, calls: once('openSync', 1, 'EMFILE'), codes: [3] },
    { args: scan, watch: ledger, calls: once('fstatSync', 1, 'EIO'), codes: [3, 4] },
    { args: scan, watch: ledger, calls: once('fstatSync', 2, 'EIO'), codes: [4] },
    { args: scan, watch: ledger, calls: once('statSync', 1, 'EACCES'), codes: [4] },
    { args: ['classify', 'LEDGER'], watch: ledger, calls: once('fstatSync', 2, 'EIO'), codes: [4] },
    { args: ['scan', '--format', 'json', packed], watch: packed, calls: read(1), codes: [3] },
    { args: ['scan', '--format', 'json', packed], watch: packed, calls: read(2), codes: [3, 4] },
    {
      args: ['classify', packed],
      watch: packed,
      calls: { readSync: { cap: 100, when: 150, errno: 'EIO' } },
      codes: [4],
    },
    {
      args: ['scan', '--rules', rules, 'LEDGER'],
      watch: rules,
      calls: once('readFileSync', 1, 'EIO'),
      codes: [2, 3],
    },
    { args: ['diff', saved, 'LEDGER'], watch: saved, calls: read(1), codes: [3] },
    { args: ['diff', saved, 'LEDGER'], watch: saved, calls: read(2), codes: [3] },
    ...['scan --format json -', 'classify -', 'classify --no-links -'].flatMap((words) =>
      [1, 2].map((when) => ({ args: words.split(' '), input: ledger, calls: onStdin(when), codes: [3, 4] })),
    ),
    ...['mkdtempSync', 'openSync', 'writeSync', 'readSync'].map((name) => ({
      args: ['classify', '-'],
      piped: desk.base,
      watch: scratch,
      calls: once(name, 1, name === 'readSync' ? 'EIO' : 'ENOSPC'),
      codes: name === 'readSync' ? [3, 4] : [2, 3, 4],
    })),
  ]
  await inPairs(
    cases.map(({ args, watch, input, piped, calls, codes }) => async () => {
      const stdin = input === undefined ? 'pipe' : openSync(input, 'r')
      const options = { stdio: [stdin, 'pipe', 'pipe'], input: piped }
      const descriptor = input === undefined ? undefined : 0
      const met = await runFaulty(desk, prepare(desk, args), { watch, descriptor, calls }, options)
      if (input !== undefined) closeSync(stdin)
      const [[name, { when, errno }]] = Object.entries(calls)
      const faults = [...judgeOrder(met.ran), ...judgeDocument(met.ran.stdout)]
      if (!codes.includes(met.ran.status)) faults.push(`exit ${met.ran.status}, not ${codes.join(' or ')}`)
      if (!met.ran.stderr.includes(errno))
        faults.push(`${errno} is not named: ${met.ran.stderr.toString().trim()}`)
      tally.hold(
        'F1 another call on the way in fails: never complete, never exit 0',
        met.failed && faults.length === 0,
        `${args.join(' ').replaceAll(desk.folder, '')}, ${name} ${when} ${errno}: ${met.failed ? faults.join('; ') : 'was not made'}`,
      )
    }),
  )
}
