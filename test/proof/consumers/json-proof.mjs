// jq and Python read every document and every line of NDJSON: the same values as here, and the ledger's own strings in them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { findProgram, inPairs, run } from '../harness.mjs'
import { hostileWords } from './command-lines.mjs'

/** Command lines that print a document about an input; `quotes` names what of the ledger it repeats. */
const listDocuments = ({ path, half, saved, ids, lines }, rules) => [
  { args: ['classify', path], perLine: true, quotes: 'classify' },
  { args: ['count', path, '--match', hostileWords, '--json'], given: hostileWords },
  { args: ['gate', '--match', hostileWords, path, '--json'], given: hostileWords },
  { args: ['diff', half, path, '--json', '--top', 'all'] },
  { args: ['diff', saved, half, '--json'] },
  { args: ['rules', 'test', path, '--rules', rules.good, '--json'] },
  { args: ['profiles', 'detect', path, '--json'] },
  ...ids.map((id) => ({ args: ['show', id, path, '--json'], quotes: 'show' })),
  ...lines.map((line) => ({ args: ['explain', `${path}:${line}`, '--json'], quotes: 'explain' })),
]

const SCHEMAS = ['report', 'count', 'classify', 'explain', 'show', 'guard', 'gate', 'diff', 'config']

/** Runs everything that prints JSON; gives the documents as files. */
async function collect({ program, inputs, names, rules, full, guarded = [] }, folder) {
  const known = inputs.flatMap(({ name, path, saved, classified }) => [
    { name: `scan of ${name}`, file: saved, paths: [path] },
    {
      name: `classify --no-links of ${name}`,
      file: classified,
      ledger: path,
      perLine: true,
      quotes: 'classify',
    },
  ])
  const wanted = inputs.flatMap((input, i) =>
    listDocuments(input, rules)
      .filter((_, at) => full || (at + i) % 4 === 0)
      .map((one) => ({ ...one, ledger: input.path })),
  )
  const named = [
    ['scan', ...names.paths, '--json', '--top', 'all'],
    ['count', ...names.paths, '--json'],
    ['profiles', 'detect', ...names.paths, '--json'],
  ].map((args) => ({ args, paths: names.paths }))
  const schemas = (full ? SCHEMAS : SCHEMAS.slice(0, 1)).map((name) => ({ args: ['schema', name] }))
  const ran = [...wanted, ...named, ...schemas].map((one, number) => async () => {
    const { stdout, status } = await program.runTool(one.args)
    const file = join(folder, `${number}.json`)
    writeFileSync(file, stdout)
    return { ...one, file, status, name: one.args.map((word) => word.slice(0, 80)).join(' ') }
  })
  const all = [...known, ...(await inPairs(ran)), ...guarded]
  // What is refused as a whole has no document, and its exit code says so.
  return all.filter(({ file, status }) => readFileSync(file).length > 0 || ![2, 3].includes(status))
}

const parse = (text, perLine) =>
  (perLine ? text.split('\n').slice(0, -1) : [text]).map((part) => JSON.parse(part))

/** A value as a reader has it that knows no lone surrogates. */
const toWellFormed = (value) =>
  JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === 'string' ? inner.toWellFormed() : inner))

/** Python's values of each document, or why there are none. */
async function readByPython(documents) {
  const jobs = documents.map(({ file, perLine = false, ledger, quotes }) => ({
    file,
    perLine,
    ledger,
    quotes,
  }))
  const { stdout, stderr, status } = await run('python3', [join(import.meta.dirname, 'read-json.py')], {
    input: JSON.stringify(jobs),
  })
  if (status !== 0) return documents.map(() => ({ error: stderr.toString() }))
  return JSON.parse(stdout.toString())
}

/** jq's values of documents, one list for each: of all in one go, or of each by itself where it refuses one of them. */
async function readByJq(documents) {
  const { stdout, stderr } = await run('jq', ['-c', '.', ...documents.map(({ file }) => file)])
  const complaint = stderr.toString().trim()
  if (complaint !== '' && documents.length > 1)
    return (await inPairs(documents.map((one) => () => readByJq([one])))).flat()
  const values = parse(stdout.toString(), true)
  let next = 0
  return documents.map(({ values: wanted }) => {
    const from = next
    next += wanted.length
    return { values: documents.length === 1 ? values : values.slice(from, next), complaint }
  })
}

function judgePython(tally, documents, answers) {
  for (const [i, { name, values, quotes }] of documents.entries()) {
    const answer = answers[i]
    const same = answer.error === undefined && isDeepStrictEqual(answer.values, values)
    tally.hold('json: documents that Python reads alike', same, `${name}: ${answer.error ?? 'other values'}`)
    if (quotes === undefined) continue
    const wrong = answer.wrong ?? []
    const detail = `${name}: ${JSON.stringify(wrong).slice(0, 300)}`
    tally.hold('json: documents that quote the ledger as it is, by Python', wrong.length === 0, detail)
  }
  return answers.reduce((sum, { quoted = 0 }) => sum + quoted, 0)
}

const isReadAlike = ({ values, complaint }, wanted) =>
  complaint === '' && isDeepStrictEqual(values, wanted.map(toWellFormed))

function judgeJq(tally, documents, answers) {
  for (const [i, { name, values }] of documents.entries())
    tally.hold(
      'json: documents that jq reads alike',
      isReadAlike(answers[i], values),
      `${name}: ${answers[i].complaint || 'other values'}`,
    )
}

/** Documents that are wrong in one way each, which the readers must notice. */
function spoil(folder, { file, values, ledger }) {
  const put = (name, text, more) => {
    writeFileSync(join(folder, name), text)
    return { name, file: join(folder, name), values, ...more }
  }
  const text = readFileSync(file, 'utf8')
  return [
    put('cut.json', text.slice(0, -3), { perLine: true }),
    put('raw.json', text.replace('"class"', '"cla\u0000ss"'), { perLine: true }),
    put('other.json', text.replace('"class"', '"klass"'), { perLine: true }),
    put('forged.json', text.replaceAll('"value":"', '"value":"forged '), {
      perLine: true,
      ledger,
      quotes: 'classify',
    }),
  ]
}

export async function proveJson(tally, context) {
  const folder = join(context.folder, 'json')
  mkdirSync(folder)
  const documents = []
  for (const one of await collect(context, folder)) {
    let values
    try {
      values = parse(readFileSync(one.file, 'utf8'), one.perLine)
    } catch (error) {
      tally.hold('json: documents that are JSON', false, `${one.name}: ${error.message}`)
      continue
    }
    tally.hold('json: documents that are JSON', true)
    documents.push({ ...one, values })
    const [{ inputs = [], selection, command }] = values
    if (one.paths !== undefined) {
      const same = isDeepStrictEqual(inputs.map(({ path }) => path).sort(), [...one.paths].sort())
      tally.hold('json: names of ledgers as they are', same, one.name)
    }
    if (one.given !== undefined && selection !== undefined) {
      const same = selection.match?.toLowerCase() === one.given.toLowerCase()
      tally.hold(
        'json: arguments as they were given',
        same,
        `${one.name}: ${JSON.stringify(selection.match)}`,
      )
    }
    if (one.command !== undefined)
      tally.hold('json: arguments as they were given', isDeepStrictEqual(command, one.command), one.name)
  }
  const spoiled = spoil(
    folder,
    documents.find(({ quotes }) => quotes === 'classify'),
  )
  if (findProgram('python3') === undefined) tally.skip('json, Python', 'no python3 here')
  else {
    const answers = await readByPython([...documents, ...spoiled])
    const quoted = judgePython(tally, documents, answers)
    tally.hold('json: quotes that were looked up', quoted > 100, `${quoted}`)
    const faults = spoiled.map(({ values }, i) => {
      const { error, values: got, wrong = [] } = answers[documents.length + i]
      return error !== undefined || !isDeepStrictEqual(got, values) || wrong.length > 0
    })
    for (const [i, { name }] of spoiled.entries()) tally.hold('json control: seen by Python', faults[i], name)
    const isListed = answers.at(-1).wrong?.length > 0
    tally.hold('json control: a forged quote is seen', isListed, 'forged.json')
  }
  if (findProgram('jq') === undefined) tally.skip('json, jq', 'no jq here')
  else {
    judgeJq(tally, documents, await readByJq(documents))
    for (const one of spoiled.slice(0, 3)) {
      const [answer] = await readByJq([one])
      tally.hold('json control: seen by jq', !isReadAlike(answer, one.values), one.name)
    }
  }
}
