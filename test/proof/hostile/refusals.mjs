// Hostile words on the command line, in rules files and in saved reports: whatever is said of them, they stay
// text.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { payloads } from './corpus.mjs'
import { parseJson } from './figures.mjs'
import { judge } from './matrix.mjs'

const WORDS = [
  ...['terminal', 'strings', 'eightBit', 'bidi', 'invisible', 'runners', 'surrogates'].flatMap((aim) =>
    payloads[aim].slice(0, 3),
  ),
  '##vso[task.complete]OWNED',
  '\r\n::error::OWNED',
  'a\n::error::OWNED',
  '__proto__',
  'constructor',
  'toString',
  '%s%n$&',
  '',
  ' ',
  '\t',
  '-',
  'z'.repeat(20_000),
  `${'w '.repeat(70)}::error::OWNED`,
]

/** Command lines with a word in every place that takes one. */
const listCommands = (word, ledger) => [
  ...['since', 'until', 'tz', 'match', 'class', 'profile', 'rules', 'format', 'top', 'min', 'by', 'sort'].map(
    (option) => ['scan', ledger, `--${option}`, word],
  ),
  ...['width', 'color', 'fail-on', 'now'].map((option) => ['scan', ledger, `--${option}=${word}`]),
  ['scan', word],
  ['scan', ledger, word],
  ['scan', ledger, `--${word}`],
  ['scan', ledger, `-${word}`],
  ['scan', ledger, '-o', `absent/x${word}`],
  ['scan', ledger, '-o', `taken/x${word}`],
  [word],
  [word, ledger],
  [`--${word}`],
  [`${word}.jsonl:1`],
  ['count', ledger, '--expect', word],
  ['count', ledger, '--match', `${word}=${word}`],
  ['count', ledger, '--match', `id:${word}`],
  ['classify', ledger, word],
  ['show', word, ledger],
  ['gate', word, ledger],
  ['gate', '--match', word, ledger],
  ['gate', '--match', word, ledger, '--json'],
  ['explain', word],
  ['explain', `${word}:1`],
  ['explain', `${ledger}:${word}`],
  ['diff', word, ledger],
  ['diff', ledger, word],
  ['diff', ledger, '--at', word],
  ['profiles', 'show', word],
  ['profiles', word],
  ['rules', 'show', word],
  ['rules', 'test', ledger, '--rules', word],
  ['schema', word],
  ['help', word],
  ['guard', '--ledger', ledger, '--settle', word, '--', 'true'],
  ['guard', '--ledger', ledger, '--format', word, '--', 'true'],
]

/** Rules files whose words are hostile, most of them mistaken as well. */
const listRules = (word) => [
  JSON.stringify({ [word]: 1 }),
  JSON.stringify({ markers: [{ field: word, equals: word, [word]: 1 }] }),
  JSON.stringify({ markers: [{ field: word, equals: { [word]: word } }] }),
  JSON.stringify({ testPaths: [word] }),
  JSON.stringify({ fields: { [word]: [word] } }),
  JSON.stringify({ signature: { merge: [[word]], keep: [word] } }),
  JSON.stringify({ fixtureSessions: [`x${word}`], markers: [{ field: `x${word}`, equals: word }] }),
  `{ ${word}`,
]

/** Reports with hostile words where a report holds free text, and where it does not. */
const listReports = (report, word) => [
  {
    ...report,
    inputs: report.inputs.map((input) => ({ ...input, path: word })),
    clusters: report.clusters.map((cluster) => ({ ...cluster, template: word })),
  },
  { ...report, schema: word },
  { ...report, totals: { ...report.totals, records: word } },
  { ...report, [word]: word, timeline: { unit: word, starts: [word] } },
]

export async function proveRefusals({ stage, tally, own, folder }) {
  const ledger = join(own.folder, 'ends-mixed.jsonl')
  const report = parseJson((await stage.play(['scan', ledger, '--json', '--top', 'all'])).stdout)
  writeFileSync(join(folder, 'taken'), '')
  let serial = 0
  const write = (text) => {
    const name = `words-${serial++}.json`
    writeFileSync(join(folder, name), text)
    return name
  }
  const check = async (figure, word, argv) => {
    for (const env of [{}, { LEDGER_TRIAGE_FORCE_TTY: '80' }]) {
      const run = await stage.play(argv, { cwd: folder, env })
      const wrong = judge(run, { input: word, colour: env.LEDGER_TRIAGE_FORCE_TTY !== undefined })
      const said = JSON.stringify(argv).slice(0, 160)
      tally.hold(figure, wrong.length === 0, `${said}: ${wrong.join('; ').slice(0, 300)}`)
    }
  }
  await Promise.all(
    WORDS.map(async (word) => {
      for (const argv of listCommands(word, ledger)) await check('hostile arguments', word, argv)
      for (const text of listRules(word)) {
        const rules = write(text)
        await check('hostile rules files', word, ['rules', 'test', ledger, '--rules', rules])
        await check('hostile rules files', word, ['scan', ledger, '--rules', rules])
      }
      for (const saved of listReports(report, word)) {
        const path = write(JSON.stringify(saved))
        await check('hostile saved reports', word, ['diff', path, ledger])
        await check('hostile saved reports', word, ['diff', path, ledger, '--json'])
      }
    }),
  )
}
