// That these proofs can fail: a program that is careless in every way must be caught in each of them.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { judgeOrder, prepare, runFaulty } from './desk.mjs'
import { judgeFailedRead } from './reads.mjs'
import { runInShell } from './shell.mjs'
import { judgeLostOutput } from './streams.mjs'
import { judgeFailedWrite } from './writes.mjs'

/** Demands that each carelessness is found. */
export async function proveControls(tally, desk) {
  const careless = {
    ...desk,
    program: { ...desk.program, tool: fileURLToPath(import.meta.resolve('./careless.mjs')) },
  }
  const found = (name, faults) =>
    tally.hold('controls: a careless program is caught', faults.length > 0, `${name} was not`)
  const { ledger } = desk

  const whole = await runFaulty(careless, prepare(careless, ['LEDGER']), { watch: ledger, calls: {} })
  tally.hold('controls: a careless program is caught', whole.ran.status === 0, 'without a fault it must work')
  const read = { readSync: { when: 3, errno: 'EIO', cap: 100 } }
  const met = await runFaulty(careless, prepare(careless, ['LEDGER']), { watch: ledger, calls: read })
  found('a read that fails', met.failed ? [...judgeFailedRead('scan', met, { call: 3, errno: 'EIO' })] : [])

  const place = prepare(careless, ['-o', 'OUTPUT', 'LEDGER'])
  const calls = { writeSync: { when: 5, errno: 'ENOSPC' } }
  const half = await runFaulty(careless, place, { watch: place.out, calls })
  const after = readdirSync(place.out).join('\n')
  found('half a file', half.failed ? [...judgeFailedWrite({ ...half, before: '', after }, 'ENOSPC', 0)] : [])

  const script = `trap '' XFSZ; ulimit -f 4; exec "$@" > "$OUT"`
  const cut = await runInShell(careless, ['LEDGER'], script)
  found('half an output', cut.output.length < 4000 ? [...judgeLostOutput(cut.ran, cut.status, 'EFBIG')] : [])

  const crash = await runInShell(careless, ['/nowhere/ledger.jsonl'], 'exec "$@"')
  found('a crash', [...judgeOrder(crash.ran)])
}
