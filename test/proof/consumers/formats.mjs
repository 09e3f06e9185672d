// Every format that the help of any command offers must have a consumer here that reads it.
import { inPairs } from '../harness.mjs'

/** Who reads each format. A format that is not listed makes this proof fail until somebody reads it. */
const CONSUMERS = {
  table: 'a terminal: terminal-proof.mjs',
  json: 'jq and Python: json-proof.mjs',
  ndjson: 'jq and Python, line by line: json-proof.mjs',
  junit: 'an XML parser: reports-proof.mjs',
  markdown: 'a renderer of Markdown: reports-proof.mjs',
}

const readNames = (help) => {
  const [, list = ''] = /^Commands:\n((?: {2}.*\n?)+)/m.exec(help) ?? []
  return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name).filter((name) => name !== 'help')
}

/** The formats of a help text; `unread` says that it has the option and its list was not understood. */
function readFormats(help) {
  const text = help.replaceAll(/\n {12,}/g, ' ')
  const [, list] = /--format <\w+> +one of: (.*)$/m.exec(text) ?? []
  return { formats: list?.split(/, */) ?? [], unread: list === undefined && text.includes('--format ') }
}

export async function proveFormats(tally, { program }) {
  const offered = new Set()
  for (let level = [[]]; level.length > 0; ) {
    const helps = await inPairs(
      level.map((words) => async () => ({
        words,
        help: (await program.runTool([...words, '--help'])).stdout.toString(),
      })),
    )
    for (const { words, help } of helps) {
      const { formats, unread } = readFormats(help.replace(/^Examples:[\s\S]*/m, ''))
      tally.hold('formats: lists of formats that are understood', !unread, words.join(' '))
      for (const format of formats) offered.add(format)
    }
    level = helps.flatMap(({ words, help }) => readNames(help).map((name) => [...words, name]))
  }
  tally.hold(
    'formats: the help offers the known ones',
    ['table', 'json', 'ndjson'].every((one) => offered.has(one)),
  )
  for (const format of offered)
    tally.hold(
      'formats: those of the help that have a consumer',
      format in CONSUMERS,
      `no consumer for format ${format}`,
    )
}
