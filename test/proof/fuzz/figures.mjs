// Sums that must hold within one document, and between documents about the same bytes. Each check yields what does not.
import { createHash } from 'node:crypto'

export const CLASSES = ['synthetic', 'real', 'unattributed']

const sumOf = (list, pick) => list.reduce((sum, part) => sum + pick(part), 0)
const sumOfClasses = (counts) => sumOf(CLASSES, (of) => counts[of])

function* differ(what, found, expected) {
  if (found !== expected) yield `${what}: ${found}, not ${expected}`
}

/** Totals against the independent counter, where there is one, and against each other. */
export function* checkTotals(totals, counted) {
  yield* differ('records + blank + malformed', totals.records + totals.blank + totals.malformed, totals.lines)
  yield* differ('synthetic + real + unattributed', sumOfClasses(totals), totals.records)
  if (totals.denials > totals.records) yield `${totals.denials} denials of ${totals.records} records`
  if (counted === undefined) return
  for (const name of ['lines', 'records', 'malformed', 'blank'])
    yield* differ(name, totals[name], counted[name])
}

/** An input as a document names it, against its bytes. */
export function* checkInput(input, bytes, counted) {
  yield* differ('tornTail', input.tornTail, counted.tornTail)
  yield* differ('bytes', input.bytes, bytes.length)
  yield* differ('sha256', input.sha256, createHash('sha256').update(bytes).digest('hex'))
  yield* differ('end', input.end, 'unchanged')
  yield* differ(
    'records by profile',
    sumOf(input.profiles, ({ records }) => records),
    input.records,
  )
}

function* checkCluster(cluster, timeline) {
  const name = `cluster ${cluster.id}`
  yield* differ(`${name}: classes`, sumOfClasses(cluster), cluster.count)
  yield* differ(`${name}: reasons`, sumOf(Object.values(cluster.reasons), Number), cluster.count)
  if (!cluster.members.includes(cluster.id)) yield `${name} is none of its members`
  if (cluster.denials > cluster.count) yield `${name}: more denials than records`
  if (cluster.first !== null && cluster.first > cluster.last && !/^[+-]/.test(cluster.first + cluster.last))
    yield `${name}: first after last`
  for (const of of CLASSES) {
    const stretches = sumOf(cluster.buckets, (bucket) => bucket[of])
    if (stretches > cluster[of]) yield `${name}: ${stretches} ${of} on the timeline, of ${cluster[of]}`
  }
  if (cluster.buckets.some(({ index }) => index >= (timeline?.starts.length ?? 0)))
    yield `${name}: a stretch beyond the timeline`
  const synthetic = Math.max(0, ...cluster.suspects.map(({ records }) => records))
  if (synthetic > cluster.synthetic) yield `${name}: a suspect with more records than are synthetic`
}

/** One report: totals, clusters and the rest add up, no member stands in two clusters. */
export function* checkReport(report, counted) {
  yield* checkTotals(report.totals, counted)
  const { selected, clusters, rest } = report
  yield* differ('selected by class', sumOfClasses(selected), selected.records)
  yield* differ('clusters and rest', sumOf(clusters, ({ count }) => count) + rest.count, selected.records)
  for (const of of CLASSES)
    yield* differ(
      `${of} in clusters and rest`,
      sumOf(clusters, (cluster) => cluster[of]) + rest[of],
      selected[of],
    )
  yield* differ('reasons', sumOf(Object.values(report.reasons), Number), selected.records)
  for (const cluster of clusters) yield* checkCluster(cluster, report.timeline)
  const members = clusters.flatMap((cluster) => cluster.members)
  yield* differ('distinct members', new Set(members).size, members.length)
  const listed = sumOf(report.inputs, ({ malformed }) => malformed)
  yield* differ('malformed lines listed', report.malformed.length, Math.min(100, listed))
}

/** Offsets at which the lines of some bytes start: split at line feeds only. */
function startsOf(bytes) {
  const starts = []
  for (let from = 0; from < bytes.length; ) {
    starts.push(from)
    const at = bytes.indexOf(0x0a, from)
    from = at < 0 ? bytes.length : at + 1
  }
  return starts
}

/** The lines of `classify` against the bytes, and against the counter. */
export function* checkVerdicts(verdicts, bytes, counted) {
  const starts = startsOf(bytes)
  yield* differ('verdicts', verdicts.length, starts.length)
  for (const [at, verdict] of verdicts.entries()) {
    if (verdict.line !== at + 1 || verdict.offset !== starts[at]) {
      yield `verdict ${at + 1} is of line ${verdict.line} at ${verdict.offset}, not at ${starts[at]}`
      break
    }
  }
  const tally = tallyVerdicts(verdicts)
  yield* checkTotals({ ...tally, denials: 0 }, counted)
  const torn = verdicts.findIndex(({ malformed }) => malformed === 'torn')
  if (torn >= 0 && torn !== verdicts.length - 1) yield `line ${torn + 1} is torn, but not the last`
  if (torn >= 0 && counted?.tornTail === false) yield 'a torn tail that the counter does not see'
  for (const { line, facts = [] } of verdicts)
    for (const { rule, span } of facts)
      if (span[0] < 0 || span[1] < span[0]) yield `line ${line}: ${rule} spans ${span}`
}

function tallyVerdicts(verdicts) {
  const tally = { lines: verdicts.length, records: 0, blank: 0, malformed: 0 }
  for (const of of CLASSES) tally[of] = 0
  for (const verdict of verdicts) {
    if (verdict.blank === true) tally.blank += 1
    else if (verdict.malformed !== undefined) tally.malformed += 1
    else {
      tally.records += 1
      tally[verdict.class] += 1
    }
  }
  return tally
}

/** A report against the verdicts line by line: classes, clusters, malformed lines, the records it quotes. */
export function* checkAgreement(report, verdicts) {
  const tally = tallyVerdicts(verdicts)
  for (const name of Object.keys(tally))
    yield* differ(`${name} of classify`, tally[name], report.totals[name])
  const byCluster = new Map()
  for (const { cluster } of verdicts)
    if (cluster !== undefined) byCluster.set(cluster, (byCluster.get(cluster) ?? 0) + 1)
  for (const { id, count, exemplars } of report.clusters) {
    yield* differ(`records of ${id} in classify`, byCluster.get(id) ?? 0, count)
    for (const { line, offset, class: of, reason } of exemplars) {
      const verdict = verdicts[line - 1]
      if (
        verdict?.offset !== offset ||
        verdict.class !== of ||
        verdict.reason !== reason ||
        verdict.cluster !== id
      )
        yield `line ${line} is quoted as ${of}, ${reason}, but is ${JSON.stringify(verdict)?.slice(0, 120)}`
    }
  }
  const malformed = verdicts.filter((verdict) => verdict.malformed !== undefined).slice(0, 100)
  for (const [at, { line, offset, reason }] of report.malformed.entries())
    if (malformed[at]?.line !== line || malformed[at].offset !== offset || malformed[at].malformed !== reason)
      yield `malformed line ${line} (${reason}) is another in classify`
}

const TIME_NAMES = new Set(['ts', 'time', 'at', 'createdat', 'datetime', '@timestamp', 'timestamp'])
const PLAIN_TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{3})?Z$/

/** The time that a record plainly has: one `timestamp`, in the form that every language writes; else undefined. */
function plainTimeOf(line) {
  let record
  try {
    record = JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
  const names = Object.keys(record ?? {}).filter((name) =>
    TIME_NAMES.has(name.toLowerCase().replaceAll('_', '')),
  )
  const { timestamp } = record ?? {}
  if (names.length !== 1 || typeof timestamp !== 'string' || !PLAIN_TIME.test(timestamp)) return undefined
  const at = new Date(timestamp)
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(timestamp.slice(0, 10))
    ? undefined
    : at.toISOString()
}

/** Times of verdicts against the records. */
export function* checkTimes(verdicts, bytes) {
  for (const { line, offset, at } of verdicts) {
    if (at === undefined || at === null) continue
    const end = bytes.indexOf(0x0a, offset)
    const plain = plainTimeOf(bytes.subarray(offset, end < 0 ? bytes.length : end))
    if (plain !== undefined && plain !== at) yield `line ${line} is dated ${at}, not ${plain}`
  }
}
