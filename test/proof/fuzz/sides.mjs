// Two inputs: `diff` of them, both in any order, a ledger that has grown, a saved report that was damaged.
import { readFileSync, writeFileSync } from 'node:fs'
import { texts } from './dictionary.mjs'
import { expect } from './expect.mjs'
import { checkReport, checkTotals } from './figures.mjs'

/** Runs one of the checks that need two inputs. */
export async function checkSides(context) {
  await context.random.pick([checkDiff, checkOrder, checkGrowth, checkSaved, checkAppended, checkMoment])(
    context,
  )
}

/** Writes the second input; gives its counts and the exit codes that both inputs ask for. */
function prepare({ expected, tools }) {
  writeFileSync(tools.otherPath, tools.other)
  const other = expect(tools.other)
  if (other.packed) return { counted: undefined, codes: [0, 3, 4] }
  // One input that is no ledger spoils both.
  return { counted: other.counted, codes: [Math.max(expected.code, other.code)] }
}

async function checkDiff(context) {
  const { expected, step, tools, random } = context
  const { counted, codes } = prepare(context)
  await step(['diff', tools.path, tools.otherPath, '--width', String(random.between(40, 160))], codes)
  const diff = await step(['diff', tools.path, tools.otherPath, '--json'], codes)
  if (diff.code !== 0) return
  const document = diff.document('diff')
  if (document === undefined) return
  diff.hold(checkTotals(document.before.totals, expected.counted), 'count')
  diff.hold(checkTotals(document.after.totals, counted), 'count')
  for (const side of ['before', 'after']) {
    const clustered = document.clusters.reduce((sum, cluster) => sum + (cluster[side]?.count ?? 0), 0)
    const { records } = document[side].selected
    if (clustered !== records) diff.fail('sums', `clusters ${side}: ${clustered} records of ${records}`)
  }
  const same = await step(['diff', tools.path, tools.path, '--json'], [expected.code])
  const counts = same.document('diff')?.counts
  for (const [change, clusters] of Object.entries(counts ?? {}))
    if (change !== 'same' && clusters !== 0)
      same.fail('disagreement', `a ledger and itself: ${clusters} ${change}`)
}

async function checkOrder(context) {
  const { step, tools } = context
  const { codes } = prepare(context)
  const options = ['--format', 'json', '--top', 'all']
  const one = await step(['scan', tools.path, tools.otherPath, ...options], codes)
  const two = await step(['scan', tools.otherPath, tools.path, ...options], codes)
  if (one.stdout !== two.stdout) two.fail('unstable', 'two ledgers in another order')
  if (one.stdout !== '') one.hold(checkReport(one.document('report')))
}

/** An id once printed finds its cluster when the ledger has grown. */
async function checkGrowth({ bytes, whole, verdicts, step, tools }) {
  const ended = bytes.length === 0 || bytes.at(-1) === 0x0a
  const grown = Buffer.concat([bytes, ended ? Buffer.alloc(0) : Buffer.from('\n'), tools.other])
  const { packed, foreign, counted, code } = expect(grown)
  if (whole === undefined || verdicts === undefined || packed || foreign) return
  writeFileSync(tools.otherPath, grown)
  const scan = await step(['scan', tools.otherPath, '--format', 'json', '--top', 'all'], [code])
  const report = scan.stdout === '' ? undefined : scan.document('report')
  if (report === undefined) return
  scan.hold(checkReport(report, counted), 'count')
  const known = new Set(report.clusters.flatMap(({ members }) => members))
  for (const { members } of whole.clusters)
    for (const id of members) if (!known.has(id)) scan.fail('disagreement', `${id} is not found any more`)
  const again = await step(['classify', tools.otherPath], [code])
  const lines = again.document('classify')
  for (const [at, { line, signature, at: time }] of verdicts.entries())
    if (lines !== undefined && (lines[at].signature !== signature || lines[at].at !== time))
      again.fail('disagreement', `line ${line} is signed or dated otherwise since lines came after it`)
}

/** A saved report against its ledger; damaged, it must be refused or read, never break the program. */
async function checkSaved({ expected, random, step, tools, bytes }) {
  const { stdout } = await step(['scan', tools.path, '--format', 'json', '--top', 'all'], [expected.code])
  if (stdout === '') return
  writeFileSync(tools.otherPath, stdout)
  const diff = await step(['diff', tools.otherPath, tools.path, '--json'], [expected.code])
  const document = diff.code === 0 ? diff.document('diff') : undefined
  if (document?.earlier?.identical === false)
    diff.fail('disagreement', 'the bytes of a saved report are said to differ')
  if (document?.appended != null && document.appended.records > 0)
    diff.fail('disagreement', 'records are said to have been appended')
  const text = readFileSync(tools.otherPath, 'utf8')
  const at = random.below(text.length + 1)
  const piece = random.chance(0.5) ? random.pick(texts) : JSON.stringify(random.pick(texts))
  writeFileSync(tools.otherPath, text.slice(0, at) + piece + text.slice(at + random.below(12)))
  await step(['diff', tools.otherPath, tools.path], [0, 1, 2, 3, 4])
  if (bytes.length < 2) return
  writeFileSync(tools.otherPath, text)
  writeFileSync(tools.thirdPath, bytes.subarray(0, random.below(bytes.length)))
  await step(['diff', tools.otherPath, tools.thirdPath], [0, 3, 4])
}

/** What came after a saved report: all lines behind its bytes, whatever was cut at a line's end. */
async function checkAppended({ expected, random, step, tools, bytes }) {
  const cut = bytes.lastIndexOf(0x0a, random.below(bytes.length)) + 1
  const earlier = expect(bytes.subarray(0, cut))
  if (cut === 0 || earlier.code !== 0) return
  writeFileSync(tools.thirdPath, bytes.subarray(0, cut))
  const { stdout } = await step(['scan', tools.thirdPath, '--format', 'json', '--top', 'all'], [0])
  writeFileSync(tools.otherPath, stdout)
  const diff = await step(['diff', tools.otherPath, tools.path, '--json'], [expected.code])
  const document = diff.document('diff')
  if (document === undefined || diff.code !== 0) return
  if (document.earlier?.identical !== true) diff.fail('disagreement', 'earlier bytes are said to differ')
  for (const name of ['records', 'blank', 'malformed']) {
    const added = expected.counted[name] - earlier.counted[name]
    if (document.appended?.[name] !== added)
      diff.fail('count', `${name} appended: ${document.appended?.[name]}, not ${added}`)
  }
}

async function checkMoment({ expected, step, tools, random }) {
  const at = random.pick(['2026-08-16T01:00:05Z', '2026-03-01', '1970-01-01', '7d'])
  const diff = await step(['diff', '--at', at, tools.path, '--json'], [expected.code])
  if (diff.code !== 0) return
  const document = diff.document('diff')
  if (document === undefined) return
  for (const side of [document.before, document.after])
    diff.hold(checkTotals(side.totals, expected.counted), 'count')
}
