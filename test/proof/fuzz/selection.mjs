// What `count` counts under an option, against the verdicts of `classify`: exactly those records, by exactly that code.
import { CLASSES } from './figures.mjs'

const isAt = (compare) => (verdict) => verdict.at != null && compare(verdict.at)

/** An option with the verdicts that it selects. Times of four-digit years are in order as texts. */
function chooseSelection(random, { whole, verdicts }) {
  const of = random.pick(CLASSES)
  const cluster = random.pick(whole.clusters)
  const dated = verdicts.filter(({ at }) => at != null)
  const moment = random.chance(0.8) ? random.pick(dated)?.at : '2026-03-01T00:00:00.000Z'
  const choices = [[['--class', of], (verdict) => verdict.class === of]]
  if (cluster !== undefined)
    choices.push([['--match', `id:${cluster.id}`], (verdict) => verdict.cluster === cluster.id])
  if (moment !== undefined) {
    choices.push([['--since', moment], isAt((at) => at >= moment)])
    choices.push([['--until', moment], isAt((at) => at < moment)])
  }
  return random.pick(choices)
}

/** An option about the exit code, with the code that it asks for. */
function chooseCode(random, verdicts, counted, known) {
  const malformed = verdicts.filter((verdict) => verdict.malformed !== undefined).length
  const of = random.pick([...CLASSES, 'any', 'malformed'])
  const isMet = {
    any: counted.length > 0,
    malformed: malformed > 0,
    ...Object.fromEntries(CLASSES.map((name) => [name, counted.some((verdict) => verdict.class === name)])),
  }
  const wanted = counted.length + random.below(2)
  return random.pick([
    [[], known],
    [['--fail-on', of], known === 0 && isMet[of] ? 1 : known],
    [['--strict'], known === 0 && malformed > 0 ? 4 : known],
    [['--expect', String(wanted)], known === 0 && wanted !== counted.length ? 1 : known],
    [['--exit-zero', '--strict', '--fail-on', 'any'], 0],
  ])
}

export async function checkSelection(random, { whole, verdicts, path, step, code: known }) {
  const [options, isSelected] = chooseSelection(random, { whole, verdicts })
  const counted = verdicts.filter((verdict) => verdict.class !== undefined && isSelected(verdict))
  const [more, code] = chooseCode(random, verdicts, counted, known)
  const count = await step(['count', path, '--json', ...options, ...more], [code])
  const { selected } = count.document('count') ?? {}
  if (selected === undefined) return
  if (selected.records !== counted.length)
    count.fail('disagreement', `${options[0]}: ${selected.records} counted, ${counted.length} in classify`)
  for (const of of CLASSES) {
    const expected = counted.filter((verdict) => verdict.class === of).length
    if (selected[of] !== expected)
      count.fail('disagreement', `${options[0]}: ${selected[of]} ${of} counted, ${expected} in classify`)
  }
}
