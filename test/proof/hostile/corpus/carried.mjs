// Ledgers that carry the payloads: four records for each, with its canary beside it.
import { compose, recordOf } from './compose.mjs'
import { payloads } from './payloads.mjs'

/** A word of letters only, so that no mask takes it for a number or an id. */
function canaryOf(number) {
  const letters = number.toString(26).padStart(3, '0')
  return `canary${[...letters].map((digit) => 'bcdfghjklmnpqrstvwxzaeiouy'[Number.parseInt(digit, 26)]).join('')}`
}

/**
 * Four records for one payload: real work that only says it; one that has it in every field and as a key; one
 * that a test of that name wrote; and one that shares nothing but a run with that test.
 */
export function carry(payload, number) {
  const canary = canaryOf(number)
  const whole = `${payload}${canary}`
  const run = `run-${whole}`
  const records = [
    recordOf(number, { message: `${canary} ${payload}` }),
    {
      ...recordOf(number, { message: whole, workspace: whole, session_id: whole }),
      harness: whole,
      resolution_owner: whole,
      [whole]: whole,
    },
    recordOf(number, {
      message: `refused by the gate: ${canary}`,
      workspace: `/tmp/pytest-of-agent/pytest-${number + 3}/test_${whole}0`,
      run_id: run,
      harness: 'codex',
    }),
    { timestamp: recordOf(number).timestamp, message: `${canary} linked: ${payload}`, run_id: run },
  ]
  return {
    canary,
    // A stretch that is long for itself is not put into every field: the ledger would be long for nothing.
    records: records.filter((_, i) => payload.length < 10_000 || i === 0 || i === 2),
  }
}

let next = 0

/** One case for each aim, and the parts it is made of. */
export const carried = Object.entries(payloads).map(([aim, list]) => {
  const parts = list.map((payload) => ({ payload, ...carry(payload, next++) }))
  const ledger = compose()
  for (const { records } of parts) for (const record of records) ledger.record(record)
  return { name: `carries-${aim}`, ...ledger.done(), parts, canaries: parts.map(({ canary }) => canary) }
})
