// Every hostile input of a shared folder, special files included, stays as it is under the commands that read a ledger.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { inPairs, run, sharedHostile } from '../harness.mjs'
import { environmentOf } from './account.mjs'
import { findChanges, takeFirstStand } from './stand.mjs'

const COMMANDS = {
  scan: (path) => ['scan', path],
  classify: (path) => ['classify', path],
  count: (path) => ['count', path],
  explain: (path) => ['explain', `${path}:1`],
}
/** Exit codes by which these commands may end over any input. */
const CODES = [0, 2, 3, 4]
const LIMIT = 60_000

/** Runs each command over each input; `account` lends home and temp folder. */
export async function proveHostile(tally, { tool, account, folder }) {
  const made = await run(process.execPath, [join(sharedHostile, 'make-hostile.mjs'), folder, '--small'])
  if (made.status !== 0) {
    tally.skip('R2 hostile inputs', `they could not be made: ${made.stderr}`)
    return
  }
  const inputs = readdirSync(folder).filter((name) => !name.endsWith('.expected.json'))
  for (const [name, toArgs] of Object.entries(COMMANDS)) {
    const whole = takeFirstStand(folder)
    await inPairs(
      inputs.map((input) => async () => {
        const path = join(folder, input)
        const args = [tool, ...toArgs(path)]
        const ended = await run(process.execPath, args, {
          env: environmentOf(account),
          cwd: account.out,
          stdio: ['ignore', 'pipe', 'pipe'],
          limit: LIMIT,
        })
        const isRight = CODES.includes(ended.status) && !ended.late
        const detail = `${name} ${JSON.stringify(input)} ended with ${ended.late ? 'a hang' : (ended.status ?? ended.signal)}`
        tally.hold('R2 commands end in a documented way over hostile inputs', isRight, detail)
      }),
    )
    const changes = findChanges(folder, whole)
    tally.hold(
      `R2 hostile inputs unchanged by a command, ${inputs.length} each`,
      changes.length === 0,
      `${name}: ${changes.slice(0, 3).join('; ')}`,
    )
  }
  tally.hold(
    'R2 nothing left in home and temp folder by hostile inputs',
    readdirSync(account.temp).length === 0,
  )
}
