const NEWLINE = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const TAB = 0x09

/** Longest line that is kept, in bytes; a longer one is counted and reported as `oversize`. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

/** Where a line lies: its number from 1, its byte offset, and its bytes without the line feed. */
export type Position = { readonly line: number; readonly offset: number; readonly length: number }

/** One physical line; `from` to `to` in `source` leaves out a BOM at the start of the file and one trailing CR. */
export type Frame = BytesFrame | EmptyFrame

/** A blank line, or one that was too long to be kept. */
export type EmptyFrame = {
  readonly kind: 'blank' | 'oversize'
  readonly position: Position
  readonly terminated: boolean
}

export type BytesFrame = {
  readonly kind: 'bytes'
  readonly position: Position
  readonly terminated: boolean
  readonly source: Buffer
  readonly from: number
  readonly to: number
}

/** The bytes of a line. */
export const bytesOf = (frame: BytesFrame): Buffer => frame.source.subarray(frame.from, frame.to)

/** Splits bytes into lines at 0x0A only, whatever the sizes of the chunks they arrive in. */
export type Framer = {
  /** The lines that a chunk completes. Their bytes are only valid until the next call. */
  readonly push: (chunk: Buffer) => Frame[]
  /** The unterminated rest, if any byte is left. */
  readonly end: () => Frame | undefined
  readonly bytes: () => number
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i]
    if (byte !== SPACE && byte !== TAB && byte !== RETURN) return false
  }
  return true
}

const hasBom = (bytes: Buffer, at: number): boolean =>
  bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf

/** Where in its ledger a source starts: so many lines and bytes lie before it. */
export type Start = { readonly line: number; readonly offset: number }

const FIRST_BYTE: Start = { line: 0, offset: 0 }

/**
 * Makes a framer. The counting rule: split at 0x0A; a BOM at byte 0 and one trailing CR are dropped; only space, tab and
 * CR make a line blank; an unterminated rest of a byte or more is a line. `maxLine` is for tests.
 */
export function createFramer(maxLine: number = MAX_LINE_BYTES, from: Start = FIRST_BYTE): Framer {
  let { line } = from
  let start = from.offset
  let seen = from.offset
  let held: Buffer[] = []
  let heldBytes = 0
  let overflown = false

  const hold = (part: Buffer): void => {
    seen += part.length
    if (overflown) return
    if (heldBytes + part.length > maxLine) {
      overflown = true
      held = []
      return
    }
    if (part.length > 0) held.push(Buffer.from(part))
    heldBytes += part.length
  }

  const finish = (
    source: Buffer | undefined,
    first: number,
    last: number,
    length: number,
    terminated: boolean,
  ): Frame => {
    line += 1
    const position = { line, offset: start, length }
    start += length + (terminated ? 1 : 0)
    if (source === undefined) return { kind: 'oversize', position, terminated }
    const from = line === 1 && hasBom(source, first) ? first + 3 : first
    const to = last > from && source[last - 1] === RETURN ? last - 1 : last
    if (isBlank(source, from, to)) return { kind: 'blank', position, terminated }
    return { kind: 'bytes', position, terminated, source, from, to }
  }

  const takeHeld = (tail: Buffer): Buffer | undefined => {
    const whole = overflown || heldBytes + tail.length > maxLine ? undefined : Buffer.concat([...held, tail])
    held = []
    heldBytes = 0
    overflown = false
    return whole
  }

  return {
    push(chunk) {
      const frames: Frame[] = []
      let from = 0
      for (;;) {
        const at = chunk.indexOf(NEWLINE, from)
        if (at < 0) break
        const length = seen + at - from - start
        const carried = seen > start ? takeHeld(chunk.subarray(from, at)) : chunk
        const [first, last] = carried === chunk ? [from, at] : [0, carried?.length ?? 0]
        seen += at - from + 1
        frames.push(finish(at - from <= maxLine ? carried : undefined, first, last, length, true))
        from = at + 1
      }
      hold(chunk.subarray(from))
      return frames
    },
    end() {
      const length = seen - start
      if (length === 0) return undefined
      const rest = takeHeld(Buffer.alloc(0))
      return finish(rest, 0, rest?.length ?? 0, length, false)
    },
    bytes: () => seen,
  }
}
