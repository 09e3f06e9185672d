import { isAscii, isUtf8 } from 'node:buffer'
import ndjson from 'ndjson'
import { type BytesFrame, bytesOf, type Frame, type Position } from './frame.ts'
import { explainSyntax, type MalformedReason } from './malformed.ts'

/** A JSON object as it was parsed: own members only may be read, values are unknown. */
export type JsonObject = { readonly [key: string]: unknown }

/** What one line turned out to be. `torn` marks an unterminated last line. */
export type Parsed =
  | { readonly kind: 'record'; readonly position: Position; readonly value: JsonObject }
  | { readonly kind: 'blank'; readonly position: Position }
  | {
      readonly kind: 'malformed'
      readonly position: Position
      readonly reason: MalformedReason
      readonly torn: boolean
    }

export type Parser = {
  /** Reads a batch of lines; every line is handed over as exactly one `Parsed`, in order, before the promise ends. */
  readonly parse: (frames: readonly Frame[], take: (parsed: Parsed) => void) => Promise<void>
  readonly close: () => void
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Bytes of an envelope besides the line itself: two brackets, two commas, two numbers, a line feed. */
const ENVELOPE_BYTES = 40
const END_OF_BATCH = '[]\n'
const [OPEN, COMMA, CLOSE, LINE_FEED] = [0x5b, 0x2c, 0x5d, 0x0a]

/** Writes a whole number as decimal digits; gives the index behind them. */
function writeDigits(bytes: Buffer, from: number, value: number): number {
  let digits = 1
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits += 1
  let left = value
  for (let at = from + digits - 1; at >= from; at--) {
    bytes[at] = 0x30 + (left % 10)
    left = Math.floor(left / 10)
  }
  return from + digits
}

/**
 * Writes one envelope `[line,offset,<raw line>]` a line to `send`, as text. Lines of plain ASCII go in runs that are
 * decoded byte by byte, which halves what they cost from there on; lines that are not UTF-8 are left out.
 */
function sendEnvelopes(frames: readonly Frame[], send: (text: string) => void): void {
  let size = 0
  for (const frame of frames) if (frame.kind === 'bytes') size += frame.to - frame.from + ENVELOPE_BYTES
  const batch = Buffer.allocUnsafe(size)
  let from = 0
  let at = 0
  let ascii = true
  const flush = (): void => {
    if (at > from) send(batch.toString(ascii ? 'latin1' : 'utf8', from, at))
    from = at
  }
  for (const frame of frames) {
    if (frame.kind !== 'bytes') continue
    const bytes = bytesOf(frame)
    const isPlain = isAscii(bytes)
    if (!isPlain && !isUtf8(bytes)) continue
    if (isPlain !== ascii) {
      flush()
      ascii = isPlain
    }
    batch[at++] = OPEN
    at = writeDigits(batch, at, frame.position.line)
    batch[at++] = COMMA
    at = writeDigits(batch, at, frame.position.offset)
    batch[at++] = COMMA
    batch.set(bytes, at)
    at += bytes.length
    batch[at++] = CLOSE
    batch[at++] = LINE_FEED
  }
  flush()
  send(END_OF_BATCH)
}

/**
 * The plain path's parser: the `ndjson` package, fed envelopes. On its own it ends at a `null` line and drops bad lines
 * unseen; in envelopes a dropped line is a gap in the numbers that come back, and two values on one line make the array
 * too long.
 */
export function createParser(): Parser {
  const stream = ndjson.parse({ strict: false, decodeStrings: false })
  let handle: (envelope: readonly unknown[]) => void = () => undefined
  stream.on('data', (value: unknown) => handle(Array.isArray(value) ? value : [value]))

  return {
    parse: (frames, take) =>
      new Promise((resolve, reject) => {
        let next = 0
        /** Hands over every line before the one that came back: those are blank, or did not parse. */
        const passTo = (line: number): Frame | undefined => {
          for (;;) {
            const frame = frames[next]
            if (frame === undefined || frame.position.line === line) return frame
            take(explainGap(frame))
            next += 1
          }
        }
        handle = (envelope) => {
          const frame = passTo(typeof envelope[0] === 'number' ? envelope[0] : Number.POSITIVE_INFINITY)
          if (frame !== undefined) {
            next += 1
            take(judge(frame, envelope))
          } else if (envelope.length === 0) {
            stream.removeListener('error', reject)
            resolve()
          } else reject(new Error('the parser gave back a line that was not sent'))
        }
        stream.once('error', reject)
        sendEnvelopes(frames, (text) => stream.write(text))
      }),
    close: () => stream.destroy(),
  }
}

function explainGap(frame: Frame): Parsed {
  if (frame.kind === 'blank') return { kind: 'blank', position: frame.position }
  return reject(frame, frame.kind === 'bytes' ? explainBytes(frame) : 'oversize')
}

function explainBytes(frame: BytesFrame): MalformedReason {
  const bytes = bytesOf(frame)
  if (bytes.includes(0)) return 'nul-bytes'
  return isUtf8(bytes) ? explainSyntax(bytes.toString('utf8'), frame.terminated) : 'not-utf8'
}

const reject = (frame: Frame, reason: MalformedReason): Parsed => ({
  kind: 'malformed',
  position: frame.position,
  reason,
  torn: !frame.terminated,
})

function judge(frame: Frame, envelope: readonly unknown[]): Parsed {
  if (envelope.length !== 3) return reject(frame, 'several-values')
  const value = envelope[2]
  if (isJsonObject(value)) return { kind: 'record', position: frame.position, value }
  return reject(frame, Array.isArray(value) ? 'array' : 'scalar')
}
