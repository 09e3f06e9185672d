// F1 once more from outside: strace makes the calls of the program fail, with nothing loaded into it; and a disk is full.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { findProgram, inPairs, run } from '../harness.mjs'
import { prepare } from './desk.mjs'
import { judgeFailedRead } from './reads.mjs'
import { judgeLostOutput } from './streams.mjs'

/** Runs the program by strace with some calls made to fail; `path` narrows them to a file. */
async function runTraced(desk, args, { inject, path, script = 'exec "$@"' }) {
  const { place, out, words } = prepare(desk, args)
  const trace = join(place, 'trace')
  const file = join(out, 'stdout')
  const narrow = path === undefined ? [] : ['-P', path === 'OUT' ? file : path]
  const calls = inject.split(':')[0]
  const options = ['-f', '-o', trace, ...narrow, '-e', `trace=${calls}`, '-e', `inject=${inject}`]
  const program = ['strace', ...options, process.execPath, desk.program.tool, ...words]
  const env = { ...desk.program.env, OUT: file }
  const ran = await run('sh', ['-c', script, 'sh', ...program], { env })
  const { stdout } = await run('grep', ['-c', 'INJECTED', trace])
  return { ran, failed: Number(stdout) > 0, out }
}

/** Why calls cannot be made to fail from outside here, or nothing. */
export async function explainNoFaults(desk) {
  if (findProgram('strace') === undefined) return 'no strace here'
  const { ran } = await runTraced(desk, ['--version'], { inject: 'fsync:error=EIO:when=9999' })
  return ran.status === 0 ? undefined : ran.stderr.toString().trim()
}

/** Reads, writes to standard output, and the last steps to a file. */
export async function proveTraced(tally, desk, full) {
  const { ledger, id, saved } = desk
  const readers = full
    ? desk.commands.filter(({ name }) => !name.startsWith('guard'))
    : desk.commands.filter(({ name }) => name === 'scan --format json LEDGER' || name === 'classify LEDGER')
  const reads = readers.flatMap(({ name, args }) => [2, 3].map((call) => ({ name, args, call })))
  await inPairs(
    reads.map(({ name, args, call }) => async () => {
      const met = await runTraced(desk, args, { inject: `pread64:error=EIO:when=${call}`, path: ledger })
      const faults = [...judgeFailedRead(name, met, { call: 1, errno: 'EIO' })]
      tally.hold(
        'F1 by strace: the n-th read fails: never complete, never exit 0',
        met.failed && faults.length === 0,
        `${name}, read ${call}: ${met.failed ? faults.join('; ') : 'was not made'}`,
      )
    }),
  )
  const writes = (full ? [1, 2, 3, 4, 5, 6, 8, 10] : [1, 2]).flatMap((when) =>
    ['ENOSPC', 'EIO'].map((errno) => ({ when, errno })),
  )
  await inPairs(
    writes.map(({ when, errno }) => async () => {
      const inject = `write,writev:error=${errno}:when=${when}`
      const args = ['classify', desk.long]
      const met = await runTraced(desk, args, { inject, path: 'OUT', script: 'exec "$@" > "$OUT"' })
      const faults = [...judgeLostOutput(met.ran, met.ran.status, errno)]
      tally.hold(
        'F1 by strace: the n-th write to standard output fails: never exit 0',
        met.failed && faults.length === 0,
        `classify, write ${when}, ${errno}: ${met.failed ? faults.join('; ') : 'was not made'}`,
      )
    }),
  )
  const steps = ['fsync:error=EIO', 'rename,renameat,renameat2:error=EROFS', 'fsync:error=ENOSPC']
  const outputs = [
    ['scan', '-o', 'OUTPUT', 'LEDGER'],
    ['show', '-o', 'OUTPUT', id, 'LEDGER'],
    ['diff', '-o', 'OUTPUT', saved, 'LEDGER'],
  ]
  await inPairs(
    steps.map((inject, i) => async () => {
      const met = await runTraced(desk, outputs[i], { inject })
      const faults = [...judgeLostOutput(met.ran, met.ran.status, inject.split('=')[1])]
      if (readdirSync(met.out).length > 0) faults.push('left something behind')
      tally.hold(
        'F1 by strace: a step on the way to a file fails: never exit 0, nothing left behind',
        met.failed && faults.length === 0,
        `${outputs[i][0]}, ${inject}: ${met.failed ? faults.join('; ') : 'was not made'}`,
      )
    }),
  )
}

/** Reports onto a disk of a few pages: by standard output and by `-o FILE`. */
export async function proveFullDisk(tally, desk) {
  const disk = join(desk.folder, 'disk')
  mkdirSync(disk)
  const mount = () =>
    spawnSync(findProgram('mount') ?? 'mount', ['-t', 'tmpfs', '-o', 'size=16k', 'none', disk], {
      encoding: 'utf8',
    })
  const unmount = () => spawnSync(findProgram('umount') ?? 'umount', [disk])
  const mounted = process.getuid?.() === 0 ? mount() : undefined
  if (mounted?.status !== 0) {
    tally.skip('F1 a full disk', mounted === undefined ? 'needs root' : mounted.stderr.trim())
    return
  }
  process.prependListener('exit', unmount)
  const file = join(disk, 'report')
  for (const args of [['scan', '--format', 'json', '--top', 'all'], ['classify']]) {
    for (const filled of [0, 4096, 12_288]) {
      writeFileSync(join(disk, 'filler'), Buffer.alloc(filled))
      const { words } = prepare(desk, [...args, 'LEDGER'])
      const program = [process.execPath, desk.program.tool]
      const redirected = await run('sh', ['-c', `exec "$@" > '${file}'`, 'sh', ...program, ...words], {
        env: desk.program.env,
      })
      const onto = [...judgeLostOutput(redirected, redirected.status, 'ENOSPC')]
      tally.hold(
        'F1 a full disk: never exit 0',
        onto.length === 0,
        `${args[0]} > FILE, ${filled} taken: ${onto}`,
      )
      rmSync(file, { force: true })
      const named = await run(program[0], [program[1], ...words, '-o', file], { env: desk.program.env })
      const left = readdirSync(disk).filter((name) => name !== 'filler')
      const faults = [
        ...judgeLostOutput(named, named.status, 'ENOSPC'),
        ...(left.length > 0 ? [`left ${left}`] : []),
      ]
      tally.hold(
        'F1 a full disk: never exit 0',
        faults.length === 0,
        `${args[0]} -o FILE, ${filled} taken: ${faults}`,
      )
    }
  }
  unmount()
}
