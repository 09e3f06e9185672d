// One record by `explain`, one cluster by `show` and `gate`, against what `scan` and `classify` say of them.
import { CLASSES } from './figures.mjs'

const MEMBERS_LISTED = 50

const sumOf = (list, pick) => list.reduce((sum, part) => sum + pick(part), 0)

async function checkRecord(random, { verdicts, path, step, code }) {
  const line = random.between(1, verdicts.length + 1)
  const verdict = verdicts[line - 1]
  const form = random.pick([['--json'], [], ['--raw'], ['--width', String(random.between(40, 160))]])
  const explain = await step(['explain', `${path}:${line}`, ...form], [verdict === undefined ? 2 : code])
  if (form[0] !== '--json' || verdict?.class === undefined) return
  const explained = explain.document('explain')
  if (explained === undefined) return
  for (const name of ['class', 'reason', 'at', 'cluster', 'signature', 'offset', 'facts'])
    if (JSON.stringify(explained[name]) !== JSON.stringify(verdict[name]))
      explain.fail('disagreement', `${name} of explain and classify differ`)
}

/** `show` as a document against its cluster. */
function* compareShown(shown, cluster, verdicts) {
  const mine = verdicts.filter((verdict) => verdict.cluster === cluster.id)
  const undated = mine.filter(({ at }) => at === null).length
  if (shown.undated !== undated) yield `${shown.undated} undated in show, ${undated} in classify`
  for (const name of ['count', ...CLASSES, 'first', 'last'])
    if (shown.cluster[name] !== cluster[name]) yield `${name} of a cluster in show and scan differ`
  if (sumOf(shown.verdicts, ({ records }) => records) !== cluster.count)
    yield 'verdicts of show do not add up'
  if (
    shown.why.signatures <= MEMBERS_LISTED &&
    sumOf(shown.why.members, ({ records }) => records) !== cluster.count
  )
    yield 'members of show do not add up'
  for (const { name, top, uncounted } of shown.values)
    if (sumOf(top, ({ records }) => records) + uncounted > cluster.count)
      yield `values of ${name} are more than records`
}

async function checkCluster(random, { whole, verdicts, path, step }) {
  const cluster = random.chance(0.7) ? whole.clusters[0] : random.pick(whole.clusters)
  if (cluster === undefined) return
  const asJson = random.chance(0.6)
  const screen = asJson ? ['--json'] : ['--width', String(random.between(40, 200))]
  const show = await step(['show', cluster.id, path, ...screen], [0])
  const shown = asJson ? show.document('show') : undefined
  if (shown !== undefined) show.hold(compareShown(shown, cluster, verdicts), 'disagreement')
  const doubted = (cluster.reasons['test-path-in-text'] ?? 0) + (cluster.reasons.linked ?? 0)
  const code = cluster.real > 0 ? 0 : cluster.unattributed + doubted === 0 ? 1 : 10
  const gate = await step(['gate', cluster.id, path, ...screen], [code])
  const answer = asJson ? gate.document('gate') : undefined
  if (answer === undefined) return
  if (answer.code !== code) gate.fail('disagreement', `the code in the document is ${answer.code}`)
  if (answer.selected.records !== cluster.count)
    gate.fail('disagreement', 'count of a cluster in gate and scan')
}

export async function checkOne(random, context) {
  await checkRecord(random, context)
  await checkCluster(random, context)
}
