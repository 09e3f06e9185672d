import type { Glyphs } from '../../text/glyphs.ts'
import { escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import { quoteForShell } from '../../text/shell.ts'
import { formatBytes, formatCount } from '../figures.ts'
import type { Report, ReportCluster } from '../model.ts'
import { plural, records } from './counts.ts'

/** How an input stood when reading ended, for the header. */
export function describeEnd(input: Report['inputs'][number]): Printable {
  if (!input.complete) return print`INCOMPLETE`
  return input.modified
    ? print`changed meanwhile`
    : input.end === 'grew'
      ? print`grew meanwhile`
      : print`not modified`
}

/** Profile and size of an input, for the header. */
export function describeInput(input: Report['inputs'][number]): Printable {
  const [main] = input.profiles
  const size =
    input.unpacked === null
      ? formatBytes(input.bytes)
      : print`${formatBytes(input.bytes)} packed, ${formatBytes(input.unpacked)} of text`
  if (main === undefined) return size
  const { seen, known } = main.fields
  const fields = known === 0 ? print`` : print` (${seen} of ${known} fields)`
  const others = input.profiles.length === 1 ? print`` : print` and ${input.profiles.length - 1} more`
  return print`profile ${escapeRaw(main.name)}${fields}${others}   ${size}`
}

/** What stands in no row of a table: how many clusters were left out, how to see them, and what is in none. */
export function explainRest({ clusters, belowMin, untold }: Report['rest']): Printable {
  const beyond = print`${records(untold)} not told apart`
  if (clusters === 0) return beyond
  const more = print`${formatCount(clusters)} more ${plural(clusters, print`cluster`, print`clusters`)}${untold === 0 ? print`` : print`, ${beyond}`}`
  if (belowMin === 0) return print`--top all: ${more}`
  return belowMin === clusters ? print`--min 1: ${more}` : print`--top all --min 1: ${more}`
}

/** What the marks of the make-up bars stand for, behind the sum. */
export const explainLegend = ({ real, synthetic, unattributed }: Glyphs): Printable =>
  print`records   ${real} real  ${synthetic} synthetic  ${unattributed} unattributed`

/** Why a report shows no cluster. */
export function explainEmpty({ totals, rest }: Report): Printable {
  if (rest.count > 0) return explainRest(rest)
  if (totals.lines === 0) return print`The input is empty.`
  return totals.records === 0 ? print`No line is a record.` : print`No record is selected.`
}

/** Rows of a cluster that recorded too little to be told either way. */
const silentRows = (cluster: ReportCluster): number =>
  (cluster.reasons['no-provenance'] ?? 0) + (cluster.reasons.thin ?? 0)

/** True for the cluster that misleads most: some of its rows are proven tests, the rest nobody can tell. */
const isMixed = (cluster: ReportCluster): boolean =>
  cluster.synthetic > 0 && cluster.real === 0 && silentRows(cluster) > 0

/** What to make of the clusters on the screen, in a sentence or two. */
export function adviseOnClusters(
  clusters: readonly ReportCluster[],
  shortId: (id: string) => Printable,
): Printable[] {
  const advice: Printable[] = []
  const wholly = clusters.filter((cluster) => cluster.synthetic === cluster.count)
  const mixed = clusters.find(isMixed)
  if (wholly.length > 0) {
    const ids = join(
      wholly.slice(0, 3).map((cluster) => shortId(cluster.id)),
      print`, `,
    )
    const more = wholly.length > 3 ? print` and ${wholly.length - 3} more` : print``
    advice.push(
      print`${ids}${more} ${plural(wholly.length, print`is`, print`are`)} wholly synthetic: tests wrote every row.`,
    )
  }
  if (mixed !== undefined) {
    advice.push(
      print`${shortId(mixed.id)} is not: ${formatCount(silentRows(mixed))} of its rows say too little either way, and an absence of evidence is not evidence of a test.`,
    )
  }
  return advice
}

/** What to type next, with the ledgers that were read: the cluster that misleads most, else the first, then a record of it. */
export function nextSteps(report: Report, shortId: (id: string) => Printable): Printable[] {
  const ledgers = join(
    report.inputs.map((input) => quoteForShell(input.path)),
    print` `,
  )
  const first = report.clusters.find(isMixed) ?? report.clusters[0]
  // Standard input is used up: there is nothing to type that would read it again.
  if (report.inputs.some((input) => input.path === '-')) return []
  if (first === undefined) return [print` Next  ledger-triage count ${ledgers}`]
  const one = print` Next  ledger-triage show ${shortId(first.id)} ${ledgers}`
  const [record] = first.exemplars
  const second =
    record === undefined
      ? print`classify ${ledgers}`
      : print`explain ${quoteForShell(`${record.file}:${record.line}`)}`
  return [one, print`       ledger-triage ${second}`]
}

/** What `count --expect` found. */
export function explainExpectation(expected: number, found: number): Printable {
  return expected === found
    ? print`as expected: ${formatCount(found)}`
    : print`expected ${formatCount(expected)}, found ${formatCount(found)}`
}

/** Why no test is named. */
export const explainNoSuspects = (synthetic: number): Printable =>
  synthetic === 0
    ? print`No synthetic record, so no test to name.`
    : print`${formatCount(synthetic)} synthetic records, but no framework left a test's name in them.`

/** How many synthetic records no test is named for. */
export const explainUnnamed = (unnamed: number): Printable =>
  unnamed === 0 ? print`of all synthetic records` : print`of all; ${formatCount(unnamed)} name no test`

/** How many of the records are denials, where not all are. */
export const explainDenialCount = ({ denials, records: all }: Report['selected']): Printable =>
  print`${formatCount(denials)} of ${formatCount(all)} records are denials by their profile`
