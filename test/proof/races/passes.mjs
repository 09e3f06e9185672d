// Every command that reads a ledger, while the ledger is cut and grows again: before the n-th read of the ledger, in whatever
// pass that is, once something was read. What was read is of two ledgers then, and no command may end as if it were of one.
import { inPairs } from '../harness.mjs'
import { commandLines } from './command-lines.mjs'
import { KINDS } from './deeds.mjs'
import { runHooked } from './stage.mjs'

/** A count that was cut short, or, for `guard`, earlier bytes that are no longer there. */
const isTold = (name, status) => status === 4 || (name.startsWith('guard') && status === 102)

/** Some of a list, evenly spread, the last one among them. */
const spread = (list, many) =>
  list.filter((_, i) => Math.floor(((i + 1) * many) / list.length) > Math.floor((i * many) / list.length))

/** Runs each command with the change before each of its reads, or two of them; gives how many changes fell between two reads. */
export async function provePasses(tally, program, { folder, base, random, words, full }) {
  let happened = 0
  // Another format of a command reads no other way.
  const commands = commandLines(words).filter(({ name }) => full || !/--(format|by|raw)/.test(name))
  const calm = await inPairs(
    commands.map(({ name, args }) => async () => {
      const { offsets } = await runHooked(program, folder, { args, base, deeds: [], when: {} })
      const begun = offsets.findIndex((offset) => offset > 0)
      return { name, args, reads: offsets.map((_, i) => i + 1).slice(begun) }
    }),
  )
  const cases = calm.flatMap(({ name, args, reads }) =>
    spread(reads, full ? reads.length : 2).map((read) => ({ name, args, read })),
  )
  await inPairs(
    cases.map(({ name, args, read }) => async () => {
      const deeds = KINDS.regrow.deeds(base, random)
      const { ran, happenedAt } = await runHooked(program, folder, { args, base, deeds, when: { read } })
      if (happenedAt !== undefined) happened += 1
      tally.hold(
        'C3 every command ends with 4 where the ledger was cut and grew again between two reads',
        happenedAt !== undefined && isTold(name, ran.status),
        `${name}: exit ${ran.status}, before read ${read}`,
      )
    }),
  )
  return happened
}
