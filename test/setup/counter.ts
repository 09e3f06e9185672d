/** A second, independent count of a ledger's lines by the counting rule: whole buffers, no stream, no envelope. */
export function countLines(content: Buffer): {
  lines: number
  records: number
  blank: number
  malformed: number
} {
  const counts = { lines: 0, records: 0, blank: 0, malformed: 0 }
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = content
  while (rest.length > 0) {
    const at = rest.indexOf(0x0a)
    let line = at < 0 ? rest : rest.subarray(0, at)
    rest = at < 0 ? Buffer.alloc(0) : rest.subarray(at + 1)
    counts.lines += 1
    if (counts.lines === 1 && line.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])))
      line = line.subarray(3)
    if (line.at(-1) === 0x0d) line = line.subarray(0, -1)
    if (line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)) counts.blank += 1
    else {
      try {
        const value: unknown = JSON.parse(decoder.decode(line))
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) counts.records += 1
        else counts.malformed += 1
      } catch {
        counts.malformed += 1
      }
    }
  }
  return counts
}
