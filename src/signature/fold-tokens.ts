import { HOLE_N, HOLE_TIME, HOLE_VALUE, isHole } from './token.ts'

const CLOSES = ')]}>'
const OPENED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' }

/**
 * Appends a token and folds what varies in length only: runs and lists of holes become one hole, brackets around nothing
 * but a hole go.
 */
export function pushToken(token: string, out: string[]): void {
  if (isHole(token)) pushHole(token, out)
  else if (CLOSES.includes(token)) closeBracket(token, out)
  else out.push(token)
}

/** What sentences are dressed in: the capital of the first word, a comma at the end. An entry may hold several words. */
export function dropDressing(out: string[]): void {
  const first = out[0] ?? ''
  const capital = first.charCodeAt(0)
  if (capital >= 0x41 && capital <= 0x5a && /^[A-Z][a-z]+(?: |$)/.test(first)) {
    out[0] = first.charAt(0).toLowerCase() + first.slice(1)
  }
  while (out[out.length - 1] === ',' || out[out.length - 1] === ';') out.pop()
}

function pushHole(token: string, out: string[]): void {
  const last = out[out.length - 1]
  if (last === undefined) out.push(token)
  else if (isHole(last)) out[out.length - 1] = merge(last, token)
  else {
    const before = out[out.length - 2]
    if ((last === ',' || last === '|') && before !== undefined && isHole(before)) {
      out.length -= 1
      out[out.length - 1] = merge(before, token)
    } else out.push(token)
  }
}

/** A date and a time beside it are one time. */
const merge = (left: string, right: string): string => {
  if (left === right) return left
  const isTime = left === HOLE_TIME || right === HOLE_TIME
  return isTime && (left === HOLE_N || right === HOLE_N) ? HOLE_TIME : HOLE_VALUE
}

/** Round brackets around one hole, or around nothing, are dropped; other brackets around it leave the hole. */
function closeBracket(token: string, out: string[]): void {
  const last = out[out.length - 1]
  const before = out[out.length - 2]
  const open = OPENED_BY[token]
  if (last === open) {
    out.length -= 1
    if (token !== ')') pushHole(HOLE_VALUE, out)
  } else if (last !== undefined && isHole(last) && before === open) {
    out.length -= 2
    if (token !== ')') pushHole(last, out)
  } else out.push(token)
}
