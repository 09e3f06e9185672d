import { isSeparator } from './path.ts'

/** A stretch of text that may be a path. `whole` is set where it fills the string it came from. */
export type Span = { readonly start: number; readonly end: number; readonly whole: boolean }

/** Ends a path in running text: blanks, quotes, brackets, and marks that join values. */
function endsPath(unit: number): boolean {
  if (unit <= 0x20) return true
  switch (unit) {
    case 0x22: // "
    case 0x26: // &
    case 0x27: // '
    case 0x28: // (
    case 0x29: // )
    case 0x2c: // ,
    case 0x3b: // ;
    case 0x3c: // <
    case 0x3d: // =
    case 0x3e: // >
    case 0x3f: // ?
    case 0x5b: // [
    case 0x5d: // ]
    case 0x60: // `
    case 0x7b: // {
    case 0x7c: // |
    case 0x7d: // }
    case 0xa0: // no-break space
    case 0x2018: // quotation marks
    case 0x2019:
    case 0x201c:
    case 0x201d:
    case 0x2026: // ellipsis: what was cut out of a path is not known
      return true
    default:
      return false
  }
}

const COLON = 0x3a

const isLetter = (unit: number): boolean => (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)

/** True where a colon parts two values (`host:/x`, `/a:/b`, `file:///x`) rather than naming a drive (`C:\\x`). */
function partsAtColon(text: string, colon: number, start: number): boolean {
  if (!isSeparator(text.charCodeAt(colon + 1))) return false
  if (!isLetter(text.charCodeAt(colon - 1))) return true
  return colon - 1 > start && !isSeparator(text.charCodeAt(colon - 2))
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

/** Where a stretch really ends: without the marks of a sentence, `:line:column`, or an escaping backslash behind it. */
function trimEnd(text: string, start: number, end: number): number {
  let to = end
  for (;;) {
    const unit = text.charCodeAt(to - 1)
    if (unit === 0x2e || unit === COLON || unit === 0x21 || unit === 0x5c) to -= 1
    else if (isDigit(unit)) {
      let digits = to - 1
      while (digits > start && isDigit(text.charCodeAt(digits - 1))) digits -= 1
      if (digits === start || text.charCodeAt(digits - 1) !== COLON) return to
      to = digits - 1
    } else return to
    if (to <= start) return end
  }
}

/**
 * Finds every stretch of running text that holds a path separator, left to right, in one pass. With `alone`, stretches
 * without a separator are given too: an agent's directory slug stands on its own.
 */
export function spotPaths(text: string, alone = false): Span[] {
  const spans: Span[] = []
  let start = 0
  let separators = 0
  const close = (end: number): void => {
    if ((separators > 0 || alone) && end > start) {
      const to = trimEnd(text, start, end)
      spans.push({ start, end: to, whole: start === 0 && to === text.length })
    }
    separators = 0
  }
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (isSeparator(unit)) separators += 1
    else if (endsPath(unit)) {
      close(i)
      start = i + 1
    } else if (unit === COLON && partsAtColon(text, i, start)) {
      close(i)
      start = i + 1
    }
  }
  close(text.length)
  return spans
}

/** True where a whole string reads as one absolute path, blanks in it included: the usual form of a field's value. */
export function isWholePath(text: string): boolean {
  if (text.length === 0 || text.length > 4096 || text.includes('\n')) return false
  const first = text.charCodeAt(0)
  if (isSeparator(first)) return first === 0x2f || isSeparator(text.charCodeAt(1))
  return isLetter(first) && text.charCodeAt(1) === COLON && isSeparator(text.charCodeAt(2))
}
