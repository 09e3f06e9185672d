import { ReadFailure } from './open.ts'
import type { ByteSource } from './read.ts'
import { errnoOf } from './refusal.ts'

/** What a stream gives at a time: bytes, or text where an encoding was set for it. */
export const toBytes = (chunk: unknown): Buffer =>
  Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk), 'utf8')

/** Standard input as an input that can be read once. Its size is not known beforehand. */
export function streamStdin(stdin: AsyncIterable<unknown>): ByteSource {
  return {
    path: '-',
    bytes: 0,
    async *chunks() {
      let bytes = 0
      try {
        for await (const chunk of stdin) {
          const part = toBytes(chunk)
          bytes += part.length
          yield part
        }
      } catch (error) {
        // A stream that was closed before its end: whoever closed it also says that the read was stopped.
        const errno = errnoOf(error)
        if (errno === 'ERR_STREAM_PREMATURE_CLOSE') return
        throw errno === 'UNKNOWN'
          ? error
          : new ReadFailure({ code: 'read-failed', path: '-', errno, offset: bytes })
      }
    },
    recheck: () => 'unchanged',
  }
}
