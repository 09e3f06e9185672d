// Measures a scan of a 100 MB ledger against the naive script, run in turn, and checks its totals against what the
// generator says it wrote. Usage: node test/bench/scan.mjs [--bytes 100MB] [--runs 5] [--json]
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '100MB' },
    runs: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
})
const LIMITS = { ratio: 1.5, mebibytes: 150 }
const root = resolve(import.meta.dirname, '../..')
const generator = join(root, '../shared/bench/make-ledger.mjs')
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

function measure(folder, argv) {
  const usage = join(folder, 'usage.json')
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', join(root, 'test/bench/usage.mjs'), ...argv],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      env: { ...process.env, BENCH_USAGE: usage },
    },
  )
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}`)
  return { ...JSON.parse(readFileSync(usage, 'utf8')), stdout }
}

function compareTotals(report, truth) {
  const { totals } = report
  const malformed = Object.values(truth.malformed).reduce((sum, count) => sum + count, 0)
  const wanted = { lines: truth.lines, records: truth.records, malformed, ...truth.provenance }
  return Object.entries(wanted)
    .filter(([key, count]) => totals[key] !== count)
    .map(([key, count]) => `${key}: ${totals[key]}, not ${count}`)
}

function bench(folder) {
  const ledger = join(folder, 'ledger.jsonl')
  const manifest = join(folder, 'manifest.json')
  spawnSync(
    process.execPath,
    [generator, '--bytes', values.bytes, '--seed', '1', '--out', ledger, '--manifest', manifest],
    { stdio: 'inherit' },
  )
  const rounds = []
  let stdout = ''
  for (let i = 0; i <= Number(values.runs); i++) {
    const ours = measure(folder, [join(root, 'bin/ledger-triage.js'), ledger, '--json'])
    const naive = measure(folder, [join(root, 'test/bench/naive.mjs'), ledger])
    stdout = ours.stdout
    // The first round warms the file cache and is not counted.
    if (i > 0)
      rounds.push({
        ours: ours.cpu,
        naive: naive.cpu,
        ratio: ours.cpu / naive.cpu,
        mebibytes: ours.mebibytes,
      })
  }
  const wrong = compareTotals(JSON.parse(stdout), JSON.parse(readFileSync(manifest, 'utf8')))
  const pick = (key) => median(rounds.map((round) => round[key]))
  return {
    bytes: values.bytes,
    ours: pick('ours'),
    naive: pick('naive'),
    ratio: pick('ratio'),
    mebibytes: pick('mebibytes'),
    wrong,
    limits: LIMITS,
  }
}

if (!existsSync(generator)) {
  process.stdout.write(
    'SKIPPED: the generator of big ledgers is not beside this checkout; nothing was measured\n',
  )
} else {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-triage-bench-'))
  try {
    const result = bench(folder)
    const met =
      result.ratio <= LIMITS.ratio && result.mebibytes <= LIMITS.mebibytes && result.wrong.length === 0
    if (values.json) process.stdout.write(`${JSON.stringify({ ...result, met })}\n`)
    else {
      process.stdout.write(
        `scan   ${result.ours.toFixed(2)} s CPU   naive ${result.naive.toFixed(2)} s   ratio ${result.ratio.toFixed(2)} (at most ${LIMITS.ratio})\n`,
      )
      process.stdout.write(`memory ${result.mebibytes.toFixed(0)} MiB (at most ${LIMITS.mebibytes})\n`)
      process.stdout.write(
        result.wrong.length === 0
          ? 'totals equal the manifest\n'
          : `totals differ: ${result.wrong.join('; ')}\n`,
      )
    }
    process.exitCode = met ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
