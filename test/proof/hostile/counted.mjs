// Counts of the project's own corpus: every line is what it was put down as, by file and by standard input in
// pieces.
import { compareCounts, compareKinds, holdTorn, parseJson, readKinds } from './figures.mjs'

/** Sizes of the pieces that standard input comes in; a file comes in pieces of 64 KiB. */
export const PIECES = [1, 7, 4096]

/** A ledger of more pieces than this is not fed in them. */
const MOST_PIECES = 100_000

const EXIT_DONE = 0
const EXIT_UNREADABLE = 3

/** Checks one case by its counts, line by line, and, where it is no ledger, by what is said of it. */
async function checkCase(stage, tally, cwd, { name, file, bytes, kinds, counts, foreign, unpacked }) {
  const options = { cwd, limit: 20_000 }
  const run = await stage.play(['scan', '--json', '--top', 'all', '--', file], options)
  const report = parseJson(run.stdout)
  const isUnpacked = unpacked !== undefined && run.status === EXIT_DONE
  const wanted = isUnpacked ? unpacked : counts
  const wrong = wanted === undefined ? [] : compareCounts(report, wanted)
  const code = foreign === undefined || isUnpacked ? EXIT_DONE : EXIT_UNREADABLE
  if (run.status !== code)
    wrong.push(`exit code ${run.status}, not ${code}: ${run.thrown ?? run.stderr.slice(0, 200)}`)
  tally.hold('own cases counted exactly', wrong.length === 0, `${name}: ${wrong.join('; ')}`)
  if (counts !== undefined && !isUnpacked) holdTorn(tally, name, report, counts.torn)
  if (foreign !== undefined && !isUnpacked)
    tally.hold(
      'own inputs that are no ledgers named',
      foreign.test(run.stderr.replaceAll(file, '')),
      `${name}: ${run.stderr.slice(0, 200)}`,
    )
  if (kinds === undefined || isUnpacked) return
  const lines = await stage.play(['classify', '--no-links', '--', file], options)
  const fault = compareKinds(readKinds(lines.stdout), kinds)
  tally.hold('own cases classified line by line', fault === undefined, `${name}: ${fault}`)
  for (const piece of PIECES.filter((size) => bytes.length / size <= MOST_PIECES)) {
    const fed = await stage.play(['classify', '--no-links', '-'], { ...options, stdin: bytes, piece })
    tally.hold(
      'own cases the same in pieces of 1, 7 and 4096 bytes',
      fed.stdout === lines.stdout,
      `${name} in pieces of ${piece}: ${compareKinds(readKinds(fed.stdout), kinds) ?? 'other words'}`,
    )
  }
}

export async function proveCounts({ stage, tally, own }) {
  const { folder, cases } = own
  await Promise.all(
    cases
      .filter(({ kind }) => kind === 'ledger')
      .map((one) =>
        one.skipped === undefined
          ? checkCase(stage, tally, folder, one)
          : tally.skip(`own case ${one.name}`, one.skipped),
      ),
  )
}
