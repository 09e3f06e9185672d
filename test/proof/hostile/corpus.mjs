// The hostile corpus: ledgers made to break a reader or what it shows, each with counts known by
// construction. `cases` holds them, bytes included; `writeCorpus` lays them out in a folder. Made for
// `check:hostile`, and for other proofs that need hostile ledgers: a terminal, a spreadsheet, a fuzzer.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { carried } from './corpus/carried.mjs'
import { content } from './corpus/content.mjs'
import { framing } from './corpus/framing.mjs'
import { members } from './corpus/members.mjs'
import { linked, named, places } from './corpus/places.mjs'

export { carry } from './corpus/carried.mjs'
export { compose, recordOf } from './corpus/compose.mjs'
export { payloads } from './corpus/payloads.mjs'

const inGroup = (group, list) =>
  list.map((one) => ({ group, kind: 'ledger', file: `${one.name}.jsonl`, ...one }))

/**
 * Every case: `name`, `group`, `file`, and
 * - of a ledger: `bytes`; `kinds`, what each line is (`record`, `blank`, `malformed` with the reason where one is known);
 *   `counts` of lines, records, blank, malformed, and whether the tail is torn;
 * - of an input that is no ledger: `foreign`, what the tool must say of it; `unpacked`, the counts if it reads it anyway;
 * - of records that carry payloads: `canaries`, words that every format that lists them must show, and `parts`;
 * - of a place that is no regular file: `kind: 'place'`, `prepare`, and `says`, what the tool must say.
 */
export const cases = [
  ...inGroup('framing', framing),
  ...inGroup('content', content),
  ...inGroup('members', members),
  ...inGroup('carried', carried),
  ...inGroup('named', named),
  ...inGroup('linked', [linked]),
  ...inGroup('place', places).map((one) => ({ ...one, kind: 'place' })),
]

/**
 * Writes the corpus into an empty folder. Gives the cases with their `path`; those that cannot be laid out
 * here have `skipped`, the reason.
 */
export async function writeCorpus(folder) {
  const written = []
  for (const one of cases) {
    const path = join(folder, one.file)
    let skipped
    if (one.prepare !== undefined) skipped = await one.prepare(path, folder)
    else
      try {
        writeFileSync(path, one.bytes)
      } catch (error) {
        skipped = error.message
      }
    written.push({ ...one, path, ...(skipped === undefined ? {} : { skipped }) })
  }
  return written
}
