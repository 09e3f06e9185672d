// Runs the cases of the shared folder, where there is one, through the built program: every label exact, and the totals
// of the clusters that hold the given words. Exits 1 where a case that is claimed to be exact is not.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const cases = join(root, '../shared/cases/dev')
/** Cases that this version claims; the others are run and shown. */
const CLAIMED = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '14', '15']
const CLASSES = ['synthetic', 'real', 'unattributed']

const run = (...argv) =>
  spawnSync(process.execPath, [join(root, 'bin/ledger-triage.js'), ...argv], { encoding: 'utf8' })
const show = (text) => process.stdout.write(`${text}\n`)

function compareCase(name) {
  const ledger = join(cases, `${name}.jsonl`)
  const expected = JSON.parse(readFileSync(join(cases, `${name}.expected.json`), 'utf8'))
  const verdicts = run('classify', ledger)
    .stdout.split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  const raw = readFileSync(ledger, 'utf8').split('\n')
  const faults = []
  for (const [line, { class: wanted, judgement }] of Object.entries(expected.records)) {
    const got = verdicts[Number(line) - 1]
    if (got?.class !== wanted && judgement !== true)
      faults.push(`line ${line}: ${got?.class ?? got?.malformed} (${got?.reason}), not ${wanted}`)
  }
  const malformed = verdicts.filter((entry) => entry.malformed).map((entry) => entry.line)
  if (JSON.stringify(malformed) !== JSON.stringify(expected.malformed_lines))
    faults.push(`malformed lines ${malformed}, not ${expected.malformed_lines}`)
  const records = verdicts.filter((entry) => entry.class).map((entry) => entry.line)
  if (JSON.stringify(records) !== JSON.stringify(Object.keys(expected.records).map(Number)))
    faults.push(`records on lines ${records}`)
  for (const wanted of expected.clusters_at_least ?? [])
    faults.push(...compareClusters(wanted, verdicts, raw, expected, ledger))
  return faults
}

/** The clusters of the records that hold the words must have exactly those records, by class. */
function compareClusters(wanted, verdicts, raw, expected, ledger) {
  const report = JSON.parse(run(ledger, '--json', '--top', 'all').stdout)
  const holding = verdicts.filter(
    (entry) => entry.class && raw[entry.line - 1].includes(JSON.stringify(wanted.contains).slice(1, -1)),
  )
  const ids = new Set(holding.map((entry) => entry.cluster))
  const judged = holding.some((entry) => expected.records[entry.line]?.judgement === true)
  const sum = { count: 0, synthetic: 0, real: 0, unattributed: 0 }
  for (const cluster of report.clusters)
    if (ids.has(cluster.id)) for (const key of Object.keys(sum)) sum[key] += cluster[key]
  return ['count', ...(judged ? [] : CLASSES)]
    .filter((key) => sum[key] !== wanted[key])
    .map((key) => `clusters of '${wanted.contains}': ${key} ${sum[key]}, not ${wanted[key]}`)
}

if (!existsSync(cases)) {
  show('SKIPPED: there is no shared folder beside this checkout; nothing was compared')
} else {
  const names = readdirSync(cases)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -'.jsonl'.length))
    .sort()
  let failed = 0
  let exact = 0
  for (const name of names) {
    const claimed = CLAIMED.includes(name.slice(0, 2))
    const faults = compareCase(name)
    if (faults.length === 0) exact += 1
    else if (claimed) failed += 1
    show(
      `${faults.length === 0 ? 'exact ' : claimed ? 'FAILED' : 'differs'}  ${name}${claimed ? '' : '   (not claimed yet)'}`,
    )
    for (const fault of faults) show(`        ${fault}`)
  }
  show(`${exact}/${names.length} cases exact, ${CLAIMED.length - failed} of ${CLAIMED.length} claimed ones`)
  process.exitCode = failed > 0 ? 1 : 0
}
