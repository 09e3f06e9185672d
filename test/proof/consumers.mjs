// Real programs read what the program prints, over hostile ledgers, names and arguments: `npm run check:consumers -- [--full]`
//   terminal     tmux: title, name, clipboard, modes, cursor, charset, typed answers, and the text itself
//   json         jq and Python read every document and line, and find the ledger's own strings in it
//   reports      guard's Markdown by a renderer of GitHub's dialect, its JUnit by an XML parser, its annotations as a runner does
//   formats      every format that the help offers has a consumer here
// What goes wrong on purpose must be seen by the same checks. `--full` takes every ledger by itself instead of merged ones,
// `--only=terminal,json` some of the parts, `--seed=N` another choice of clusters and records.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { copyProgram } from './consumers/build.mjs'
import { knowInput, writeRules } from './consumers/command-lines.mjs'
import { proveFormats } from './consumers/formats.mjs'
import { layOutInputs } from './consumers/inputs.mjs'
import { proveJson } from './consumers/json-proof.mjs'
import { proveReports } from './consumers/reports-proof.mjs'
import { proveTerminal } from './consumers/terminal-proof.mjs'
import { createRandom } from './fuzz/random.mjs'
import { createTally, inPairs, makeFolder } from './harness.mjs'

const PARTS = { formats: proveFormats, reports: proveReports, json: proveJson, terminal: proveTerminal }

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string', default: Object.keys(PARTS).join(',') },
    seed: { type: 'string', default: '1' },
  },
})

// Ended early, it still cleans up.
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(130))

const only = values.only.split(',')
const strange = only.find((name) => !(name in PARTS))
if (strange !== undefined) throw new Error(`no part ${strange}; there are ${Object.keys(PARTS).join(', ')}`)
const tally = createTally(`consumers${values.full ? ', full' : ''}, seed ${values.seed}`)
const folder = makeFolder('consumers')
const inFolder = (name) => {
  mkdirSync(join(folder, name))
  return join(folder, name)
}
const random = createRandom(Number(values.seed))
/** The first and some other members of a list, in their order. */
const pick = (list, many) => {
  const chosen = new Set(list.slice(0, 1))
  while (chosen.size < Math.min(many, list.length)) chosen.add(random.pick(list))
  return list.filter((one) => chosen.has(one))
}

const program = await copyProgram(folder)
const laid = await layOutInputs(join(folder, 'inputs'), { full: values.full, skip: tally.skip })
const rules = writeRules(join(folder, 'rules'))
const known = inFolder('known')
const inputs = await inPairs(
  laid.ledgers.map(
    (input, i) => () =>
      knowInput(input, join(known, String(i)), { ...program, pick, many: values.full ? 3 : 2 }),
  ),
)
const context = { program, inputs, names: laid.names, rules, folder, full: values.full }

/** Parts that are run one after the other, beside another such row. */
const inTurn = async (names) => {
  for (const name of names.filter((one) => only.includes(one))) {
    const started = performance.now()
    await PARTS[name](tally, context)
    process.stderr.write(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  }
}
await Promise.all([inTurn(['terminal']), inTurn(['formats', 'reports', 'json'])])
tally.end()
