import { pushToken } from './fold-tokens.ts'
import { endRun, push, type Scan } from './scan.ts'
import { HOLE_PATH, HOLE_TEXT, HOLE_VALUE } from './token.ts'
import { isCauseKey, isClosed, isErrorName, isStateShaped, isVerdictKey } from './words.ts'

const COLON = 0x3a

/** Longest quoted cause that is kept: a longer one is text. */
const MAX_CAUSE = 40

const REQUEST = /^[A-Z]{3,8} \S+ HTTP\/[\d.]+$/
const NAME = /^[A-Za-z_][\w.-]{0,40}$/

/**
 * Quoted text is a value. Words that part stay: a state in quotes, error names inside a phrase, the value of a key that
 * names a cause, the method of a request line. A quoted name before a colon is a key of JSON.
 */
export function takeQuoted(scan: Scan, from: number, to: number): void {
  const text = scan.text.slice(from, to)
  const { out } = scan
  const behind = scan.text.charCodeAt(to + 1)
  if (behind === COLON && NAME.test(text)) {
    push(scan, text)
    return
  }
  endRun(scan)
  const mark = out[out.length - 1]
  const key = out[out.length - 2] ?? ''
  const isCause = (mark === '=' || mark === ':') && (isCauseKey(key) || isVerdictKey(key))
  if (isCause && text.length <= MAX_CAUSE) {
    for (const word of text.split(' '))
      if (word !== '') pushToken(/[\d/]/.test(word) ? HOLE_VALUE : word, out)
    return
  }
  if (REQUEST.test(text)) {
    pushToken(text.slice(0, text.indexOf(' ')), out)
    pushToken(HOLE_PATH, out)
    return
  }
  if (NAME.test(text) && isClosed(text) && !isStateShaped(text)) {
    pushToken(text, out)
    return
  }
  pushToken(HOLE_TEXT, out)
  if (text.includes(' '))
    for (const word of text.split(/[\s:,;()]+/)) if (isErrorName(word)) pushToken(word, out)
}
