import type { OtherFormat } from './fault.ts'

const startsWith = (head: Buffer, bytes: readonly number[]): boolean =>
  bytes.every((byte, i) => head[i] === byte)

export const isGzip = (head: Buffer): boolean => startsWith(head, [0x1f, 0x8b])

/** So many first bytes tell every format that has a mark of its own. */
export const MARK_BYTES = 16

/** The format that the first bytes of an input name beyond doubt: whatever looks like a record in it is none. */
export function formatOfMark(head: Buffer): OtherFormat | undefined {
  if (isGzip(head)) return 'gzip'
  if (startsWith(head, [0x28, 0xb5, 0x2f, 0xfd])) return 'zstd'
  if (head.subarray(0, MARK_BYTES).equals(Buffer.from('SQLite format 3\u0000'))) return 'sqlite'
  return undefined
}

function formatOfHead(head: Buffer): OtherFormat | undefined {
  const marked = formatOfMark(head)
  if (marked !== undefined) return marked
  if (startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff])) return 'utf-16'
  // Without a mark, UTF-16 shows as an ASCII bracket beside a zero byte.
  if ((head[0] === 0x7b && head[1] === 0) || (head[0] === 0 && head[1] === 0x7b)) return 'utf-16'
  return undefined
}

/** What an input most likely is of which few lines or none are records, told from its first bytes. */
export function formatWithoutRecords(head: Buffer): OtherFormat {
  const known = formatOfHead(head)
  if (known !== undefined) return known
  const text = head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (/^\[\s*(?:\{|\]|$)/.test(text)) return 'json-array'
  if (/^\{\s*\n/.test(text)) return 'pretty-printed'
  if (text.startsWith('\u001e')) return 'json-seq'
  if (text.startsWith('{') && text.includes('\r') && !text.includes('\n')) return 'cr-only'
  let odd = 0
  let nul = 0
  for (const byte of head) {
    if (byte === 0) nul += 1
    else if (byte < 0x09 || (byte > 0x0d && byte < 0x20)) odd += 1
  }
  if (nul > 0 && odd === 0) return 'nul-bytes'
  return odd + nul > head.length / 50 ? 'binary' : 'plain-text'
}
