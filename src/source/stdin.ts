import type { ByteSource } from './read.ts'

/** Standard input as an input that can be read once. Its size is not known beforehand. */
export function streamStdin(stdin: AsyncIterable<unknown>): ByteSource {
  return {
    path: '-',
    bytes: 0,
    async *chunks() {
      for await (const chunk of stdin) {
        if (typeof chunk === 'string') yield Buffer.from(chunk, 'utf8')
        else if (Buffer.isBuffer(chunk)) yield chunk
      }
    },
    recheck: () => 'unchanged',
  }
}
