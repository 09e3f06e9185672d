// What is run on the terminal, and in which pane: small ones, in which a screen scrolls, and high ones, in which all of it
// stands and columns can be measured.
import {
  listArguments,
  listNames,
  listRawOutputs,
  listScreens,
  standForGuard,
  stateNames,
} from './command-lines.mjs'

export const PANES = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 80, rows: 1500 },
  { columns: 120, rows: 1500 },
]

export const isHigh = ({ rows }) => rows > 100

/** Heads up to the column that every row below must keep. */
export const HEADS = {
  clusters: '^ ID +COUNT .*?(?=DIAGNOSIS)',
  changes: '^ ID +CHANGE .*?(?=DIAGNOSIS)',
  tests: '^ RECORDS +SHARE .*?TEST +(?=RUNS)',
  facts: '^ FOR A TEST +(?=FOR PRODUCTION)',
  signature: '^ COUNTERFACTUAL +(?=SIGNATURE)',
  values: '^ WHY THESE ARE ONE CLUSTER .*? {2,}(?=VALUES BEHIND)',
}

/** Commands whose screens fill the terminal's columns, so that nothing of them may be folded. */
const isMeasured = ([command]) => ['scan', 'show', 'explain', 'diff'].includes(command)

/**
 * Every command line, each with whether it may print lines that a terminal folds. The short form gives each ledger a third
 * of the commands, so that each command is seen over two or more of them. `folder` is where guarded ledgers lie.
 */
function listCommands({ inputs, names, rules, full }, folder) {
  const some = (list, i) => (full ? list : list.filter((_, at) => at === 0 || (at + i) % 3 === 0))
  const screen = (args) => ({ args, folds: !isMeasured(args) })
  const lines = (args) => ({ args, folds: true })
  const guards = inputs.map(({ path }, i) => {
    const stand = [`screen${i}`, path, i === 0 ? stateNames : []]
    const { options, command } = standForGuard(folder, ...stand)
    return { args: ['guard', ...options, ...command], stand }
  })
  const [{ path }] = inputs
  return [
    ...inputs.flatMap((input, i) => [
      ...some(listScreens(input), i).map(screen),
      ...some(listRawOutputs(input), i).map(lines),
    ]),
    ...guards,
    ...listNames(names, { full }).map(lines),
    ...listArguments(path, rules.bad).map(lines),
    ...[['--help'], ['scan', '--help'], ['guard', '--help']].map(screen),
  ]
}

/** In which pane the n-th command of a kind is run, where it is run in one. */
const TURNS = [3, 0, 2, 1]

/** The commands for one pane: whatever it can take, or in the short form those whose turn it is. */
export function listForPane(index, context, folder) {
  const seen = new Map()
  return listCommands(context, folder).filter(({ args }, i) => {
    if (!isMeasured(args)) return index < 2 && (context.full || i % 2 === index)
    const kind = args.includes('--by') ? 'tests' : args[0]
    const nth = seen.get(kind) ?? 0
    seen.set(kind, nth + 1)
    if (context.full) return index < 2 || nth % 2 === index - 2
    return TURNS[nth % TURNS.length] === index
  })
}
