// R3: under each condition the same bytes come out, with the same exit code, and nothing changes; and a program that needs
// what the condition takes away is seen to fail there.
import { join } from 'node:path'
import process from 'node:process'
import { inPairs } from '../harness.mjs'
import { LEDGERS, makeAccount } from './account.mjs'
import { CONDITIONS, seal } from './conditions.mjs'
import { firstLine, runCase } from './runs.mjs'
import { findChangesDuring } from './stand.mjs'

const PRIVATE = /\/[^\s"]*\/ledger-triage-(?:isolated|run)-[0-9a-f]{16}/g

const readText = (bytes) => bytes?.toString('latin1').replace(PRIVATE, '<private>')

/** What must be the same: code, output, report. Guard shows its result on standard error, other commands only complain there. */
const outputOf = ({ command, refused }, { status, signal, stdout, stderr, written }) => ({
  code: signal ?? status,
  output: readText(stdout),
  report: readText(written),
  screen: command === 'guard' && refused !== true ? readText(stderr) : undefined,
})

/** What differs, with a few words of it, or nothing. */
function findDifference(one, plain, ended) {
  const [before, now] = [outputOf(one, plain), outputOf(one, ended)]
  const what = Object.keys(before).find((name) => before[name] !== now[name])
  if (what === undefined) return undefined
  const detail = what === 'code' ? `${before.code} became ${now.code}` : 'is not the same'
  return `${what} ${detail}: ${firstLine(ended.stderr)}`
}

const CONTROL = { name: 'scan', args: ['scan', LEDGERS.normal] }

export async function proveSameOutput(tally, context, cases) {
  const { folder, saved, tool, misbehaving } = context
  const account = makeAccount(join(folder, 'conditions'), saved)
  seal(account)
  const plain = new Map()
  await inPairs(
    [CONTROL, ...cases].map((one) => async () => {
      plain.set(one.name, await runCase(one, { tool, account }))
    }),
  )
  for (const { name, prepare, fits = () => true, status = () => undefined, deed } of CONDITIONS) {
    const { reason, wrap, change, isOpen, end = () => undefined } = prepare({ account, tool })
    // However this process ends: a folder that is immutable could not be removed.
    process.prependOnceListener('exit', end)
    try {
      if (reason !== undefined) {
        tally.skip(`R3 ${name}`, reason)
        continue
      }
      if (isOpen !== undefined) tally.hold('R3 conditions do refuse a write', !isOpen(), name)
      const { changes } = await findChangesDuring(account.root, () =>
        inPairs(
          cases.filter(fits).map((one) => async () => {
            const ended = await runCase(one, { tool, account, wrap, change })
            const wanted = status(one)
            const difference =
              wanted === undefined
                ? findDifference(one, plain.get(one.name), ended)
                : wanted.includes(ended.status)
                  ? undefined
                  : `ended with ${ended.status}, not ${wanted}: ${firstLine(ended.stderr)}`
            tally.hold(`R3 same output: ${name}`, difference === undefined, `${one.name}: ${difference}`)
          }),
        ),
      )
      tally.hold('R3 nothing changed', changes.length === 0, `${name}: ${changes.slice(0, 3).join('; ')}`)
      const withDeed = (env) => ({ ...(change?.(env) ?? env), DEED: deed })
      const caught = await runCase(CONTROL, { tool: misbehaving, account, wrap, change: withDeed })
      const difference = findDifference(CONTROL, plain.get(CONTROL.name), caught)
      tally.hold('controls caught by R3', difference !== undefined, `${name}: ${deed}`)
    } finally {
      process.removeListener('exit', end)
      end()
    }
  }
  const unlocked = (env) => ({ ...env, DEED: 'locks beside and unlocks' })
  const { changes } = await findChangesDuring(account.root, () =>
    runCase(CONTROL, { tool: misbehaving, account, change: unlocked }),
  )
  tally.hold('controls caught by R3', changes.length > 0, 'a change under a condition')
}
