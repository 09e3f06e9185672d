import type { OtherFormat } from './fault.ts'

const startsWith = (head: Buffer, bytes: readonly number[]): boolean =>
  bytes.every((byte, i) => head[i] === byte)

/** The format that the first bytes of an input name, where they name one that is not JSONL. */
export function formatOfHead(head: Buffer): OtherFormat | undefined {
  if (startsWith(head, [0x1f, 0x8b])) return 'gzip'
  if (startsWith(head, [0x28, 0xb5, 0x2f, 0xfd])) return 'zstd'
  if (startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff])) return 'utf-16'
  if (head.subarray(0, 16).equals(Buffer.from('SQLite format 3\u0000'))) return 'sqlite'
  // Without a mark, UTF-16 shows as an ASCII bracket beside a zero byte.
  if ((head[0] === 0x7b && head[1] === 0) || (head[0] === 0 && head[1] === 0x7b)) return 'utf-16'
  return undefined
}

/** What an input without a single record most likely is, told from its first bytes. */
export function formatWithoutRecords(head: Buffer): OtherFormat {
  const known = formatOfHead(head)
  if (known !== undefined) return known
  const text = head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (/^\[\s*(?:\{|\]|$)/.test(text)) return 'json-array'
  if (/^\{\s*\n/.test(text)) return 'pretty-printed'
  let odd = 0
  for (const byte of head) if (byte < 0x09 || (byte > 0x0d && byte < 0x20)) odd += 1
  return odd > head.length / 50 ? 'binary' : 'plain-text'
}
