import type { ByteSource } from './read.ts'

/** Standard input as an input that can be read once. Its size is not known beforehand. */
export function streamStdin(stdin: AsyncIterable<unknown>): ByteSource {
  return {
    path: '-',
    bytes: 0,
    async *chunks() {
      try {
        for await (const chunk of stdin) {
          if (typeof chunk === 'string') yield Buffer.from(chunk, 'utf8')
          else if (Buffer.isBuffer(chunk)) yield chunk
        }
      } catch (error) {
        // A stream that was closed before its end: whoever closed it also says that the read was stopped.
        if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
          throw error
      }
    },
    recheck: () => 'unchanged',
  }
}
