// What is wrong with a report, measured against the bytes that it says it is of.
import { createHash } from 'node:crypto'
import { countBytes, judgeLines } from '../counter.mjs'

export const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** The document of a run of `scan` or `count` and its only input, or what the run said instead. */
export function readReport({ stdout, stderr, status, signal, late }) {
  try {
    const report = JSON.parse(stdout.toString())
    return { report, input: report.inputs[0], status }
  } catch {
    const said = stderr.toString().trim().slice(0, 200)
    return { status, failure: `exit ${status ?? signal}${late ? ', killed' : ''}, no document: ${said}` }
  }
}

/** Where the counts of a report are not those of some bytes. */
export function* compareCounts({ report, input }, bytes) {
  const counted = countBytes(bytes)
  for (const name of ['lines', 'records', 'blank', 'malformed']) {
    if (input[name] !== counted[name]) yield `${name} ${input[name]}, not ${counted[name]}`
    if (report.totals[name] !== counted[name])
      yield `total of ${name} ${report.totals[name]}, not ${counted[name]}`
  }
}

/** Where the sums of a report do not add up, or it does not end as it says that it is. */
export function* checkSums({ report, input, status }) {
  const { lines, records, blank, malformed, synthetic, real, unattributed } = report.totals
  if (lines !== records + blank + malformed) yield 'lines are not records + blank + malformed'
  if (records !== synthetic + real + unattributed) yield 'records are not synthetic + real + unattributed'
  if (report.complete !== input.complete) yield 'the report and its input differ in being complete'
  const expected = report.complete ? 0 : 4
  if (status !== expected) yield `exit ${status}, not ${expected}, and complete: ${report.complete}`
}

/** Where a report on a ledger that only grew is not the reference count of the first N bytes. */
export function* judgeGrowing(told, bytes) {
  if (told.failure !== undefined) {
    yield told.failure
    return
  }
  const { input } = told
  yield* checkSums(told)
  if (!input.complete) yield 'not complete, though the ledger only grew'
  if (input.end !== 'unchanged' && input.end !== 'grew')
    yield `end: ${input.end}, though the ledger only grew`
  const read = bytes.subarray(0, input.bytes)
  if (read.length !== input.bytes) yield `${input.bytes} bytes, more than the ledger ever had`
  if (hashOf(read) !== input.sha256) yield `sha256 is not that of the first ${input.bytes} bytes`
  yield* compareCounts(told, read)
}

const kindOf = (line) =>
  'class' in line ? 'record' : 'malformed' in line ? 'malformed' : line.blank === true ? 'blank' : 'none'

/** The lines that `classify` printed, or undefined where one of them is no document. */
export function readLines(stdout) {
  try {
    const lines = stdout.toString().split('\n')
    return lines.pop() === '' ? lines.map((line) => JSON.parse(line)) : undefined
  } catch {
    return undefined
  }
}

/**
 * Where `classify`, run while a ledger grew to `bytes`, is not its first lines, each once and in order. The last of them
 * may have been half there.
 */
export function* judgeClassified({ stdout, status }, bytes) {
  const lines = readLines(stdout)
  if (status !== 0) yield `exit ${status}`
  if (lines === undefined) {
    yield 'not printed line by line to its end'
    return
  }
  const reference = [...judgeLines(bytes)]
  for (const [i, line] of lines.entries()) {
    const expected = reference[i]
    const isLast = i === lines.length - 1
    if (expected === undefined) yield `line ${line.line} is a phantom`
    else if (line.line !== i + 1 || line.offset !== expected.start) {
      yield `place ${i + 1}: line ${line.line} at ${line.offset}, not ${i + 1} at ${expected.start}`
      return
    } else if (kindOf(line) !== expected.kind && !(isLast && kindOf(line) === 'malformed'))
      yield `line ${line.line}: ${kindOf(line)}, not ${expected.kind}`
  }
}
