// Plays command lines in a pane, a batch at a time, so that no more than a batch of screens is kept.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { standForGuard } from './command-lines.mjs'
import { runInPane } from './terminal.mjs'
import { HEADS, isHigh } from './terminal-commands.mjs'

const BATCH = 200

/**
 * Runs each command (`args` of the program, or `prints`, a file to be printed as it is) and calls `look` with it, with what
 * was seen, and with what was seen after a command that does nothing. Gives what the terminal around was sent in each batch.
 */
export async function play(commands, pane, { program, folder }, look) {
  mkdirSync(folder, { recursive: true })
  const toJob = ({ args, prints }, id) => ({
    id,
    ...(prints === undefined
      ? { command: process.execPath, args: [program.tool, ...args] }
      : { command: 'cat', args: [prints] }),
    cwd: program.home,
    env: { HOME: program.home, TMPDIR: program.home },
    ...(isHigh(pane) ? { heads: Object.values(HEADS) } : {}),
  })
  const still = { id: 'still', command: 'true', args: [], cwd: program.home }
  const around = []
  for (let from = 0; from < commands.length; from += BATCH) {
    const batch = commands.slice(from, from + BATCH)
    for (const { stand } of batch) if (stand !== undefined) standForGuard(folder, ...stand)
    const { seen, outside, attached } = await runInPane(
      join(folder, `batch${from}`),
      [still, ...batch.map(toJob)],
      {
        ...pane,
        home: program.home,
      },
    )
    for (const [i, one] of batch.entries()) look(one, seen[i + 1], seen[0])
    around.push({ outside, attached })
  }
  return around
}
