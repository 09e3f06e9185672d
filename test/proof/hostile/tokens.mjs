// Tokens of the shared hostile ledgers, in pieces of a few records, so that no list is cut: each must be
// shown by `explain --raw` of its line, and by `scan` or `show` of its cluster.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedHostile } from '../harness.mjs'
import { compareCounts, parseJson } from './figures.mjs'
import { judge, playMatrix } from './matrix.mjs'

const TOKEN = /(?:LTCANARY\d{3}|BLNS\d{4}|DOMP\d{4})/g
const PIECE = 20

const LISTS = ['naughty-strings', 'injection-payloads']

async function provePiece({ stage, tally, folder, documents }, name, lines) {
  const file = `${name}.jsonl`
  const text = lines.join('')
  writeFileSync(join(folder, file), text)
  const play = async (argv) => {
    const run = await stage.play(argv, { cwd: folder })
    const wrong = judge(run, { input: text })
    tally.hold('outputs about shared payloads', wrong.length === 0, `${argv.join(' ')}: ${wrong.join('; ')}`)
    if (argv.includes('--json')) documents.push({ name: argv.join(' '), text: run.stdout })
    return run.stdout
  }
  const json = await play(['scan', file, '--json', '--top', 'all'])
  const ids = parseJson(json)?.clusters.map(({ id }) => id) ?? []
  const shown = await Promise.all(ids.map((id) => play(['show', id, file, '--json'])))
  const listed = new Set([json, ...shown].join('').match(TOKEN))
  // Where a message is dressed in escape sequences its values cannot be read off; then that is told, by a
  // number.
  const unread = shown.reduce((sum, text) => sum + (parseJson(text)?.unread ?? 0), 0)
  const missing = [...new Set(text.match(TOKEN))].filter((token) => !listed.has(token))
  tally.hold(
    'shared tokens shown with their cluster, or told as unread',
    missing.length <= unread,
    `${file}: ${missing.join(' ')}, and ${unread} unread`,
  )
  await Promise.all(
    lines.map(async (line, i) => {
      const raw = await play(['explain', `${file}:${i + 1}`, '--raw'])
      for (const token of new Set(line.match(TOKEN)))
        tally.hold('shared tokens shown with their line', raw.includes(token), `${file}:${i + 1}: ${token}`)
    }),
  )
}

function listPieces(name, path) {
  const lines = readFileSync(path, 'utf8').split(/(?<=\n)/)
  return Array.from({ length: Math.ceil(lines.length / PIECE) }, (_, i) => [
    `${name}-${i}`,
    lines.slice(i * PIECE, (i + 1) * PIECE),
  ])
}

/** Every command about the output cases as they are; in the full form also about the lists. */
async function proveCommands(context, paths) {
  const { benign, rules, full } = context
  await Promise.all(
    paths.map(([name, path]) =>
      playMatrix(context, {
        name,
        path,
        input: readFileSync(path, 'utf8'),
        benign,
        rules,
        lines: [1, 2],
        clusters: full ? 8 : 2,
        carries: true,
      }),
    ),
  )
}

export async function proveTokens(context) {
  const { stage, tally, shared, full } = context
  if (shared === undefined || !existsSync(sharedHostile))
    return tally.skip('tokens of the shared cases', 'there is no shared folder, or its cases were not made')
  const lists = LISTS.map((name) => [name, join(sharedHostile, `${name}.jsonl`)])
  for (const [name, path] of lists) {
    const known = JSON.parse(readFileSync(join(sharedHostile, `${name}.expected.json`), 'utf8'))
    const report = parseJson((await stage.play(['scan', path, '--json'])).stdout)
    const wrong = compareCounts(report, known)
    tally.hold('shared lists counted exactly', wrong.length === 0, `${name}: ${wrong.join('; ')}`)
  }
  const named = shared.cases
    .filter(({ group, name }) => group === 'output' || /^name-/.test(name))
    .filter(({ kind }) => kind === 'file')
    .map(({ name, file }) => [name, join(shared.folder, file)])
  const outputs = named.filter(([name]) => !name.startsWith('name-'))
  await proveCommands(context, full ? [...named, ...lists] : named)
  const pieces = [...outputs, ...lists].flatMap(([name, path]) => listPieces(name, path))
  await Promise.all(pieces.map(([name, lines]) => provePiece(context, name, lines)))
}
