// JSON conformance files of the shared folder: every line classed as expected, whatever the size of the
// chunks that it is read in; the files as ledgers of their own; and values on which parsers differ, which
// must not be shown as others.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedHostile } from '../harness.mjs'
import { PIECES } from './counted.mjs'
import { compareCounts, holdTorn, parseJson, readKinds } from './figures.mjs'

const suite = join(sharedHostile, 'json-test-suite')
const readExpected = (name) => JSON.parse(readFileSync(join(suite, name), 'utf8'))

async function proveLines({ stage, tally }) {
  const nst = readExpected('expected.json').files.filter(({ wrapped_line: line }) => line !== undefined)
  const kinds = {
    'wrapped.jsonl': nst.sort((a, b) => a.wrapped_line - b.wrapped_line).map(({ wrapped }) => wrapped),
    'json5-tests.wrapped.jsonl': readExpected('json5-tests.expected.json').lines.map(({ kind }) => kind),
  }
  for (const [file, wanted] of Object.entries(kinds)) {
    const path = join(suite, file)
    const bytes = readFileSync(path)
    const ways = [
      ['64 KiB', () => stage.play(['classify', path])],
      ...PIECES.map((piece) => [
        `${piece} bytes`,
        () => stage.play(['classify', '--no-links', '-'], { stdin: bytes, piece, limit: 120_000 }),
      ]),
    ]
    for (const [way, play] of ways) {
      const found = readKinds((await play()).stdout)
      for (const [i, kind] of wanted.entries())
        tally.hold(
          `conformance lines in chunks of ${way}`,
          found.length === wanted.length && found[i].startsWith(kind),
          `${file}:${i + 1} is ${found[i]}, not ${kind}`,
        )
    }
  }
}

async function proveFiles({ stage, tally }) {
  const files = readExpected('expected.json').files
  await Promise.all(
    files.map(async ({ file, as_ledger: { torn_tail: torn, ...counts } }) => {
      const report = parseJson((await stage.play(['scan', join(suite, file), '--json'])).stdout)
      const wrong = compareCounts(report, counts)
      tally.hold('conformance files as ledgers', wrong.length === 0, `${file}: ${wrong.join('; ')}`)
      holdTorn(tally, file, report, torn)
    }),
  )
}

/** A decimal number as its digits and the power of ten behind them, so that two spellings of one are the same. */
function normalise(text) {
  const [, sign, whole, part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (whole === undefined) return text
  const digits = `${whole}${part}`.replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  return kept === '' ? '0' : `${sign}${kept}e${Number(power) - part.length + digits.length - kept.length}`
}

/** What each value is shown as where it is the session of a record; the same number in another spelling is the same. */
async function proveNumber({ stage, tally, folder }, text, name) {
  const path = join(folder, `value-${name}.jsonl`)
  writeFileSync(path, `{"message":"refused","workspace":"/home/agent/a","session_id":${text}}\n`)
  const { stdout } = await stage.play(['explain', `${path}:1`, '--json'])
  const shown = parseJson(stdout)?.facts.find(({ field }) => field === 'session_id')?.value
  const holds = shown === undefined || normalise(shown) === normalise(text)
  tally.hold('values not shown as others', holds, `${text} is shown as ${shown}`)
}

async function proveString({ stage, tally, folder }, text, name) {
  const path = join(folder, `value-${name}.jsonl`)
  writeFileSync(
    path,
    Buffer.concat([Buffer.from('{"message":"refused","session_id":'), text, Buffer.from('}\n')]),
  )
  const [table, json] = await Promise.all(
    [[], ['--json']].map((format) => stage.play(['explain', `${path}:1`, ...format])),
  )
  const replaced = [table, json].some(({ stdout }) => /\ufffd|\\ufffd/.test(stdout))
  tally.hold('values not shown as others', !replaced, `${name} is shown with U+FFFD`)
  if (!text.includes('\\u0000')) return
  tally.hold('values not shown as others', /A\S*B/.test(table.stdout), `${name} is cut at its NUL`)
}

async function proveKeys({ stage, tally, folder }, text, name) {
  const path = join(folder, `value-${name}.jsonl`)
  writeFileSync(path, `${text.replaceAll('\n', '')}\n`)
  const report = parseJson((await stage.play(['scan', path, '--json'])).stdout)
  const shown = parseJson((await stage.play(['show', report.clusters[0].id, path, '--json'])).stdout)
  const keys = Object.keys(JSON.parse(text)).sort()
  tally.hold(
    'values not shown as others',
    JSON.stringify([...shown.why.ignored].sort()) === JSON.stringify(keys),
    `${name}: fields ${JSON.stringify(shown.why.ignored)}, not ${JSON.stringify(keys)}`,
  )
}

/** Two run numbers that a double cannot tell apart are two runs, and a key that stands twice is told. */
async function proveDoubts({ stage, tally, folder }) {
  const runs = join(folder, 'runs.jsonl')
  writeFileSync(
    runs,
    '{"message":"a","workspace":"/tmp/pytest-of-a/pytest-1/test_b0","run_id":9007199254740993}\n' +
      '{"message":"a","run_id":9007199254740992}\n',
  )
  const { stdout } = await stage.play(['classify', runs])
  const second = parseJson(stdout.split('\n')[1])
  tally.hold(
    'values not shown as others',
    second?.class === 'unattributed',
    `a record of run 9007199254740992 is ${second?.class} (${second?.reason}) by run 9007199254740993`,
  )
  const twice = join(folder, 'keys.jsonl')
  writeFileSync(
    twice,
    '{"message":"a","session_id":"s","workspace":"/tmp/pytest-of-a/pytest-1/test_b0","workspace":"/home/a"}\n',
  )
  const explained = await stage.play(['explain', `${twice}:1`])
  tally.hold(
    'values not shown as others',
    /twice|duplicate|more than once|several times|repeated/i.test(explained.stdout),
    'explain says nothing of a workspace that is recorded twice with other values',
  )
}

async function proveValues(context) {
  const folder = join(suite, 'transform')
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name))
    const text = bytes.toString('utf8').trim()
    if (name.startsWith('number')) await proveNumber(context, text.slice(1, -1), name)
    else if (name.startsWith('object')) await proveKeys(context, text, name)
    else await proveString(context, bytes.subarray(bytes.indexOf(0x22), bytes.lastIndexOf(0x22) + 1), name)
  }
  await proveDoubts(context)
}

export async function proveConformance(context) {
  if (!existsSync(suite)) return context.tally.skip('conformance files', 'there is no shared folder')
  await proveLines(context)
  await proveFiles(context)
  await proveValues(context)
}
