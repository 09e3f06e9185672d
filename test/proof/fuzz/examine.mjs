// Runs one input through every command that reads a ledger, and gives what is not as it should be.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readDocument } from './documents.mjs'
import { expect } from './expect.mjs'
import {
  checkAgreement,
  checkInput,
  checkReport,
  checkTimes,
  checkTotals,
  checkVerdicts,
} from './figures.mjs'
import { checkOne } from './one.mjs'
import { layoutOptions } from './options.mjs'
import { createRandom } from './random.mjs'
import { checkSelection } from './selection.mjs'
import { findForbidden } from './shown.mjs'
import { checkSides } from './sides.mjs'

const SLOW_MS = 100

/** The bytes in chunks of random sizes, some of one byte. */
function cutIntoChunks(bytes, random) {
  const most = random.pick([1, 3, 64, 4096, 65_536])
  const least = bytes.length / 2000
  const chunks = []
  for (let from = 0; from < bytes.length; ) {
    const size = Math.ceil(Math.max(least, random.between(1, most)))
    chunks.push(Buffer.from(bytes.subarray(from, from + size)))
    from += size
  }
  return chunks
}

/** The first line in which two texts differ, both ways: what differs tells two faults apart. */
function findDifference(one, two) {
  const [left, right] = [one.split('\n'), two.split('\n')]
  const at = left.findIndex((line, i) => line !== right[i])
  return `${(left[at] ?? 'nothing').trim().slice(0, 80)} became ${(right[at] ?? 'nothing').trim().slice(0, 80)}`
}

/**
 * Everything that is done with one input. `tools` has the stage, the file to write it to, the counter, and another input;
 * `plan` is the seed of all choices made here. Gives findings and the slowest run.
 */
export async function examine(bytes, plan, tools) {
  // A stream for each part: a smaller input must not change what the parts behind it choose.
  const randomFor = (part) => createRandom((plan + part) >>> 0)
  const { path, run, validate } = tools
  const expected = expect(bytes)
  const findings = []
  const report = (kind, detail, argv, stdin = false) => findings.push({ kind, detail, argv, stdin })
  const slow = []
  writeFileSync(path, bytes)
  const before = statSync(path)

  /** One command line; its streams and its exit code are judged here. */
  const step = async (argv, codes, { chunks, columns } = {}) => {
    const result = await run([...argv, '--debug'], { stdin: chunks, columns })
    const fail = (kind, detail) => report(kind, detail, argv, chunks !== undefined)
    tools.ran(result)
    if (result.ms > SLOW_MS) slow.push({ ms: result.ms, argv })
    if (result.thrown !== undefined) fail('exception', String(result.thrown?.stack ?? result.thrown))
    else if (result.code === 70) fail('exit 70', result.stderr)
    else if (!expected.packed && !codes.includes(result.code))
      fail('exit code', `${result.code}, not ${codes.join(' or ')}: ${result.stderr.slice(0, 300)}`)
    else if (expected.packed && ![0, 1, 2, 3, 4, 10].includes(result.code))
      fail('exit code', `${result.code}`)
    const stderr = columns === undefined ? result.stderr : result.stderr.replaceAll('\r\u001b[K', '')
    for (const text of [result.stdout, stderr]) {
      const found = findForbidden(text)
      if (found !== undefined) fail(found.kind, found.detail)
    }
    const document = (name) => readDocument(name, result, validate, fail)
    const hold = (problems, kind = 'sums') => {
      for (const problem of problems) fail(kind, problem)
    }
    return { ...result, document, hold, fail }
  }

  const isJudged = ({ code }) => !expected.foreign && (!expected.packed || code === 0)
  const judge = (found, document, check) => {
    if (document !== undefined && isJudged(found)) found.hold(check(), 'count')
  }

  const scan = await step(['scan', path, '--format', 'json', '--top', 'all'], [expected.code])
  const whole = scan.stdout === '' ? undefined : scan.document('report')
  judge(scan, whole, () => checkReport(whole, expected.counted))
  if (whole !== undefined && isJudged(scan))
    scan.hold(checkInput(whole.inputs[0], bytes, expected.counted), 'count')

  if (whole !== undefined && whole.complete !== (scan.code === 0))
    scan.fail('disagreement', `complete is ${whole.complete}, the exit code ${scan.code}`)

  const classify = await step(['classify', path], [expected.code])
  const verdicts = classify.document('classify')
  judge(classify, verdicts, () => checkVerdicts(verdicts, expected.content, expected.counted))
  if (verdicts !== undefined && isJudged(classify))
    classify.hold(checkTimes(verdicts, expected.content), 'time')
  if (whole !== undefined && verdicts !== undefined && isJudged(scan))
    scan.hold(checkAgreement(whole, verdicts), 'disagreement')

  const count = await step(['count', path, '--format', 'json'], [expected.code])
  const figures = count.stdout === '' ? undefined : count.document('count')
  judge(count, figures, () => checkTotals(figures.totals, expected.counted))
  if (whole !== undefined && figures !== undefined && isJudged(count)) {
    for (const part of ['totals', 'selected', 'reasons', 'inputs'])
      if (JSON.stringify(figures[part]) !== JSON.stringify(whole[part]))
        count.fail('disagreement', `${part} of count and scan differ`)
  }

  const screen = randomFor(2)
  await step(['scan', path, ...layoutOptions(randomFor(1), tools, bytes)], [0, 2, 3], {
    columns: screen.chance(0.3) ? screen.between(40, 200) : undefined,
  })
  await checkAgain(randomFor(3))
  const context = { whole, verdicts, path, step, code: expected.code }
  if (whole !== undefined && verdicts !== undefined && isJudged(scan)) {
    await checkOne(randomFor(4), context)
    await checkSelection(randomFor(6), context)
  }
  const random = randomFor(5)
  if (random.chance(0.15) && tools.other !== undefined && !expected.packed && !expected.foreign)
    await checkSides({ ...context, bytes, expected, random, tools })

  const after = existsSync(path) ? statSync(path) : undefined
  if (after?.mtimeMs !== before.mtimeMs || !readFileSync(path).equals(bytes))
    report('ledger changed', `${before.size} bytes before, ${after?.size} after`, [])
  for (const [folder, files] of tools.folders)
    if (readdirSync(folder).length !== files) report('file left behind', readdirSync(folder).join(' '), [])
  return { findings, slow, size: expected.content.length }

  /** The same bytes once more: as a file, or as standard input in chunks of any size. */
  async function checkAgain(random) {
    const chunks = random.chance(0.75) ? cutIntoChunks(bytes, random) : undefined
    const place = chunks === undefined ? path : '-'
    const of = random.pick(['scan', 'classify', 'count'])
    const argv = of === 'classify' ? [of, place] : [of, place, '--format', 'json']
    if (of === 'scan') argv.push('--top', 'all')
    const again = await step(argv, [expected.code], { chunks })
    const first = { scan, classify, count }[of]
    const earlier = first.stdout.replaceAll(JSON.stringify(path), JSON.stringify(place))
    const how = chunks === undefined ? 'the file once more' : `${chunks.length} chunks`
    if (again.stdout !== earlier)
      again.fail('unstable', `${findDifference(earlier, again.stdout)} in ${of} of ${how}`)
  }
}
