// The command lines that are proven. Every command has a plain one; from it and from the command's help come one for each
// format and for each option that names a file. Names are those of ledgers in the working folder.
//   status   the exit codes that are right          reads   false where no ledger may even be read
//   lists    folders are listed, since it was asked  temp    a private temporary file or folder is needed
//   input    a ledger as standard input              result  the file that is written, in the folder for reports
//   usual    the ledger's usual place in the home is what it is about
//   beside   temporary files would lie beside the ledger
import { LEDGERS } from './account.mjs'

const { normal, damaged, linked } = LEDGERS
const ALL = Object.values(LEDGERS)

/** One plain command line for each command: words, options, what follows the options. `ID` is a cluster's id. */
export const PLAIN = {
  scan: { rest: [normal] },
  count: { rest: [normal] },
  classify: { rest: [normal] },
  show: { rest: ['ID', normal] },
  explain: { rest: [`${normal}:3`] },
  diff: { rest: [damaged, normal] },
  gate: { rest: ['ID', normal] },
  guard: { options: ['--ledger', normal, '--settle', '0'], rest: ['--', 'true'], lists: true },
  rules: { reads: false, status: [2] },
  'rules list': { reads: false },
  'rules show': { rest: ['temp-path/pytest'], reads: false },
  'rules test': { options: ['--rules', '../../out/rules.json'], rest: [normal] },
  'rules help': { reads: false },
  profiles: { reads: false, status: [2] },
  'profiles list': { reads: false },
  'profiles show': { rest: ['friction'], reads: false },
  'profiles detect': { rest: [normal] },
  'profiles help': { reads: false },
  schema: { rest: ['report'], reads: false },
  help: { rest: ['scan'], reads: false },
}

const guard = (options, more) => ({
  command: 'guard',
  options: ['--settle', '0', ...options],
  rest: ['--', 'true'],
  lists: true,
  ...more,
})

/** What no rule gives: `main` ones are also run under every condition. */
const SPECIAL = [
  { args: ['--help'], reads: false, main: true },
  { args: ['--version'], reads: false, main: true },
  { args: [normal], main: true },
  { args: [], reads: false, status: [2] },
  { args: ['absent.jsonl'], reads: false, status: [3] },
  { args: ['.'], reads: false, status: [3] },
  { args: ['scan', '--by', 'test', normal], main: true },
  { args: ['scan', '--top', 'all', ...ALL], status: [0, 3], main: true },
  { args: ['scan', '*.jsonl'], lists: true },
  { args: ['scan', '../**/*.jsonl*'], lists: true, status: [0, 3] },
  { args: ['scan', '--strict', damaged], status: [4] },
  { args: ['scan', '-'], input: normal },
  { args: ['count', '--match', 'branch', '--expect', '100000', linked], status: [1] },
  { args: ['classify', '--no-links', ...ALL], status: [0, 3], main: true },
  { args: ['classify', '-'], input: damaged, main: true },
  { args: ['show', 'ID', '-'], input: normal },
  { args: ['explain', '--raw', `${damaged}:5`] },
  { args: ['diff', '--at', '2026-07-10', normal] },
  { args: ['diff', '../../out/saved.json', normal], main: true },
  { args: ['gate', '--match', 'no-such-words', ...ALL], status: [2, 3] },
  guard(
    ['--ledger', linked, '--ledger', damaged, '--watch', '../watched/*.txt', '--watch', '../watched/**'],
    {
      main: true,
    },
  ),
  guard(['--ledger', '*.jsonl', '--watch', '../watched', '--watch', 'packed.*']),
  guard(['--ledger', 'not-there-yet.jsonl'], { reads: undefined }),
  guard(['--ledger', normal, '--beacon'], { temp: true }),
  guard(['--ledger', normal, '--isolate'], { temp: true, main: true }),
  guard(['--ledger', normal, '--isolate=ledger', '--beacon'], { temp: true }),
  guard([], { usual: true, main: true }),
  guard(['--ledger', normal], { rest: ['--', 'no-such-command'], status: [127] }),
  guard(['--ledger', normal, '--isolate'], { beside: true, reads: undefined, status: [2] }),
  { args: ['classify', '-'], input: normal, beside: true, reads: undefined, status: [0, 2] },
  { args: ['show', 'ID', '-'], input: normal, beside: true, reads: undefined, status: [0, 2] },
]

/** Reports that would land on a ledger or beside one: each is refused, and nothing is written. */
const REFUSED = [
  'report.txt',
  normal,
  linked,
  '../../out/link-to-ledger.jsonl',
  '../../out/twin-of-ledger.jsonl',
]

const nameOf = ({ args, input, beside }) =>
  [
    args.join(' ') || '(no arguments)',
    ...(input === undefined ? [] : [`< ${input}`]),
    ...(beside === true ? ['(TMPDIR beside the ledger)'] : []),
  ].join(' ')

const finish = (one) => {
  const args = one.args ?? [...one.command.split(' '), ...(one.options ?? []), ...(one.rest ?? [])]
  return { reads: true, lists: false, status: [0], ...one, args, name: nameOf({ ...one, args }) }
}

const GATE_CODES = [0, 1, 10]
/** Over ledgers that a command may find nothing in, or cannot read. */
const ANY = [0, 1, 2, 3, 10]

/** Every command line for the commands that the help lists; `full` adds each command over each ledger, and every help. */
export function makeCases(commands, { full }) {
  const cases = SPECIAL.map(finish)
  for (const { name, formats, files } of commands) {
    const plain = PLAIN[name]
    if (plain === undefined) continue
    const base = {
      command: name,
      options: [],
      rest: [],
      ...plain,
      status: name === 'gate' ? GATE_CODES : (plain.status ?? [0]),
    }
    const vary = (more, options) => finish({ ...base, ...more, options: [...base.options, ...options] })
    cases.push(vary({ main: plain.reads !== false }, []))
    if (full && !name.endsWith('help'))
      cases.push(finish({ args: [...name.split(' '), '--help'], reads: false }))
    // Reports have names of their own: in one account several are written at the same time.
    const result = `result-of-${name.replace(' ', '-')}`
    for (const format of formats) {
      const report = name === 'guard' ? { result: `${result}-${format}` } : {}
      const options = name === 'guard' ? ['--report', `../../out/${result}-${format}`] : []
      cases.push(vary(report, ['--format', format, ...options]))
    }
    if (files.includes('--rules')) cases.push(vary({}, ['--rules', '../../out/rules.json']))
    const output = files.find((file) => file === '--output' || file === '--report')
    if (output !== undefined) {
      cases.push(vary({ result, main: true }, [output, `../../out/${result}`]))
      const refused = name === 'scan' || name === 'guard' ? REFUSED : REFUSED.slice(0, 1)
      for (const target of refused)
        cases.push(vary({ status: [2], reads: undefined, refused: true }, [output, target]))
    }
    const others = full || name === 'scan' || name === 'count' ? ALL.slice(1) : []
    for (const ledger of others) {
      const swap = (words) => words.map((word) => word.replace(normal, ledger))
      const other = { options: swap(base.options), rest: swap(base.rest), status: ANY, reads: undefined }
      cases.push(finish({ ...base, ...other }))
    }
  }
  const unique = new Map(cases.map((one) => [one.name, one]))
  return [...unique.values()]
}
