// Every command that reads a ledger, in every format, as a pipe and as a terminal of two widths with and
// without colour. Each output is looked at for what it must not hold; documents are kept for other readers.
import { holdColumns } from './columns.mjs'
import { parseJson } from './figures.mjs'
import { findActing, findBadJson, findRunnerCommand, findUnread, withoutColour } from './shown.mjs'

/** Exit codes that a command may end with; anything else is a fault of the program. */
const CODES = new Set([0, 1, 2, 3, 4, 10])

/** Milliseconds of processor time for one command line. */
const LIMIT = 10_000

/** Commands that list figures and have no option for a width. */
const WITHOUT_WIDTH = new Set(['count', 'rules', 'profiles'])

const VIEWS = {
  pipe: {},
  tty80: { LEDGER_TRIAGE_FORCE_TTY: '80' },
  plain80: { LEDGER_TRIAGE_FORCE_TTY: '80', NO_COLOR: '1' },
  tty120: { LEDGER_TRIAGE_FORCE_TTY: '120' },
  plain120: { LEDGER_TRIAGE_FORCE_TTY: '120', NO_COLOR: '1' },
}

/** Views of the short form; the second is for ledgers that carry payloads. */
const SHORT_VIEWS = ['tty80', 'plain80']

/** Command lines about one ledger. `report` is its JSON report, where it has one; `lines` are those to explain. */
function listCommands(path, report, { benign, rules, saved, lines, clusters }) {
  const ids = (report?.clusters ?? []).slice(0, clusters).map(({ id }) => id)
  const both = [
    ['scan', path, '--by', 'test', '--top', 'all'],
    ['count', path],
    ['diff', benign, path],
    ['diff', path, benign, '--top', 'all'],
    ['gate', '--match', 'c', path],
    ['rules', 'test', path, '--rules', rules],
    ['profiles', 'detect', path],
    ...ids.slice(0, 1).map((id) => ['gate', id, path]),
    ...ids.map((id) => ['show', id, path]),
    ...lines.map((line) => ['explain', `${path}:${line}`]),
    ...(saved === undefined ? [] : [['diff', saved, path]]),
  ]
  return {
    tables: [
      ['scan', path, '--top', 'all'],
      ['scan', path, '--min', '1', '--sort', 'last', '--ascii', '--rules', rules],
      ...both,
    ],
    json: [['scan', path, '--top', 'all', '--rules', rules], ...both].map((argv) => [...argv, '--json']),
    lines: [
      ['classify', path],
      ['classify', path, '--no-links', '--rules', rules],
    ],
    raw: lines.map((line) => ['explain', `${path}:${line}`, '--raw']),
  }
}

/** Looks at one run; gives what is wrong with it, in words, none where nothing is. */
export function judge(run, { input, colour, ownCommands }) {
  const wrong = []
  const say = (fault, where) => {
    if (fault !== undefined) wrong.push(`${where}: ${fault}`)
  }
  if (run.thrown !== undefined) wrong.push(`thrown: ${run.thrown.slice(0, 300)}`)
  else if (!CODES.has(run.status)) wrong.push(`exit code ${run.status}: ${run.stderr.slice(0, 200)}`)
  if (run.polluted) wrong.push('Object.prototype has other members than before')
  if (run.cpu > LIMIT) wrong.push(`${Math.round(run.cpu)} ms`)
  for (const where of ['stdout', 'stderr']) {
    const text = colour ? withoutColour(run[where]) : run[where]
    say(findActing(text), where)
    say(findRunnerCommand(text, ownCommands), where)
    say(findUnread(text, input), where)
  }
  return wrong
}

/** Runs every command about one ledger, in every view of its tables, or, where not `full`, in one or two of them. */
export async function playMatrix(
  { stage, tally, documents, full },
  { name, path, cwd, input, carries, ...settings },
) {
  const say = (figure, run, wrong) =>
    tally.hold(figure, wrong.length === 0, `${name}: ${run.argv.join(' ')}: ${wrong.join('; ')}`)
  const first = await stage.play(['scan', path, '--top', 'all', '--json'], { cwd })
  const commands = listCommands(path, parseJson(first.stdout), settings)
  const views = full ? Object.keys(VIEWS) : SHORT_VIEWS.slice(0, carries ? 2 : 1)
  const jobs = [
    ...commands.tables.map((argv) => async () => {
      for (const view of views) {
        const run = await stage.play(argv, { cwd, env: VIEWS[view] })
        say('tables', run, judge(run, { input, colour: view.startsWith('tty') }))
        if (!WITHOUT_WIDTH.has(argv[0]))
          holdColumns(tally, `${name}: ${argv.join(' ')}`, run.stdout, Number(/\d+$/.exec(view)?.[0] ?? 120))
      }
    }),
    ...commands.json.map((argv) => async () => {
      const run = await stage.play(argv, { cwd })
      const wrong = judge(run, { input })
      const bad = run.stdout === '' ? undefined : findBadJson(run.stdout, false)
      if (bad !== undefined) wrong.push(bad)
      else if (run.stdout === '' && run.status < 2) wrong.push('no document')
      else if (run.stdout !== '') documents.push({ name: `${name}: ${argv.join(' ')}`, text: run.stdout })
      say('JSON documents', run, wrong)
    }),
    ...commands.lines.map((argv) => async () => {
      const run = await stage.play(argv, { cwd })
      const wrong = judge(run, { input })
      const bad = run.stdout === '' ? undefined : findBadJson(run.stdout, true)
      if (bad !== undefined) wrong.push(bad)
      else if (run.stdout !== '') documents.push({ name: `${name}: ${argv.join(' ')}`, text: run.stdout })
      say('classified lines', run, wrong)
    }),
    ...commands.raw.map((argv) => async () => {
      const run = await stage.play(argv, { cwd })
      say('raw lines', run, judge(run, { input }))
    }),
  ]
  await Promise.all(jobs.map((job) => job()))
}

/** Lines to explain: the first of each kind, and the first few. */
const chooseLines = (kinds = []) =>
  [...new Set([1, 2, 3, ...[...new Set(kinds)].map((kind) => kinds.indexOf(kind) + 1)])].filter(
    (line) => line <= Math.max(1, kinds.length),
  )

/** Every ledger of the corpus; the patterns of 50,000 characters have ledgers of their own elsewhere. */
export async function proveMatrix(context) {
  const { own, benign, rules } = context
  const cases = own.cases.filter(
    ({ kind, skipped, name }) => kind === 'ledger' && skipped === undefined && name !== 'carries-long',
  )
  await Promise.all(
    cases.map(({ name, file, bytes, kinds, parts }) =>
      playMatrix(context, {
        name,
        path: file.startsWith('-') ? `./${file}` : file,
        cwd: own.folder,
        input: bytes.toString('latin1'),
        benign,
        rules,
        lines: chooseLines(kinds),
        clusters: context.full ? 50 : parts === undefined ? 1 : 3,
        carries: parts !== undefined,
      }),
    ),
  )
}
