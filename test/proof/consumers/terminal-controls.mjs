// The positive controls of the terminal proof: what a program would print that trusts a ledger must be seen by the checks.
import { mkdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { CONTROLS, OUTSIDE_CONTROLS, TABLE_CONTROLS } from './controls.mjs'
import { judgeOutside, judgeTerminal } from './terminal-judge.mjs'
import { play } from './terminal-play.mjs'

/** How often a control is printed whose effect may be lost. */
const TRIES = 6

/** Ledgers that must be seen to act on a terminal when they are printed raw. */
const ACTING = /^(?:controls|carried|raw bytes|carries-(?:terminal|strings)|shared (?:output|ansi.*|osc.*))$/

function* stringsOf(value) {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      yield key
      yield* stringsOf(inner)
    }
}

/** The strings of a ledger as they are, or a line of it that is no record. */
const printNaively = (bytes) =>
  bytes
    .toString('utf8')
    .split('\n')
    .map((line) => {
      try {
        return [...stringsOf(JSON.parse(line))].join(' ')
      } catch {
        return line
      }
    })
    .join('\n')

/** Gives a function that puts a text into a file of its own. */
function createPrinter(folder) {
  mkdirSync(folder)
  let files = 0
  return (text) => {
    const path = join(folder, `printed${files++}`)
    writeFileSync(path, text)
    return path
  }
}

/** Each control printed raw must trip its check, and the hostile inputs printed raw must trip many. */
export async function proveControls(tally, context, pane, folder) {
  const toFile = createPrinter(folder)
  const controls = Object.entries(CONTROLS).flatMap(([check, list]) =>
    list.map((text) => ({ check, text, prints: toFile(check === 'cursor' ? text : `${text}\n`) })),
  )
  const outsiders = Array.from({ length: TRIES }, () =>
    OUTSIDE_CONTROLS.map(({ text }) => ({ prints: toFile(text) })),
  ).flat()
  const ledgers = context.inputs
    .filter(({ name }) => ACTING.test(name))
    .map(({ name, bytes }) => ({ name, prints: toFile(printNaively(bytes)) }))
  const label = `${pane.columns}x${pane.rows}`
  const look = ({ check, text, name }, seen, still) => {
    const tripped = Object.entries(judgeTerminal(seen, still))
      .filter(([, wrong]) => wrong !== undefined)
      .map(([one]) => one)
    if (check !== undefined) {
      const detail = `${label}: ${check} ${JSON.stringify(text)}`
      tally.hold('terminal control: seen by its check', tripped.includes(check), detail)
    }
    if (name !== undefined)
      tally.hold(
        'terminal control: hostile ledgers, printed raw, are seen',
        tripped.includes('codes of its own only') && tripped.length > 3,
        `${label}: ${name}: only ${tripped.join(', ')}`,
      )
  }
  const around = await play([...controls, ...ledgers, ...outsiders], pane, { ...context, folder }, look)
  const log = around.map(({ outside }) => outside).join('')
  const isOdd = judgeOutside(log, [hostname()]) !== undefined
  for (const { seen } of OUTSIDE_CONTROLS)
    tally.hold('terminal control: seen in the terminal around', isOdd && log.includes(seen), seen)
}

/** Tables that slip must be seen by the check of columns, and one that does not must pass. */
export async function proveColumns(tally, context, pane, folder) {
  const toFile = createPrinter(folder)
  const tables = TABLE_CONTROLS.map((one) => ({ ...one, prints: toFile(one.text) }))
  await play(tables, pane, { ...context, folder }, ({ text, slips }, seen, still) => {
    const { columns } = judgeTerminal(seen, still)
    const isSeen = seen.columns.length === 1 && (columns !== undefined) === slips
    tally.hold('terminal control: columns that slip are seen', isSeen, `${JSON.stringify(text)}: ${columns}`)
  })
}
