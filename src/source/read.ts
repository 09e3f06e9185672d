import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { formatOfMark, formatWithoutRecords, MARK_BYTES } from './diagnose.ts'
import type { OtherFormat, SourceFault } from './fault.ts'
import { createFramer, type Frame, type Start } from './frame.ts'
import { type EndState, type OpenLedger, ReadFailure } from './open.ts'
import { createParser, type Parsed } from './parse.ts'
import type { Packed } from './unpack.ts'
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
  /** Bytes of text that a packed input holds. */
  readonly unpacked: number | undefined
  /** What the input may be instead, where some lines are records but more are not. */
  readonly looksLike: OtherFormat | undefined
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
  /** Set where the chunks are unpacked from something else, which is what the watermark is of. */
  readonly packed?: Packed | undefined
  readonly recheck: OpenLedger['recheck']
}

/** Called after each chunk with the bytes read, signals having had their turn; answering `false` ends the read early. */
export type Progress = (bytesRead: number) => boolean

/**
 * Reads one ledger from its first byte to its Nth, handing over every line exactly once and in order. Gives the
 * watermark, the line counts and how the read ended; never throws for what the file holds or does. An input that says by
 * its first bytes that it is something else is not read on. `settle` is awaited after each chunk, for a consumer that
 * must write before more is read.
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
  let end: EndState = 'unchanged'

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
  const bytesRead = (): number => source.packed?.bytes() ?? framer.bytes()

  try {
    for await (const chunk of source.chunks()) {
      if (head.length < HEAD_BYTES) {
        const known = head.length
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - known)])
        // No line ends within such a mark, so none was handed over before it was whole.
        const format = known < MARK_BYTES && source.startsAt === undefined ? formatOfMark(head) : undefined
        if (format !== undefined) {
          fault = { code: 'other-format', path: source.path, format }
          break
        }
      }
      hash.update(chunk)
      await handle(framer.push(chunk))
      await settle()
      await setImmediate()
      if (!progress(bytesRead())) {
        stopped = true
        break
      }
    }
    if (fault === undefined && !progress(bytesRead())) stopped = true
    if (!stopped && fault === undefined) end = source.recheck()
  } catch (error) {
    if (!(error instanceof ReadFailure)) {
      parser.close()
      throw error
    }
    fault = error.fault
  }
  try {
    // Also where reading was cut short: the counts are those of the bytes that the watermark names.
    const rest = framer.end()
    if (rest !== undefined) await handle([rest])
    await settle()
  } finally {
    parser.close()
  }

  const bytes = bytesRead()
  const complete =
    !stopped && fault === undefined && bytes >= source.bytes && (end === 'unchanged' || end === 'grew')
  const isLedger = counts.records > 0 || counts.malformed === 0
  if (fault === undefined && !stopped && !isLedger) fault = explainNoRecords(source.path, head, counts)
  const { packed } = source
  return {
    watermark: { path: source.path, bytes, sha256: packed?.sha256() ?? hash.digest('hex'), end },
    counts,
    tornTail: torn,
    complete,
    unpacked: packed === undefined ? undefined : framer.bytes(),
    looksLike: counts.records > 0 && counts.malformed > counts.records ? guessFormat(head) : undefined,
    ...(fault === undefined ? {} : { fault }),
  }
}

const PARTLY_RECORDS: readonly OtherFormat[] = ['json-array', 'json-seq', 'pretty-printed']

/** Formats of which some lines are records by chance. */
function guessFormat(head: Buffer): OtherFormat | undefined {
  const format = formatWithoutRecords(head)
  return PARTLY_RECORDS.includes(format) ? format : undefined
}

function explainNoRecords(path: string, head: Buffer, counts: Readonly<LineCounts>): SourceFault {
  const format = formatWithoutRecords(head)
  return format === 'plain-text'
    ? { code: 'not-a-ledger', path, lines: counts.lines }
    : { code: 'other-format', path, format }
}
