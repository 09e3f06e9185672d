// F1, standard streams as they can be: full, closed, limited, or read by somebody who is slow or goes away. Never success
// without a whole report; a reader that is gone is a quiet end.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inPairs } from '../harness.mjs'
import { makeLedger } from '../races/ledger.mjs'
import { judgeOrder } from './desk.mjs'
import { readSlowly, runInShell, runUntil } from './shell.mjs'

const OTHERS = [
  '--help',
  '--version',
  'scan --help',
  'help security',
  'schema report',
  'rules show temp-path/pytest',
  'profiles detect LEDGER',
  'rules test --rules RULES LEDGER',
]

/** All that is printed on standard output. */
const listPrinters = ({ commands, rules }) => [
  ...commands.filter(({ name }) => !name.startsWith('guard')),
  ...OTHERS.map((name) => ({ name, args: name.split(' ').map((word) => (word === 'RULES' ? rules : word)) })),
]

/** Bytes of a block by which the shell limits files. */
const BLOCK = 512

/** Where a run whose output could not be written whole does not say so. */
export function* judgeLostOutput(ran, status, errno) {
  yield* judgeOrder(ran)
  if (status === 0) yield 'exit 0'
  if (!ran.stderr.includes(errno)) yield `${errno} is not named`
}

function* judgeLostInput(ran, status) {
  yield* judgeOrder(ran)
  if (status !== 3) yield `exit ${status}, not 3`
  if (ran.stderr.length === 0) yield 'says nothing'
}

/** Standard output on a full device, and into a file that may not grow beyond some size. */
export async function proveFullOutput(tally, desk, full) {
  const printers = listPrinters(desk)
  await inPairs(
    printers.map(({ name, args }) => async () => {
      const { ran, status } = await runInShell(desk, args, 'exec "$@" > /dev/full')
      const faults = [...judgeLostOutput(ran, status, 'ENOSPC')]
      tally.hold(
        'F1 standard output is full: never exit 0',
        faults.length === 0,
        `${name}: ${faults.join('; ')}`,
      )
    }),
  )
  const limited = full
    ? printers
    : printers.filter(({ name }) => /^(scan (L|--f)|classify L|schema|explain --f)/.test(name))
  await inPairs(
    limited.map(({ name, args }) => async () => {
      const { output } = await runInShell(desk, args, 'exec "$@" > "$OUT"')
      const blocks = Math.floor((output.length - 1) / BLOCK)
      const share = full ? [0, 0.2, 0.4, 0.6, 0.8, 1] : [0.5, 1]
      for (const limit of new Set(share.map((part) => Math.floor(blocks * part)))) {
        const script = `trap '' XFSZ; ulimit -f ${limit}; exec "$@" > "$OUT"`
        const cut = await runInShell(desk, args, script)
        const faults = [...judgeLostOutput(cut.ran, cut.status, 'EFBIG')]
        tally.hold(
          'F1 standard output is a file that is cut short: never exit 0',
          faults.length === 0 && cut.output.length < output.length,
          `${name}, ${cut.output.length} of ${output.length} bytes: ${faults.join('; ')}`,
        )
      }
    }),
  )
}

/** Readers that go away after some bytes, by a pipe and by a socket. */
export async function proveClosedPipes(tally, desk, full) {
  const counts = full ? [0, 1, 10, 100, 1000, 4096, 10_000, 65_536, 100_000, 1_000_000] : [0, 1, 4096]
  const printers = full
    ? listPrinters(desk)
    : listPrinters(desk).filter(({ name }) => !/json|by|raw/.test(name))
  await inPairs(
    printers.map(({ name, args }) => async () => {
      const calm = await runInShell(desk, args, 'exec "$@" > "$OUT"')
      for (const bytes of full || name === 'classify LEDGER' ? counts : [0]) {
        const script = `{ "$@"; echo $? > "$STATUS"; } | head -c ${bytes} > /dev/null`
        const { ran, status } = await runInShell(desk, args, script)
        const socket = await runUntil(desk, args, bytes)
        for (const [kind, end] of [
          ['pipe', { ...ran, status }],
          ['socket', socket],
        ]) {
          const faults = [...judgeOrder(end)]
          // Who reads only the beginning cannot be told what the whole would have come to.
          if (end.status !== 0 && end.status !== calm.status) faults.push(`exit ${end.status}`)
          if (!end.stderr.equals(calm.ran.stderr))
            faults.push(`says ${end.stderr.toString().trim().slice(0, 80)}`)
          tally.hold(
            'F1 the reader goes away: a quiet end',
            faults.length === 0,
            `${name}, ${kind} ${bytes}: ${faults}`,
          )
        }
      }
    }),
  )
}

/** Streams that are closed from the start, and a standard error that takes nothing. */
export async function proveClosedStreams(tally, desk) {
  const { ledger, base } = desk
  const words = (text) => text.split(' ')
  for (const { name, args } of listPrinters(desk).filter(({ name }) =>
    /^(scan L|classify L|count L|--help)/.test(name),
  )) {
    for (const script of ['exec "$@" >&-', 'exec "$@" >&- 2>&-', 'exec "$@" <&- >&- 2>&-']) {
      const { ran } = await runInShell(desk, args, script)
      const faults = [...judgeOrder(ran)]
      if (!readFileSync(ledger).equals(base)) faults.push('the ledger was written to')
      tally.hold(
        'F1 closed streams: an orderly end, and the ledger as it was',
        faults.length === 0,
        `${name}: ${faults}`,
      )
    }
  }
  for (const name of ['scan -', 'classify -', 'classify --no-links -']) {
    const { ran, status } = await runInShell(desk, words(name), 'exec "$@" < /')
    const faults = [...judgeLostInput(ran, status)]
    tally.hold(
      'F1 standard input is a folder: never exit 0',
      faults.length === 0,
      `${name}: ${faults.join('; ')}`,
    )
  }
  const messages = [
    words('scan --format json LEDGER /nowhere/ledger.jsonl'),
    words('count /nowhere/ledger.jsonl'),
    words('scan --nonsense LEDGER'),
    words('gate zzzzzz LEDGER'),
    words('gate zzzzzz /nowhere/ledger.jsonl'),
    words('guard --settle 0s --ledger LEDGER -- false'),
    words('guard --settle 0s --ledger LEDGER -- /nowhere/program'),
  ]
  for (const args of messages) {
    const calm = await runInShell(desk, args, 'exec "$@" > "$OUT"')
    for (const where of ['2> /dev/full', '2>&-', '2> >(:)']) {
      // Not every shell can start a process in place of a file: a pipe whose reader is gone is made by hand.
      const script = where.includes('(')
        ? '{ { sleep 0.1; "$@" > "$OUT"; echo $? > "$STATUS"; } 2>&1 >/dev/null; } | :'
        : `exec "$@" > "$OUT" ${where}`
      const { ran, status, output } = await runInShell(desk, args, script)
      const faults = [...judgeOrder({ ...ran, status })]
      if (status !== calm.status) faults.push(`exit ${status}, not ${calm.status}`)
      if (!output.equals(calm.output)) faults.push('another output')
      tally.hold(
        'F1 standard error takes nothing: the same exit code and output',
        faults.length === 0,
        `${args.join(' ')} ${where}: ${faults.join('; ')}`,
      )
    }
  }
  const clean = words('guard --settle 0s --ledger LEDGER -- true')
  const { status } = await runInShell(desk, clean, 'exec "$@" 2> /dev/full')
  tally.hold(
    'F1 the result of guard cannot be shown: never exit 0',
    status !== 0,
    'guard -- true 2> /dev/full: exit 0',
  )
}

/** Some 10 MB for a reader that is slow, through a pipe and through a socket. */
export async function proveSlowReader(tally, desk, random) {
  const large = join(desk.folder, 'in/large.jsonl')
  writeFileSync(large, makeLedger(48_000, 'large', random))
  const args = ['classify', '--no-links', large]
  const { output: whole } = await runInShell(desk, args, 'exec "$@" > "$OUT"')
  const { output: piped } = await runInShell(desk, args, '"$@" | { sleep 1; cat > "$OUT"; }')
  const socket = await readSlowly(desk, args, 1)
  const megabytes = (whole.length / 1e6).toFixed(1)
  tally.hold(
    'F1 a slow reader is given everything',
    whole.length > 9e6 && piped.equals(whole),
    `pipe, ${megabytes} MB`,
  )
  tally.hold(
    'F1 a slow reader is given everything',
    socket.equals(whole),
    `socket, ${socket.length} of ${whole.length}`,
  )
}
