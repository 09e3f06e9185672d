const APOSTROPHE = 0x27
const NEWLINE = 0x0a

/** How far a closing quote is searched: a bound that keeps hostile text linear. */
export const MAX_QUOTED = 400

/** The mark that closes what a mark opens, or 0. */
export function closingOf(unit: number): number {
  switch (unit) {
    case 0x22:
    case APOSTROPHE:
    case 0x60:
      return unit
    case 0x2018:
      return 0x2019
    case 0x201c:
      return 0x201d
    case 0xab:
      return 0xbb
    default:
      return 0
  }
}

/** Index of the closing quote on the same line, or -1. */
export function findClosing(text: string, from: number, closing: number): number {
  const limit = Math.min(text.length, from + MAX_QUOTED)
  for (let i = from; i < limit; i++) {
    const unit = text.charCodeAt(i)
    if (unit === closing) return i
    if (unit === NEWLINE) return -1
  }
  return -1
}

/** Skips a terminal control sequence, whole or cut. */
export function skipEscape(text: string, from: number): number {
  let i = from + 1
  if (text.charCodeAt(i) !== 0x5b) return i
  i += 1
  while (i < text.length && text.charCodeAt(i) >= 0x20 && text.charCodeAt(i) < 0x40) i += 1
  return i + 1
}

/** What is left of a colour code whose escape was stripped, `[31m`: the index behind it, or -1. */
export function skipColour(text: string, from: number): number {
  let i = from
  while (i < from + 8 && /[\d;]/.test(text.charAt(i))) i += 1
  return i > from && text.charAt(i) === 'm' && text.charAt(i + 1) !== ']' ? i + 1 : -1
}

/** A frame of a stack trace, as Python and JavaScript print it. Anchored where the word starts, and bounded. */
const FRAME =
  /File "[^"\n]{1,300}", line \d{1,9}, in [\w<>.]{1,80}|at (?:async |new )?[\w.$<>[\]]{1,120} \([^()\n]{1,300}:\d{1,9}:\d{1,9}\)/y

/** The end of a stack frame that starts here, or -1. */
export function endOfFrame(text: string, from: number): number {
  if (!text.startsWith('File "', from) && !text.startsWith('at ', from)) return -1
  FRAME.lastIndex = from
  return FRAME.test(text) ? FRAME.lastIndex : -1
}
