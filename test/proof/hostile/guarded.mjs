// Hostile records, files and arguments under guard: what its screen, its reports and its annotations make of
// them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, inPairs, run } from '../harness.mjs'
import { payloads } from './corpus.mjs'
import { parseJson } from './figures.mjs'
import { judge } from './matrix.mjs'
import { findActing, findBadJson, findRunnerCommand } from './shown.mjs'

/** Appends one file to another and makes files of given names, as a test that leaks would. */
const LEAK = `
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
const [ledger, extra, folder, names] = process.argv.slice(2)
appendFileSync(ledger, readFileSync(extra))
for (const name of JSON.parse(names)) try { writeFileSync(folder + '/' + name, name) } catch {}
`

const OWN_ANNOTATION = /^::(?:error|warning|notice) title=ledger-triage guard::[^\n]*$/gm
const EXIT_LEAK = 100

const REPORTS = [
  { format: 'json', env: { GITHUB_ACTIONS: 'true' }, check: checkJson },
  { format: 'markdown', env: { LEDGER_TRIAGE_FORCE_TTY: '80' }, check: checkMarkdown },
  { format: 'junit', env: { LEDGER_TRIAGE_FORCE_TTY: '120', NO_COLOR: '1' }, check: checkXml },
]

function checkJson(text, documents, name) {
  documents.push({ name, text })
  return findBadJson(text, false)
}

/** What of a Markdown text stands outside code spans and fenced blocks. */
function outsideCode(text) {
  const unfenced = text.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '')
  let rest = ''
  for (let at = 0; at < unfenced.length; ) {
    const fence = /^`+/.exec(unfenced.slice(at))?.[0]
    if (fence === undefined) {
      rest += unfenced[at++]
      continue
    }
    const close = new RegExp(`(?<!\`)${fence}(?!\`)`, 'g')
    close.lastIndex = at + fence.length
    const end = close.exec(unfenced)
    at = end === null ? at + fence.length : end.index + fence.length
  }
  return rest
}

function checkMarkdown(text) {
  const found = /<\/?[a-z!?]|\]\(|https?:|www\.|@[a-z]|(?<![\w&])#\d|OWNED|javascript:/i.exec(
    outsideCode(text),
  )
  if (found !== null)
    return `outside of code: ${JSON.stringify(found.input.slice(Math.max(0, found.index - 60), found.index + 60))}`
  const widths = text.match(/^\|.*\|$/gm)?.map((row) => row.replaceAll(/\\\|/g, '').split('|').length) ?? []
  return widths.every((width) => width === widths[0])
    ? undefined
    : 'rows of a table have other numbers of cells'
}

async function checkXml(text) {
  if (findProgram('python3') === undefined) return undefined
  const { status, stderr } = await run(
    'python3',
    ['-c', 'import sys, xml.etree.ElementTree as tree\ntree.fromstring(sys.stdin.buffer.read())'],
    { input: text },
  )
  return status === 0 ? undefined : String(stderr).trim().split('\n').at(-1)
}

/** Guards a command that appends what one case holds. */
async function proveCase({ stage, tally, folder, documents, benign }, one, { format, env, check }) {
  const home = join(folder, `guard-${one.name}-${format}`)
  const states = join(home, 'states')
  mkdirSync(states, { recursive: true })
  const at = (name) => join(home, name)
  writeFileSync(at('leak.mjs'), LEAK)
  writeFileSync(at('ledger.jsonl'), readFileSync(benign))
  writeFileSync(at('extra.jsonl'), Buffer.concat([one.bytes, Buffer.from('{"message":"torn')]))
  const words = payloads[one.name.slice('carries-'.length)].slice(0, 6).filter((word) => !word.includes('\0'))
  const names = words.map((word) => word.replaceAll('/', '_').slice(0, 60))
  const report = join(folder, `${one.name}.${format}`)
  const argv = [
    'guard',
    '--ledger',
    'ledger.jsonl',
    '--watch',
    'states/*',
    '--settle',
    '0',
    '--format',
    format,
  ]
  const command = [
    process.execPath,
    'leak.mjs',
    'ledger.jsonl',
    'extra.jsonl',
    'states',
    JSON.stringify(names),
  ]
  const ended = await stage.runAlone([...argv, '--report', report, '--', ...command, ...words], {
    cwd: home,
    env,
  })
  const input = one.bytes.toString('utf8')
  const shown = { ...ended, stdout: String(ended.stdout), stderr: String(ended.stderr) }
  const colour = env.LEDGER_TRIAGE_FORCE_TTY !== undefined
  const wrong = judge({ ...shown, status: 0 }, { input, colour, ownCommands: OWN_ANNOTATION })
  if (ended.status !== EXIT_LEAK) wrong.push(`exit code ${ended.status}: ${shown.stderr.slice(0, 200)}`)
  const text = ended.status === EXIT_LEAK ? readFileSync(report, 'utf8') : ''
  for (const fault of [findActing(text), findRunnerCommand(text), await check(text, documents, report)])
    if (fault !== undefined) wrong.push(`${format}: ${fault}`)
  tally.hold(
    'guarded runs of hostile commands',
    wrong.length === 0,
    `${one.name}, ${format}: ${wrong.join('; ')}`,
  )
  if (format === 'json') checkLines(tally, one, parseJson(text))
}

/** Every appended line is in the report, and its canary wherever its words are. */
function checkLines(tally, one, report) {
  const lines = report?.appended.lines ?? []
  const whole = lines.length === one.counts.records + 1
  tally.hold(
    'appended lines all in the report',
    whole,
    `${one.name}: ${lines.length} of ${one.counts.records + 1}`,
  )
  const text = JSON.stringify(lines)
  for (const canary of one.canaries)
    tally.hold('canaries in the report of guard', text.includes(canary), `${one.name}: ${canary}`)
}

/** A command that is not there, of a hostile name. */
async function proveMissing({ stage, tally, folder, benign }, word) {
  const ended = await stage.runAlone(
    ['guard', '--ledger', benign, '--settle', '0', '--', `no-${word}`, word],
    {
      cwd: folder,
    },
  )
  const shown = { ...ended, stdout: String(ended.stdout), stderr: String(ended.stderr) }
  const wrong = judge({ ...shown, status: 0 }, { input: word, colour: false })
  // A name that is longer than a name may be cannot be started; shells do not agree on its code.
  if (ended.status !== 127 && ended.status !== 126) wrong.push(`exit code ${ended.status}`)
  tally.hold(
    'missing commands of hostile names',
    wrong.length === 0,
    `${JSON.stringify(word)}: ${wrong.join('; ')}`,
  )
}

export async function proveGuard(context) {
  const { own, full } = context
  const carried = own.cases.filter(({ name, parts }) => parts !== undefined && name !== 'carries-long')
  const words = Object.entries(payloads)
    .filter(([aim]) => aim !== 'long' && aim !== 'surrogates')
    .flatMap(([, list]) => (full ? list : list.slice(0, 1)))
    .filter((word) => !word.includes('\0'))
  await inPairs([
    ...carried.flatMap((one, i) =>
      REPORTS.filter((_, at) => full || at === i % REPORTS.length || at === 0).map(
        (report) => () => proveCase(context, one, report),
      ),
    ),
    ...words.map((word) => () => proveMissing(context, word)),
  ])
}
