import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { fail, type Result, type SourceFault, succeed } from './fault.ts'
import { errnoOf, explainOpenError, refuseKind } from './refusal.ts'

/** Bytes asked for in one read; larger reads gain nothing measurable. */
const CHUNK_BYTES = 64 * 1024

/** What tells one file from another on one machine; never printed unless asked for. */
export type Identity = { readonly device: number; readonly inode: number }

/** How the ledger stood when reading ended; `rewritten`: what was read first or last is no longer what stands there. */
export const END_STATES = ['unchanged', 'grew', 'shrank', 'rewritten', 'replaced', 'gone'] as const
export type EndState = (typeof END_STATES)[number]

/** What the file system says of an open file at this moment; `modifiedAt` is milliseconds since 1970. */
export type FileState = {
  readonly bytes: number
  readonly mode: number
  /** Names that the file has: none once it was deleted or replaced, however long it stays open. */
  readonly names: number
  readonly modifiedAt: number
}

/** An open ledger: N bytes, N being its size when it was opened. The descriptor can only read. */
export type OpenLedger = {
  readonly path: string
  readonly bytes: number
  readonly identity: Identity | undefined
  /** Reads bytes 0 to N in order; each chunk is only valid until the next one is asked for. */
  readonly chunks: () => Generator<Buffer, void>
  /** Reads one stretch of bytes again, for a second look at a record. */
  readonly readAt: (offset: number, length: number) => Buffer
  readonly recheck: () => EndState
  readonly state: () => FileState
  /** The same open file, N being its size now; it shares the descriptor, which is closed once. */
  readonly again: () => OpenLedger
  readonly close: () => void
}

/** Thrown inside `chunks`, caught where chunks are consumed: a read that failed half-way. */
export class ReadFailure extends Error {
  readonly fault: SourceFault
  constructor(fault: SourceFault) {
    super(fault.code)
    this.fault = fault
  }
}

/**
 * `O_NONBLOCK` so that a FIFO answers at once instead of waiting for a writer, `O_NOATIME` so that even the access time
 * stays, without it where the owner is another user (EPERM).
 */
function openForReading(path: string): number {
  // A flag that a platform lacks is undefined there, which `|` takes for 0.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY
  try {
    return openSync(path, flags | constants.O_NOATIME)
  } catch (error) {
    if (errnoOf(error) !== 'EPERM') throw error
    return openSync(path, flags)
  }
}

/**
 * Opens a ledger for reading only and refuses whatever is not a regular file. `shownPath` is the name used in reports.
 * Gives the ledger or the fault; the caller closes it.
 */
export function openLedger(path: string): Result<OpenLedger, SourceFault> {
  let descriptor: number
  try {
    descriptor = openForReading(path)
  } catch (error) {
    return fail(explainOpenError(path, error))
  }
  const stats = fstatSync(descriptor)
  const refusal = refuseKind(path, stats)
  if (refusal !== undefined) {
    closeSync(descriptor)
    return fail(refusal)
  }
  return succeed(readDescriptor(path, descriptor, stats))
}

/** Opens a ledger, reads something out of it and closes it again; a read that fails is a fault as well. */
export function inspect<Value>(
  path: string,
  read: (ledger: OpenLedger) => Value,
): Result<Value, SourceFault> {
  const opened = openLedger(path)
  if (!opened.ok) return opened
  try {
    return succeed(read(opened.value))
  } catch (error) {
    if (error instanceof ReadFailure) return fail(error.fault)
    throw error
  } finally {
    opened.value.close()
  }
}

/** The first and the last chunk that were read, to be compared with what stands there afterwards. */
type Edges = { readonly first: Buffer; readonly last: Buffer; readonly lastAt: number }

/** Reads an open descriptor of a regular file; stdin that was spooled comes in here too. */
export function readDescriptor(path: string, descriptor: number, stats: Stats): OpenLedger {
  const identity = { device: stats.dev, inode: stats.ino }
  const read = (buffer: Buffer, start: number, length: number, offset: number): number => {
    try {
      return readSync(descriptor, buffer, start, length, offset)
    } catch (error) {
      throw new ReadFailure({ code: 'read-failed', path, errno: errnoOf(error), offset })
    }
  }
  const readAt = (offset: number, length: number): Buffer => {
    const buffer = Buffer.alloc(length)
    let filled = 0
    while (filled < length) {
      const got = read(buffer, filled, length - filled, offset + filled)
      if (got === 0) break
      filled += got
    }
    return buffer.subarray(0, filled)
  }
  const seen: { edges: Edges | undefined } = { edges: undefined }
  /** A file that was cut and grew again is as long as before: only its bytes tell. What /proc shows changes as it likes. */
  const isRewritten = (): boolean => {
    if (seen.edges === undefined || stats.size === 0) return false
    const { first, last, lastAt } = seen.edges
    return !readAt(0, first.length).equals(first) || !readAt(lastAt, last.length).equals(last)
  }
  return {
    path,
    bytes: stats.size,
    identity,
    readAt,
    *chunks() {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
      let first: Buffer | undefined
      let offset = 0
      seen.edges = undefined
      // Files of /proc claim size 0 but hold bytes: they are read to their end.
      const limit = stats.size === 0 ? Number.POSITIVE_INFINITY : stats.size
      while (offset < limit) {
        const got = read(buffer, 0, Math.min(CHUNK_BYTES, limit - offset), offset)
        if (got === 0) return
        const chunk = buffer.subarray(0, got)
        first ??= Buffer.from(chunk)
        seen.edges = { first, last: chunk, lastAt: offset }
        offset += got
        yield chunk
      }
    },
    recheck() {
      const now = fstatSync(descriptor)
      if (now.size < stats.size) return 'shrank'
      if (isRewritten()) return 'rewritten'
      const named = statSync(path, { throwIfNoEntry: false })
      if (named === undefined) return 'gone'
      if (named.dev !== stats.dev || named.ino !== stats.ino) return 'replaced'
      return now.size > stats.size ? 'grew' : 'unchanged'
    },
    state() {
      const { size, mode, nlink, mtimeMs } = fstatSync(descriptor)
      return { bytes: size, mode: mode & 0o7777, names: nlink, modifiedAt: mtimeMs }
    },
    again: () => readDescriptor(path, descriptor, fstatSync(descriptor)),
    close: () => closeSync(descriptor),
  }
}
