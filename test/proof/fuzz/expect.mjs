// What an input asks for before anything has read it.
import { gunzipSync } from 'node:zlib'
import { countBytes } from '../counter.mjs'

/** First bytes of what is no ledger by its mark alone, and is refused unread: zstd, SQLite. */
const FOREIGN = ['(\xb5/\xfd', 'SQLite format 3\0'].map((text) => Buffer.from(text, 'latin1'))
const isForeign = (bytes) => FOREIGN.some((mark) => bytes.subarray(0, mark.length).equals(mark))

/** What the independent counter says, and which exit code that asks for; gzip is asked for less. */
export function expect(bytes) {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b
  let content = bytes
  if (packed) {
    try {
      content = gunzipSync(bytes, { maxOutputLength: 64 * 1024 * 1024 })
    } catch {
      // A magic number alone makes no archive: then the bytes themselves are what is counted.
    }
  }
  const foreign = isForeign(content)
  const counted = countBytes(content)
  const isLedger = counted.records > 0 || counted.malformed === 0
  return { packed, foreign, counted, content, code: foreign || !isLedger ? 3 : 0 }
}
