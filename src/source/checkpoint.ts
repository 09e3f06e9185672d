import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { OpenLedger } from './open.ts'
import type { ByteSource } from './read.ts'

/** A running check sum is kept for so many bytes: four bytes each, so 4 MiB of memory for a ledger of 1 GiB. */
const STEP_BYTES = 1024
const BLOCK_BYTES = 1024 * 1024

/** Running check sums of the bytes of a ledger, one at every step: where bytes differ later, they say from which on. */
export type Checkpoints = {
  readonly take: (chunk: Buffer) => void
  /** The sum of the first `(step + 1) * STEP_BYTES` bytes; undefined where there were not so many. */
  readonly at: (step: number) => number | undefined
}

export function createCheckpoints(): Checkpoints {
  const sums: number[] = []
  let sum = 0
  let filled = 0
  return {
    take(chunk) {
      for (let from = 0; from < chunk.length; ) {
        const part = chunk.subarray(from, from + STEP_BYTES - filled)
        sum = crc32(part, sum)
        filled += part.length
        from += part.length
        if (filled === STEP_BYTES) {
          sums.push(sum)
          filled = 0
        }
      }
    },
    at: (step) => sums[step],
  }
}

/** A ledger of which every chunk that is read also goes to check points. */
export const withCheckpoints = (ledger: OpenLedger, { take }: Checkpoints): ByteSource => ({
  path: ledger.path,
  bytes: ledger.bytes,
  *chunks() {
    for (const chunk of ledger.chunks()) {
      take(chunk)
      yield chunk
    }
  },
  recheck: ledger.recheck,
})

function* blocksOf(ledger: OpenLedger, bytes: number): Generator<Buffer, void> {
  for (let offset = 0; offset < bytes; ) {
    const block = ledger.readAt(offset, Math.min(BLOCK_BYTES, bytes - offset))
    if (block.length === 0) return
    offset += block.length
    yield block
  }
}

/** sha256, in hexadecimal, of a ledger's first `bytes` bytes. */
export function hashFirst(ledger: OpenLedger, bytes: number): string {
  const hash = createHash('sha256')
  for (const block of blocksOf(ledger, bytes)) hash.update(block)
  return hash.digest('hex')
}

/**
 * Compares a ledger with the check points of its former bytes, over the steps that both have whole. Gives the offset of
 * the first step that differs; undefined where none does.
 */
export function findDifference(
  ledger: OpenLedger,
  former: Checkpoints,
  formerBytes: number,
): number | undefined {
  const now = createCheckpoints()
  const shared = Math.min(ledger.bytes, formerBytes)
  for (const block of blocksOf(ledger, shared)) now.take(block)
  for (let step = 0; now.at(step) !== undefined; step++) {
    if (now.at(step) !== former.at(step)) return step * STEP_BYTES
  }
  return undefined
}
