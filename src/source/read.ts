import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { formatOfHead, formatWithoutRecords } from './diagnose.ts'
import type { SourceFault } from './fault.ts'
import { createFramer, type Frame, type Start } from './frame.ts'
import { type OpenLedger, ReadFailure } from './open.ts'
import { createParser, type Parsed } from './parse.ts'
import type { Watermark } from './watermark.ts'

/** Bytes that suffice to tell a foreign format. */
const HEAD_BYTES = 4096

export type LineCounts = { lines: number; records: number; blank: number; malformed: number }

/** How a whole read ended. `fault` is set where the input is no ledger or could not be read to its end. */
export type ReadOutcome = {
  readonly watermark: Watermark
  readonly counts: Readonly<LineCounts>
  readonly tornTail: boolean
  readonly complete: boolean
  readonly fault?: SourceFault
}

/** An input that gives chunks of bytes: an open ledger, or standard input read as it comes. */
export type ByteSource = {
  readonly path: string
  /** Bytes the input had when it was opened; fewer read means that it was cut while it was read. */
  readonly bytes: number
  readonly chunks: () => AsyncIterable<Buffer> | Iterable<Buffer>
  /** Set where the source is the rest of a ledger, so that lines and offsets are those of the ledger. */
  readonly startsAt?: Start
  readonly recheck: OpenLedger['recheck']
}

/** Called after each chunk, signals having had their turn; answering `false` ends the read early. */
export type Progress = (bytesRead: number) => boolean

/**
 * Reads one ledger from its first byte to its Nth, handing over every line exactly once and in order. Gives the
 * watermark, the line counts and how the read ended; never throws for what the file holds or does. `settle` is awaited
 * after each chunk, for a consumer that must write before more is read.
 */
export async function readLedger(
  source: ByteSource,
  take: (parsed: Parsed) => void,
  progress: Progress = () => true,
  settle: () => Promise<void> = async () => undefined,
): Promise<ReadOutcome> {
  const framer = createFramer(undefined, source.startsAt)
  const parser = createParser()
  const hash = createHash('sha256')
  const counts: LineCounts = { lines: 0, records: 0, blank: 0, malformed: 0 }
  let head = Buffer.alloc(0)
  let torn = false
  let fault: SourceFault | undefined
  let stopped = false

  const handle = (frames: readonly Frame[]): Promise<void> =>
    parser.parse(frames, (parsed) => {
      counts.lines += 1
      if (parsed.kind === 'record') counts.records += 1
      else if (parsed.kind === 'blank') counts.blank += 1
      else {
        counts.malformed += 1
        torn = parsed.torn
      }
      take(parsed)
    })

  try {
    for await (const chunk of source.chunks()) {
      hash.update(chunk)
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      await handle(framer.push(chunk))
      await settle()
      await setImmediate()
      if (!progress(framer.bytes())) {
        stopped = true
        break
      }
    }
    if (!progress(framer.bytes())) stopped = true
    const rest = stopped ? undefined : framer.end()
    if (rest !== undefined) await handle([rest])
    await settle()
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error
    fault = error.fault
  } finally {
    parser.close()
  }

  const bytes = framer.bytes()
  const end = stopped || fault !== undefined ? 'unchanged' : source.recheck()
  if (fault === undefined && !stopped && counts.records === 0)
    fault = explainNoRecords(source.path, head, counts)
  return {
    watermark: { path: source.path, bytes, sha256: hash.digest('hex'), end },
    counts,
    tornTail: torn,
    complete:
      !stopped &&
      fault?.code !== 'read-failed' &&
      bytes >= source.bytes &&
      (end === 'unchanged' || end === 'grew'),
    ...(fault === undefined ? {} : { fault }),
  }
}

function explainNoRecords(path: string, head: Buffer, counts: Readonly<LineCounts>): SourceFault | undefined {
  if (counts.malformed === 0) return undefined
  const named = formatOfHead(head)
  if (named !== undefined) return { code: 'other-format', path, format: named }
  const format = formatWithoutRecords(head)
  if (format === 'plain-text') return { code: 'not-a-ledger', path, lines: counts.lines }
  return { code: 'other-format', path, format }
}
