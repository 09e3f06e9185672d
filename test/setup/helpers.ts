import { CLASSES } from '../../src/classify/decide.ts'
import type { Selection } from '../../src/cluster/select.ts'
import { loadCatalogue } from '../../src/evidence/catalogue/load.ts'
import { createExaminer, type Examined, type Examiner } from '../../src/examine.ts'
import { loadProfiles } from '../../src/profile/load.ts'
import type { JsonObject, Parsed } from '../../src/source/parse.ts'
import { type ByteSource, type ReadOutcome, readLedger } from '../../src/source/read.ts'
import { runTriage, type Triage } from '../../src/triage.ts'

export const ALL: Selection = { classes: new Set(CLASSES), denialsOnly: false }

const POSITION = { line: 1, offset: 0, length: 0 }

export const createTestExaminer = (): Examiner => createExaminer(loadCatalogue(), loadProfiles())

/** Examines one object as if it stood on a line of its own. */
export const examineObject = (value: JsonObject): Examined => createTestExaminer()(POSITION, value)

/** Bytes as an input that arrives in chunks of a given size. */
export function sourceOf(content: Buffer | string, chunkSize = 65_536, path = 'ledger.jsonl'): ByteSource {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content, 'utf8')
  return {
    path,
    bytes: bytes.length,
    *chunks() {
      for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
    },
    recheck: () => 'unchanged',
  }
}

export async function readAll(
  content: Buffer | string,
  chunkSize?: number,
): Promise<{ parsed: Parsed[]; outcome: ReadOutcome }> {
  const parsed: Parsed[] = []
  const outcome = await readLedger(sourceOf(content, chunkSize), (entry) => parsed.push(entry))
  return { parsed, outcome }
}

const toLines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

export const triageRecords = (records: readonly object[], selection: Selection = ALL): Promise<Triage> =>
  runTriage([sourceOf(toLines(records))], createTestExaminer(), selection)
