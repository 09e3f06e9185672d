// Hostile inputs through every command and format of the built program: what is counted, what is said of
// inputs that are no ledgers, what is shown and what must never be. Needs no other folder; a shared one
// beside the checkout adds its cases.
//
//   node test/proof/hostile.mjs            the short form
//   node test/proof/hostile.mjs --full     every view of every table, the whole shared set with its limits
//   node test/proof/hostile.mjs --huge     as --full, and the cases beyond 256 MiB
//   node test/proof/hostile.mjs --only=counted,places
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createTally, makeFolder } from './harness.mjs'
import { proveCanaries } from './hostile/canaries.mjs'
import { proveConformance } from './hostile/conformance.mjs'
import { compose, payloads, recordOf, writeCorpus } from './hostile/corpus.mjs'
import { proveCounts } from './hostile/counted.mjs'
import { proveGuard } from './hostile/guarded.mjs'
import { proveMatrix } from './hostile/matrix.mjs'
import { provePlaces } from './hostile/places.mjs'
import { proveReaders } from './hostile/readers.mjs'
import { proveRefusals } from './hostile/refusals.mjs'
import { proveShared } from './hostile/shared.mjs'
import { openStage } from './hostile/stage.mjs'
import { proveStage } from './hostile/staged.mjs'
import { proveTokens } from './hostile/tokens.mjs'
import { proveWidths } from './hostile/widths.mjs'

const PROOFS = {
  stage: proveStage,
  counted: proveCounts,
  places: provePlaces,
  matrix: proveMatrix,
  widths: proveWidths,
  canaries: proveCanaries,
  refusals: proveRefusals,
  guard: proveGuard,
  conformance: proveConformance,
  shared: proveShared,
  tokens: proveTokens,
  readers: proveReaders,
}

const options = process.argv.slice(2)
const huge = options.includes('--huge')
const full = huge || options.includes('--full')
const only = options
  .find((option) => option.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')

/** Rules whose own words are hostile, and which fire on the corpus. */
const RULES = {
  fixtureSessions: [
    'idle-*',
    ...payloads.terminal.slice(0, 3).map((payload) => `${payload.replaceAll(/[[\]{}]/g, '?')}*`),
  ],
  markers: payloads.runners.map((payload) => ({ field: 'session_id', equals: payload, class: 'synthetic' })),
  testPaths: payloads.bidi.map((payload) => `/srv/${payload}/*`),
}

const folder = makeFolder('hostile')
const inFolder = (name) => {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}
const tally = createTally('Hostile inputs through every command and format')
const stage = await openStage(folder)
const ownFolder = inFolder('own')
const [benign, rules] = [join(folder, 'benign.jsonl'), join(folder, 'rules.json')]
writeFileSync(benign, compose().record(recordOf(1)).record(recordOf(2)).done().bytes)
writeFileSync(rules, JSON.stringify(RULES))
const context = {
  stage,
  tally,
  own: { folder: ownFolder, cases: await writeCorpus(ownFolder) },
  benign,
  rules,
  folder: inFolder('work'),
  open: [folder],
  documents: [],
  full,
  huge,
}

for (const [name, prove] of Object.entries(PROOFS)) {
  if (only !== undefined && !only.includes(name)) continue
  const started = performance.now()
  await prove(context)
  process.stderr.write(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}
stage.close()
tally.end()
