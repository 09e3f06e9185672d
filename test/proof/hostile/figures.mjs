// Compares what a report says of an input with what the input is known to be.

/** A JSON text, or undefined where it is none. */
export function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** True where a report says that the last line was cut off. */
const saysTorn = ({ inputs: [input], malformed, notes }) =>
  input.torn === true ||
  input.tornTail === true ||
  malformed.some(({ line, reason, torn }) => line === input.lines && (reason === 'torn' || torn === true)) ||
  notes.some(({ code }) => code.includes('torn'))

/** Where the figures of a report's only input differ from the known ones, in words; none where they do not. */
export function compareCounts(report, counts) {
  const input = report?.inputs?.[0]
  if (input === undefined) return ['no document with the input in it']
  const wrong = ['lines', 'records', 'blank', 'malformed']
    .filter((key) => input[key] !== counts[key])
    .map((key) => `${key} ${input[key]}, not ${counts[key]}`)
  if (input.lines !== input.records + input.blank + input.malformed) wrong.push('lines are not their sum')
  const { totals } = report
  if (totals.records !== totals.synthetic + totals.real + totals.unattributed)
    wrong.push('records are not the sum of their classes')
  return wrong
}

/** One case of the figure of torn tails: a last line without its end that is no record is told, and no other is. */
export const holdTorn = (tally, name, report, torn) =>
  tally.hold(
    'torn tails told as such',
    report?.inputs?.[0] !== undefined && saysTorn(report) === torn,
    `${name}: ${torn ? 'nothing is said of the last line being cut off' : 'a torn tail is told, and there is none'}`,
  )

/** What `classify` said of each line, in the words of the corpus. */
export const readKinds = (stdout) =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map(parseJson)
    .map((line) =>
      line?.class !== undefined ? 'record' : line?.blank === true ? 'blank' : `malformed ${line?.malformed}`,
    )

/** The first line that is not what it should be, or undefined. A kind without a reason takes any. */
export function compareKinds(found, kinds) {
  if (found.length !== kinds.length) return `${found.length} lines, not ${kinds.length}`
  const at = kinds.findIndex(
    (kind, i) => found[i] !== kind && !(kind === 'malformed' && found[i].startsWith(kind)),
  )
  return at < 0 ? undefined : `line ${at + 1} is ${found[at]}, not ${kinds[at]}`
}
