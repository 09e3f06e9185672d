import type { Start } from './frame.ts'
import type { OpenLedger } from './open.ts'
import type { ByteSource } from './read.ts'

/** A ledger of which any stretch can be read again. */
export type RandomAccess = Pick<OpenLedger, 'path' | 'bytes' | 'readAt' | 'recheck'>

const BLOCK_BYTES = 64 * 1024
const NEWLINE = 0x0a

/** The offset at which the last line of a ledger's first `bytes` bytes starts; `bytes` itself where a line feed ends them. */
export function findLastLine(ledger: RandomAccess, bytes: number): number {
  for (let end = bytes; end > 0; end -= Math.min(end, BLOCK_BYTES)) {
    const from = Math.max(0, end - BLOCK_BYTES)
    const at = ledger.readAt(from, end - from).lastIndexOf(NEWLINE)
    if (at >= 0) return from + at + 1
  }
  return 0
}

const RETURN = 0x0d

/**
 * Where what came after a ledger's first `bytes` bytes, that is `lines` lines, starts. A last line that had no line feed
 * belongs to it only if more than its end was added: then it is another line than it was.
 */
export function findContinuation(ledger: RandomAccess, bytes: number, lines: number): Start {
  const last = findLastLine(ledger, bytes)
  if (last === bytes) return { line: lines, offset: bytes }
  const [first, second] = ledger.bytes > bytes ? ledger.readAt(bytes, 2) : []
  if (first === undefined) return { line: lines, offset: bytes }
  if (first === NEWLINE) return { line: lines, offset: bytes + 1 }
  if (first === RETURN && second === NEWLINE) return { line: lines, offset: bytes + 2 }
  return { line: lines - 1, offset: last }
}

/** The rest of an open ledger from the start of a line on; lines and offsets count from the ledger's own start. */
export const tailOf = (ledger: RandomAccess, startsAt: Start): ByteSource => ({
  path: ledger.path,
  bytes: ledger.bytes,
  startsAt,
  *chunks() {
    for (let offset = startsAt.offset; offset < ledger.bytes; ) {
      const block = ledger.readAt(offset, Math.min(BLOCK_BYTES, ledger.bytes - offset))
      if (block.length === 0) return
      offset += block.length
      yield block
    }
  },
  recheck: ledger.recheck,
})
