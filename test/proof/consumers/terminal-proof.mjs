// A real terminal under every screen of the program, over every hostile input. Raw prints of the same inputs and of each
// control must be seen by the same checks.
import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../harness.mjs'
import { HEADS, listForPane, PANES } from './terminal-commands.mjs'
import { proveColumns, proveControls } from './terminal-controls.mjs'
import { judgeOutside, judgeTerminal } from './terminal-judge.mjs'
import { play } from './terminal-play.mjs'

/** Exit codes by which a command may end; 70 is a fault of the program. */
const CODES = [0, 1, 2, 3, 4, 10, 100, 101, 102, 126, 127]

const describe = (args) =>
  JSON.stringify(args.map((word) => (word.length > 60 ? `${word.slice(0, 60)}…` : word)).join(' '))

/** Plays what a pane is to show and judges all of it; adds the heads of tables whose columns were looked at. */
async function provePane(tally, context, index, folder, heads) {
  const pane = PANES[index]
  const label = `${pane.columns}x${pane.rows}`
  const look = ({ args, folds }, seen, still) => {
    for (const [check, wrong] of Object.entries(judgeTerminal(seen, still, { folds })))
      tally.hold(`terminal: ${check}`, wrong === undefined, `${label}: ${describe(args)}: ${wrong}`)
    const detail = `${label}: ${describe(args)}: ${seen.status}`
    tally.hold('terminal: ended in a documented way', CODES.includes(seen.status), detail)
    for (const { rows } of seen.columns ?? [])
      for (const [name, head] of Object.entries(HEADS))
        if (new RegExp(head).test(rows[0].whole)) heads.add(name)
  }
  for (const { outside, attached } of await play(
    listForPane(index, context, folder),
    pane,
    { ...context, folder },
    look,
  )) {
    const wrong = attached ? judgeOutside(outside, [hostname()]) : 'no terminal around'
    tally.hold(
      'terminal: nothing gets through to the terminal around',
      wrong === undefined,
      `${label}: ${wrong}`,
    )
  }
}

export async function proveTerminal(tally, context) {
  if (findProgram('tmux') === undefined) {
    tally.skip('terminal', 'no tmux here')
    return
  }
  const folder = join(context.folder, 'terminal')
  mkdirSync(folder)
  const heads = new Set()
  const inFolder = (name) => join(folder, name)
  const work = async (small, high) => {
    await provePane(tally, context, small, inFolder(`pane${small}`), heads)
    await provePane(tally, context, high, inFolder(`pane${high}`), heads)
    await proveControls(tally, context, PANES[small], inFolder(`controls${small}`))
    await proveColumns(tally, context, PANES[high], inFolder(`tables${high}`))
  }
  await Promise.all([work(0, 2), work(1, 3)])
  // Which records are explained, and so which heads are seen, is chance in the short form.
  const isEnough = heads.size >= (context.full ? Object.keys(HEADS).length : 4)
  tally.hold('terminal: columns of enough tables were looked at', isEnough, [...heads].join(', '))
}
