import { CLASSES } from '../../classify/decide.ts'
import type { Catalogue } from '../../evidence/catalogue/load.ts'
import { UNICODE } from '../../text/glyphs.ts'
import { escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import { fitEnd, padEnd, padStart } from '../../text/width.ts'
import { formatCount } from '../figures.ts'
import type { RulesTest } from '../rules-test.ts'
import { explainStrength, summariseChanges, summariseClusters } from '../wording/rules.ts'
import { CLASS_NAME } from '../wording/verdicts.ts'

const NAME_WIDTH = 32

/** The catalogue, one rule a line: its name, what it weighs, what it is. */
export function layOutCatalogue(catalogue: Catalogue, columns: number): Printable[] {
  const line = (name: string, strength: string, title: string): Printable =>
    fitEnd(
      print` ${padEnd(escapeRaw(name), NAME_WIDTH)}  ${padEnd(explainStrength(strength), 22)}  ${escapeRaw(title)}`,
      columns,
      UNICODE.ellipsis,
    )
  return [
    ...catalogue.shapes.map((shape) =>
      line(`temp-path/${shape.id}`, shape.checked ? shape.strength : 'unchecked', shape.title),
    ),
    ...catalogue.roots.map((root) => line(`temp-root/${root.id}`, 'C', root.source)),
    ...catalogue.markers.map((marker) =>
      line(`marker/${marker.variable}`, 'A', `variable of ${marker.framework}`),
    ),
    ...catalogue.fixtureSessions.map((name) => line('session/fixture', 'A', `session ${name}`)),
  ]
}

type Entry = {
  readonly title: string
  readonly strength: string
  readonly source: string
  readonly match: readonly string[]
  readonly reject: readonly string[]
}

function findEntry({ shapes, roots, markers }: Catalogue, name: string): Entry | undefined {
  const id = name.replace(/^temp-(?:path|root)\/|^marker\//, '')
  const shape = shapes.find((one) => one.id === id)
  if (shape !== undefined) {
    const { title, source, examples } = shape
    return {
      title,
      source,
      strength: shape.checked ? shape.strength : 'unchecked',
      match: examples.match.map((one) => one.path),
      reject: examples.reject,
    }
  }
  const root = roots.find((one) => one.id === id)
  if (root !== undefined) return { title: root.id, strength: 'C', source: root.source, ...root.examples }
  const marker = markers.find((one) => one.variable === id)
  return marker === undefined
    ? undefined
    : { title: `variable of ${marker.framework}`, strength: 'A', source: marker.source, ...marker.examples }
}

/** One rule of the catalogue in full, or undefined where there is none of that name. */
export function layOutCatalogueEntry(catalogue: Catalogue, name: string): Printable[] | undefined {
  const entry = findEntry(catalogue, name)
  if (entry === undefined) return undefined
  return [
    print`${escapeRaw(name)}   ${escapeRaw(entry.title)}`,
    print`  weighs   ${explainStrength(entry.strength)}`,
    print`  source   ${escapeRaw(entry.source)}`,
    print`  matches`,
    ...entry.match.map((example) => print`    ${escapeRaw(example)}`),
    print`  does not match`,
    ...entry.reject.map((example) => print`    ${example === '' ? print`(nothing)` : escapeRaw(example)}`),
  ]
}

/** What a user's rules do: hits of each, then the changes by what turns into what, record by record. */
export function layOutRulesTest(
  { hits, changes, counts, clusters }: RulesTest,
  ids: readonly string[],
  path: string,
): Printable[] {
  const width = Math.max(4, ...ids.map((id) => String(hits.get(id) ?? 0).length))
  const lines = [print`${escapeRaw(path)}`, print``, print` ${padStart(print`HITS`, width)}  RULE`]
  for (const id of ids)
    lines.push(print` ${padStart(formatCount(hits.get(id) ?? 0), width)}  ${escapeRaw(id)}`)
  lines.push(
    print``,
    print` ${summariseChanges([...counts.values()].reduce((sum, count) => sum + count, 0))}`,
    print` ${summariseClusters(clusters)}`,
  )
  for (const before of CLASSES) {
    for (const after of CLASSES) {
      const count = counts.get(`${before} ${after}`) ?? 0
      if (count === 0) continue
      const listed = changes.filter((change) => change.before === before && change.after === after)
      lines.push(print``, print` ${CLASS_NAME[before]} to ${CLASS_NAME[after]}: ${formatCount(count)}`)
      for (const { ledger, line, rules } of listed) {
        lines.push(
          print`   ${escapeRaw(ledger)}:${line}   ${rules.length === 0 ? print`by link` : join(rules.map(escapeRaw), print`, `)}`,
        )
      }
      if (listed.length < count) lines.push(print`   and ${formatCount(count - listed.length)} more`)
    }
  }
  return lines
}
