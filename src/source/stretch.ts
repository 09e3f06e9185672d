import type { OpenLedger } from './open.ts'
import type { ByteSource } from './read.ts'

/** Bytes of an input by where they lie: asked for where that can be, else read up to. Fewer where the input ends before. */
export async function readStretch(
  source: ByteSource & Partial<Pick<OpenLedger, 'readAt'>>,
  offset: number,
  length: number,
): Promise<Buffer> {
  if (source.readAt !== undefined) return source.readAt(offset, length)
  const parts: Buffer[] = []
  let at = 0
  for await (const chunk of source.chunks()) {
    const part = chunk.subarray(Math.max(0, offset - at), Math.max(0, offset + length - at))
    if (part.length > 0) parts.push(Buffer.from(part))
    at += chunk.length
    if (at >= offset + length) break
  }
  return Buffer.concat(parts)
}
