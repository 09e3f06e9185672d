import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isGzip } from './diagnose.ts'
import { ReadFailure } from './open.ts'
import type { ByteSource } from './read.ts'

/** Unpacked bytes that are read of one input at most: a few kilobytes can hold a terabyte. */
const MAX_UNPACKED = 4 * 1024 ** 3
const CHUNK_BYTES = 64 * 1024

/** What went in, as it lies in the file: the watermark of a packed ledger. */
export type Packed = { readonly bytes: () => number; readonly sha256: () => string }

type Intake = Packed & {
  readonly take: (chunk: Buffer) => Buffer
  /** Bytes up to the last one that is not zero: zeros behind the last member are padding. */
  readonly content: () => number
}

function createIntake(): Intake {
  const hash = createHash('sha256')
  let bytes = 0
  let content = 0
  return {
    take(chunk) {
      hash.update(chunk)
      let last = chunk.length
      while (last > 0 && chunk[last - 1] === 0) last -= 1
      if (last > 0) content = bytes + last
      bytes += chunk.length
      // The reader fills its buffer again before the unpacking thread is done with this chunk.
      return Buffer.from(chunk)
    },
    bytes: () => bytes,
    sha256: () => hash.copy().digest('hex'),
    content: () => content,
  }
}

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>

async function* inflate(
  chunks: Chunks,
  path: string,
  intake: Intake,
  limit: number,
): AsyncGenerator<Buffer, void> {
  const feed = async function* (): AsyncGenerator<Buffer, void> {
    for await (const chunk of chunks) yield intake.take(chunk)
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  const unpacked: AsyncIterable<Buffer> = gunzip
  pipeline(Readable.from(feed()), gunzip, () => undefined)
  let bytes = 0
  try {
    for await (const chunk of unpacked) {
      if (bytes + chunk.length > limit) throw new ReadFailure({ code: 'unpacked-limit', path, limit })
      bytes += chunk.length
      yield chunk
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new ReadFailure({ code: 'gzip-damaged', path, errno: String(error.code), bytes })
    throw error
  }
  if (gunzip.bytesWritten < intake.content())
    throw new ReadFailure({ code: 'gzip-damaged', path, errno: 'TRAILING_DATA', bytes })
}

/**
 * A gzip-compressed source as the lines that it holds, all members one after another; lines and offsets are of the
 * unpacked text, the watermark is of the file. Ends with a fault where it is damaged or unpacks to more than `limit`
 * bytes. Each reading unpacks it anew.
 */
export function unpack<Source extends ByteSource>(source: Source, limit: number = MAX_UNPACKED): Source {
  let intake = createIntake()
  return {
    ...source,
    packed: { bytes: () => intake.bytes(), sha256: () => intake.sha256() },
    chunks() {
      intake = createIntake()
      return inflate(source.chunks(), source.path, intake, limit)
    },
  }
}

/** A source that comes piece by piece, unpacked where its first two bytes say gzip. */
export function unpackStream<Source extends ByteSource>(source: Source): Source {
  let intake: Intake | undefined
  return {
    ...source,
    get packed() {
      return intake
    },
    async *chunks() {
      const iterator = toIterator(source.chunks())
      const head: Buffer[] = []
      let bytes = 0
      while (bytes < 2) {
        const { done, value } = await iterator.next()
        if (done === true) break
        head.push(Buffer.from(value))
        bytes += value.length
      }
      const all = async function* (): AsyncGenerator<Buffer, void> {
        yield* head
        yield* { [Symbol.asyncIterator]: () => iterator }
      }
      if (!isGzip(Buffer.concat(head))) yield* all()
      else {
        intake = createIntake()
        yield* inflate(all(), source.path, intake, MAX_UNPACKED)
      }
    },
  }
}

async function* toIterator(chunks: Chunks): AsyncGenerator<Buffer, void> {
  yield* chunks
}
