// Runs the cases of the shared folder, where there is one, through the built program: every label exact, and the totals
// of the clusters that hold the given words. Exits 1 where one differs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const cases = join(root, '../shared/cases/dev')
const CLASSES = ['synthetic', 'real', 'unattributed']

/** The rule file of a case in this tool's words: its note left out, one key renamed, nothing added. */
function translateRules(name, folder) {
  const path = join(cases, `${name}.rules.json`)
  if (!existsSync(path)) return []
  const { note: _note, realRoots, ...rules } = JSON.parse(readFileSync(path, 'utf8'))
  const target = join(folder, `${name}.json`)
  writeFileSync(
    target,
    JSON.stringify({ ...rules, ...(realRoots === undefined ? {} : { productionRoots: realRoots }) }),
  )
  return ['--rules', target]
}

const run = (...argv) =>
  spawnSync(process.execPath, [join(root, 'bin/ledger-triage.js'), ...argv], { encoding: 'utf8' })
const show = (text) => process.stdout.write(`${text}\n`)

function compareCase(name, folder) {
  const rules = translateRules(name, folder)
  const ledger = join(cases, `${name}.jsonl`)
  const expected = JSON.parse(readFileSync(join(cases, `${name}.expected.json`), 'utf8'))
  const verdicts = run('classify', ledger, ...rules)
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
    faults.push(...compareClusters(wanted, verdicts, raw, expected, [ledger, ...rules]))
  return faults
}

/** The clusters of the records that hold the words must have exactly those records, by class. */
function compareClusters(wanted, verdicts, raw, expected, argv) {
  const report = JSON.parse(run(...argv, '--json', '--top', 'all').stdout)
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
  const folder = mkdtempSync(join(tmpdir(), 'ledger-triage-cases-'))
  let exact = 0
  for (const name of names) {
    const faults = compareCase(name, folder)
    if (faults.length === 0) exact += 1
    show(`${faults.length === 0 ? 'exact ' : 'FAILED'}  ${name}`)
    for (const fault of faults) show(`        ${fault}`)
  }
  rmSync(folder, { recursive: true, force: true })
  show(`${exact}/${names.length} cases exact`)
  process.exitCode = exact === names.length ? 0 : 1
}
