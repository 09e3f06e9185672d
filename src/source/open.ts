import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { fail, type Result, type SourceFault, succeed } from './fault.ts'

/** Bytes asked for in one read; larger reads gain nothing measurable. */
const CHUNK_BYTES = 64 * 1024

/** What tells one file from another on one machine; never printed unless asked for. */
export type Identity = { readonly device: number; readonly inode: number }

/** How the ledger stood when reading ended. */
export type EndState = 'unchanged' | 'grew' | 'shrank' | 'replaced' | 'gone'

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

function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
}

/**
 * `O_NONBLOCK` so that a FIFO answers at once instead of waiting for a writer, `O_NOATIME` so that even the access time
 * stays, without it where the owner is another user (EPERM).
 */
function openForReading(path: string): number {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)
  const noAccessTime = constants.O_NOATIME ?? 0
  try {
    return openSync(path, flags | noAccessTime)
  } catch (error) {
    if (errnoOf(error) !== 'EPERM' || noAccessTime === 0) throw error
    return openSync(path, flags)
  }
}

function explainOpenError(path: string, error: unknown): SourceFault {
  const errno = errnoOf(error)
  if (errno === 'ENOENT' || errno === 'ENOTDIR') return { code: 'not-found', path }
  if (errno === 'EACCES' || errno === 'EPERM') return { code: 'no-permission', path }
  if (errno === 'EISDIR') return { code: 'is-folder', path }
  if (errno === 'ENXIO') return { code: 'not-regular', path, kind: 'socket' }
  return { code: 'read-failed', path, errno, offset: 0 }
}

function refuseKind(path: string, stats: Stats): SourceFault | undefined {
  if (stats.isFile()) return undefined
  if (stats.isDirectory()) return { code: 'is-folder', path }
  if (stats.isFIFO()) return { code: 'not-regular', path, kind: 'fifo' }
  if (stats.isSocket()) return { code: 'not-regular', path, kind: 'socket' }
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return { code: 'not-regular', path, kind: 'device' }
  return { code: 'not-regular', path, kind: 'unknown' }
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
  return {
    path,
    bytes: stats.size,
    identity,
    *chunks() {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
      let offset = 0
      // Files of /proc claim size 0 but hold bytes: they are read to their end.
      const limit = stats.size === 0 ? Number.POSITIVE_INFINITY : stats.size
      while (offset < limit) {
        const got = read(buffer, 0, Math.min(CHUNK_BYTES, limit - offset), offset)
        if (got === 0) return
        offset += got
        yield buffer.subarray(0, got)
      }
    },
    readAt(offset, length) {
      const buffer = Buffer.alloc(length)
      let filled = 0
      while (filled < length) {
        const got = read(buffer, filled, length - filled, offset + filled)
        if (got === 0) break
        filled += got
      }
      return buffer.subarray(0, filled)
    },
    recheck() {
      const now = fstatSync(descriptor)
      if (now.size < stats.size) return 'shrank'
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
