// The cases of the shared generator, where it lies beside the checkout: counts, what must be said, time and
// memory, and tokens that must be shown. Every case is a process of its own.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inPairs, run, sharedHostile } from '../harness.mjs'
import { proveAsked } from './asked.mjs'
import { compareCounts, holdTorn, parseJson } from './figures.mjs'
import { proveSpecial } from './special.mjs'

const EXIT_DONE = 0
const EXIT_UNREADABLE = 3
const EXIT_INCOMPLETE = 4

const SECONDS = 10

/**
 * What must be said of an input by its `diagnosis`, whether it is a ledger all the same, and whether its
 * first bytes say so: then the rest need not be read, if the report says that it was not.
 */
const DIAGNOSES = {
  gzip: { says: /gzip/i, ledger: false, head: true },
  zstd: { says: /zstd/i, ledger: false, head: true },
  'utf-16le': { says: /utf-?16/i, ledger: false },
  'utf-16be': { says: /utf-?16/i, ledger: false },
  'utf-8-bom': { says: /./, ledger: true },
  'cr-only': { says: /\bCR\b|carriage[- ]returns?/i, ledger: false },
  'nul-bytes': { says: /\bNULs?\b|nul-bytes/i, ledger: true },
  'pretty-printed': { says: /several lines|pretty/i, ledger: false },
  'json-array': { says: /\barray/i, ledger: true },
  'json-seq': { says: /record separators?|json-seq|RFC 7464/i, ledger: false },
  sqlite: { says: /sqlite/i, ledger: false, head: true },
  binary: { says: /binary/i, ledger: false },
}

/** Generates the cases and gives what is expected of each, with the folder that they are in. */
async function generateShared({ folder, full, huge }) {
  const generator = join(sharedHostile, 'make-hostile.mjs')
  if (!existsSync(generator)) return undefined
  const at = join(folder, 'shared')
  mkdirSync(at)
  const sizes = huge ? ['--huge'] : full ? [] : ['--small']
  await run(process.execPath, [generator, at, ...sizes], { limit: 600_000 })
  const cases = readdirSync(at)
    .filter((name) => name.endsWith('.expected.json'))
    .map((name) => JSON.parse(readFileSync(join(at, name), 'utf8')))
  return { folder: at, cases }
}

/** Limits are of processor time, which does not depend on what else the machine does. */
function compareCost({ cpu, mebibytes }, { max_seconds: seconds = SECONDS, max_rss_mib: most }) {
  const wrong = cpu > seconds ? [`${cpu.toFixed(1)} s of ${seconds}`] : []
  return most !== undefined && mebibytes > most
    ? [...wrong, `${Math.round(mebibytes)} MiB of ${most}`]
    : wrong
}

/** A case that is a regular file. */
async function proveFile({ stage, tally, folder, shared }, one) {
  const { name, file, diagnosis, unstable, if_decompressed: unpacked, torn_tail: torn } = one
  const options = { cwd: shared.folder, limit: 300_000, usage: join(folder, `usage-${name}`) }
  const ended = await stage.runAlone(['scan', '--json', '--top', 'all', '--', file], options)
  const report = parseJson(String(ended.stdout))
  const known = DIAGNOSES[diagnosis]
  const isUnpacked =
    diagnosis === 'gzip' &&
    (ended.status !== EXIT_UNREADABLE || Number.isInteger(report?.inputs[0]?.unpacked))
  const isLeft =
    known?.head === true && !isUnpacked && report?.inputs[0]?.bytes === 0 && report.complete === false
  const counts = isUnpacked ? unpacked : one
  const wrong = compareCost(ended, one)
  if (counts !== undefined && unstable !== true && !isLeft) wrong.push(...compareCounts(report, counts))
  const hasNone = counts !== undefined && counts.records === 0 && counts.malformed > 0
  const isOther = known !== undefined && !known.ledger && !isUnpacked
  const code =
    isOther || hasNone ? EXIT_UNREADABLE : isUnpacked && unpacked === undefined ? EXIT_INCOMPLETE : EXIT_DONE
  if (ended.status !== code)
    wrong.push(
      `exit code ${ended.status ?? ended.signal}, not ${code}: ${String(ended.stderr).slice(0, 160)}`,
    )
  if (known !== undefined && !isUnpacked) {
    const table = await stage.runAlone(['scan', '--', file], options)
    const said = [ended.stdout, ended.stderr, table.stdout, table.stderr].join('\n').replaceAll(file, '')
    if (!known.says.test(said)) wrong.push(`nothing is said of ${diagnosis}`)
  }
  tally.hold('shared cases exact', wrong.length === 0, `${name}: ${wrong.join('; ')}`)
  if (!isUnpacked && !isLeft && unstable !== true) holdTorn(tally, name, report, torn)
}

export async function proveShared(context) {
  const { tally } = context
  const shared = await generateShared(context)
  if (shared === undefined) return tally.skip('the shared cases', 'there is no shared folder')
  const within = { ...context, shared }
  context.shared = shared
  context.open.push(shared.folder)
  await inPairs(
    shared.cases.map(
      (one) => () => (one.kind === 'special' ? proveSpecial(within, one) : proveFile(within, one)),
    ),
  )
  await proveAsked(within)
}
