// Nothing is dropped to be safe, and nothing is changed: of each payload of the corpus, a ledger of its own,
// whose canary must be in every output that lists its records, and whose values must come back as they are.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { holdColumns } from './columns.mjs'
import { parseJson } from './figures.mjs'
import { judge } from './matrix.mjs'

const WIDEST = ['--width', '1000']
const TERMINAL = { LEDGER_TRIAGE_FORCE_TTY: '80' }

/** Outputs that list the records of a ledger, each as one text, by what they are. */
async function listOutputs(play, file, records, benign) {
  const json = await play(['scan', file, '--json', '--top', 'all'])
  const ids = (parseJson(json)?.clusters ?? []).map(({ id }) => id)
  const each = async (argvs) => (await Promise.all(argvs.map((argv) => play(argv)))).join('')
  const outputs = {
    'scan --json': json,
    'scan, table': await play(['scan', file, '--top', 'all', ...WIDEST]),
    'show --json': await each(ids.map((id) => ['show', id, file, '--json'])),
    'show, table': await each(ids.map((id) => ['show', id, file, ...WIDEST])),
    'diff, table': await play(['diff', benign, file, '--top', 'all', ...WIDEST]),
    'diff --json': await play(['diff', benign, file, '--top', 'all', '--json']),
    classify: await play(['classify', file]),
  }
  for (const line of records.keys()) {
    const place = `${file}:${line + 1}`
    outputs[`explain :${line + 1}, table`] = await play(['explain', place, ...WIDEST])
    outputs[`explain :${line + 1} --json`] = await play(['explain', place, '--json'])
    outputs[`explain :${line + 1} --raw`] = await play(['explain', place, '--raw'])
    await play(['explain', place], TERMINAL)
  }
  for (const id of ids) await play(['show', id, file], TERMINAL)
  await play(['scan', file, '--by', 'test'], TERMINAL)
  return outputs
}

/** Facts whose value is not what stands at their span in the field that they name. */
function findChanged(classified, records) {
  return classified
    .split('\n')
    .slice(0, -1)
    .map(parseJson)
    .flatMap((line, i) =>
      (line?.facts ?? [])
        .filter(({ field, span: [from, to], value, truncated }) => {
          const meant = records[i][field]
          // A file URL is a spelling of a path, and its fact holds the path.
          if (typeof meant !== 'string' || truncated === true || meant.startsWith('file:')) return false
          // What is no text cannot come back as text; it must not come back as something that looks like it
          // either.
          return meant.isWellFormed() ? meant.slice(from, to) !== value : !value.isWellFormed()
        })
        .map(({ field, value }) => `line ${i + 1}, ${field}: ${JSON.stringify(value).slice(0, 80)}`),
    )
}

/** A payload in a message alone says nothing about who wrote the record. */
const isMoved = (classified) => parseJson(classified.split('\n')[0])?.class !== 'real'

/** In the short form one in so many of the patterns of 50,000 characters. */
const SAMPLE = 4

const isLong = ({ payload }) => payload.length > 10_000

export async function proveCanaries({ stage, tally, own, benign, folder, documents, full }) {
  const parts = own.cases
    .flatMap(({ name, parts: list = [] }) => list.map((part, i) => ({ ...part, name: `${name}-${i}` })))
    .filter((part, i) => full || !isLong(part) || i % SAMPLE === 0)
  const work = async ({ name, payload, canary, records }) => {
    const long = isLong({ payload })
    const file = `${name}.jsonl`
    writeFileSync(join(folder, file), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    const short = JSON.stringify(payload).slice(0, 60)
    const play = async (argv, env) => {
      const run = await stage.play(argv, { env, cwd: folder, limit: 30_000 })
      const wrong = judge(run, { input: payload, colour: env !== undefined })
      if (env !== undefined) holdColumns(tally, `${short}: ${argv.join(' ')}`, run.stdout, 80)
      const figure = long
        ? 'patterns of 50,000 characters through every command'
        : 'outputs about one payload'
      tally.hold(figure, wrong.length === 0, `${short}: ${argv.join(' ')}: ${wrong.join('; ')}`)
      if (argv.includes('--json')) documents.push({ name: argv.join(' '), text: run.stdout })
      return run.stdout
    }
    const outputs = await listOutputs(play, file, records, benign)
    for (const [what, text] of Object.entries(outputs)) {
      // A fact's value is cut where it is a stretch of tens of thousands of characters, and with it what
      // stands behind.
      if (long && what === 'classify') continue
      tally.hold('canaries shown', text.includes(canary), `${short}: ${what} does not hold ${canary}`)
    }
    const changed = findChanged(outputs.classify, records)
    tally.hold('values the same as in the ledger', changed.length === 0, `${short}: ${changed.join('; ')}`)
    tally.hold('verdicts that a message did not move', !isMoved(outputs.classify), short)
  }
  await Promise.all(parts.map(work))
}
