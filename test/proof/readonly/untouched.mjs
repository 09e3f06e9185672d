// R1 and R2 for every command line, and the same checks for a program that misbehaves, which they must catch.
import { join } from 'node:path'
import { findProgram, inPairs } from '../harness.mjs'
import { LEDGERS, makeAccount } from './account.mjs'
import { DEEDS } from './deeds.mjs'
import { judgeTrace } from './judge.mjs'
import { KNOWN_ACCOUNT, KNOWN_CALLS } from './known-calls.mjs'
import { firstLine, watchCase } from './runs.mjs'

const some = (list) => list.slice(0, 3).join('; ')

/** Works on jobs two at a time, each with an account of its own. */
const withAccounts = ({ folder, saved, canTrace }, kind, list, work) =>
  inPairs(
    list.map((item, i) => () => {
      const place = join(folder, `${kind}-${String(i).padStart(4, '0')}`)
      const account = makeAccount(place, saved)
      return work(item, { account, trace: canTrace ? join(place, 'trace') : undefined })
    }),
  )

/** Judges calls whose judgement is known, so that the judge itself is shown to see what Node cannot do. */
export function proveJudge(tally) {
  for (const { text, isWrong } of KNOWN_CALLS) {
    const { faults } = judgeTrace(text, KNOWN_ACCOUNT)
    const figure = isWrong ? 'R1 known wrong calls are caught' : 'R1 known right calls are let through'
    tally.hold(figure, faults.length > 0 === isWrong, text)
  }
}

export async function proveUntouched(tally, context, cases) {
  const { tool } = context
  await withAccounts(context, 'case', cases, async (one, { account, trace }) => {
    const { ended, changes, left, judged } = await watchCase(one, { tool, account, trace })
    const isRight = !ended.late && ended.signal === null && one.status.includes(ended.status)
    const how = ended.late
      ? 'did not end'
      : `ended with ${ended.status ?? ended.signal}: ${firstLine(ended.stderr)}`
    tally.hold('commands end as they should', isRight, `${one.name} ${how}`)
    tally.hold('R2 nothing changed', changes.length === 0, `${one.name}: ${some(changes)}`)
    tally.hold('R2 nothing left in the temp folder', left.length === 0, `${one.name}: ${left}`)
    if (judged === undefined) return
    const isClean = judged.faults.length === 0 && judged.calls > 100
    tally.hold('R1 calls only read', isClean, `${one.name}: ${judged.calls} calls; ${some(judged.faults)}`)
    if (one.reads === undefined) return
    const isRead = judged.read.size > 0
    const what = isRead ? `reads ${[...judged.read][0]}` : 'reads no ledger'
    tally.hold('R1 ledgers are read where they should be', isRead === one.reads, `${one.name} ${what}`)
  })
}

/** Runs the misbehaving program, one deed at a time. */
export async function proveControls(tally, context) {
  const deeds = Object.entries(DEEDS).filter(([, { condition }]) => condition !== true)
  const one = { name: 'scan', args: ['scan', LEDGERS.normal], lists: false }
  await withAccounts(context, 'deed', deeds, async ([name, deed], { account, trace }) => {
    if (deed.needs !== undefined && findProgram(deed.needs) === undefined) {
      tally.skip(`control ${name}`, `no ${deed.needs} here`)
      return
    }
    const change = (env) => ({ ...env, DEED: name })
    const { ended, changes, left, judged } = await watchCase(one, {
      tool: context.misbehaving,
      account,
      trace,
      change,
    })
    tally.hold('controls do their deed', ended.status === 0, `${name}: ${firstLine(ended.stderr)}`)
    if (judged !== undefined && deed.unguarded !== true)
      tally.hold('controls caught by R1', judged.faults.length > 0, name)
    if (!deed.leaves) return
    if (deed.access === true && !context.keepsAccess) tally.skip(`control ${name}`, 'no access times here')
    else tally.hold('controls caught by R2', changes.length + left.length > 0, name)
  })
}
