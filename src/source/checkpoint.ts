import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { OpenLedger } from './open.ts'
import type { ByteSource } from './read.ts'

/** So many first bytes are kept as they are: most ledgers whole, so that a difference is found to the byte. */
const KEPT_BYTES = 8 * 1024 * 1024
/** Behind them a running check sum is kept for so many bytes: four bytes each, so 4 MiB of memory for 1 GiB. */
const STEP_BYTES = 1024
const BLOCK_BYTES = 1024 * 1024

/** What is kept of a ledger's former bytes, so that it can be said later from where on they differ. */
export type Checkpoints = {
  readonly take: (chunk: Buffer) => void
  readonly kept: () => Buffer
  /** The sum of the first `(step + 1) * STEP_BYTES` bytes behind the kept ones; undefined where there were not so many. */
  readonly at: (step: number) => number | undefined
}

export function createCheckpoints(keptBytes: number = KEPT_BYTES): Checkpoints {
  const kept: Buffer[] = []
  const sums: number[] = []
  let bytes = 0
  let sum = 0
  let filled = 0
  const addUp = (chunk: Buffer): void => {
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
  }
  return {
    take(chunk) {
      const room = Math.max(0, keptBytes - bytes)
      bytes += chunk.length
      if (room > 0) kept.push(Buffer.from(chunk.subarray(0, room)))
      if (room < chunk.length) addUp(chunk.subarray(room))
    },
    kept: () => Buffer.concat(kept),
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

type Readable = Pick<OpenLedger, 'readAt'>

function* blocksOf(ledger: Readable, from: number, to: number): Generator<Buffer, void> {
  for (let offset = from; offset < to; ) {
    const block = ledger.readAt(offset, Math.min(BLOCK_BYTES, to - offset))
    if (block.length === 0) return
    offset += block.length
    yield block
  }
}

/** sha256, in hexadecimal, of a ledger's first `bytes` bytes. */
export function hashFirst(ledger: Readable, bytes: number): string {
  const hash = createHash('sha256')
  for (const block of blocksOf(ledger, 0, bytes)) hash.update(block)
  return hash.digest('hex')
}

function firstDifference(a: Buffer, b: Buffer): number | undefined {
  const shared = Math.min(a.length, b.length)
  if (a.subarray(0, shared).equals(b.subarray(0, shared))) return undefined
  let at = 0
  while (at < shared && a[at] === b[at]) at += 1
  return at
}

/**
 * Compares a ledger with what was kept of its former bytes, as far as both reach. Gives the offset from which on they
 * differ, exact within the kept bytes and rounded down to a step behind them; undefined where no difference is seen.
 */
export function findDifference(
  ledger: Readable,
  bytes: number,
  former: Checkpoints,
  keptBytes: number = KEPT_BYTES,
): number | undefined {
  const kept = former.kept()
  const shared = Math.min(bytes, kept.length)
  const at = firstDifference(ledger.readAt(0, shared), kept)
  if (at !== undefined || kept.length < keptBytes) return at
  const now = createCheckpoints(0)
  for (const block of blocksOf(ledger, kept.length, bytes)) now.take(block)
  for (let step = 0; now.at(step) !== undefined && former.at(step) !== undefined; step++) {
    if (now.at(step) !== former.at(step)) return kept.length + step * STEP_BYTES
  }
  return undefined
}
