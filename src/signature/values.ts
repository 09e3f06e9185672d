import { isHole, isPunctuation } from './token.ts'

/** A place of a template that varies: its place among the holes, its name, and the words that stand before it. */
export type Hole = { readonly index: number; readonly name: string; readonly before: string }

/** Words before a hole that say which one it is. */
const MAX_BEFORE = 2

/** The holes of a template, in order. */
export function listHoles(tokens: readonly string[]): Hole[] {
  const holes: Hole[] = []
  for (const [at, token] of tokens.entries()) {
    if (!isHole(token)) continue
    const before: string[] = []
    for (let i = at - 1; i >= 0 && before.length < MAX_BEFORE; i--) {
      const other = tokens[i] ?? ''
      if (isHole(other)) break
      if (!isPunctuation(other)) before.unshift(other)
    }
    holes.push({ index: holes.length, name: token.slice(1), before: before.join(' ') })
  }
  return holes
}

const isWordUnit = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) ||
  (unit >= 0x41 && unit <= 0x5a) ||
  (unit >= 0x61 && unit <= 0x7a) ||
  unit === 0x5f

/** Where a token stands in a text from an index on, as a word of its own; -1 where it does not. */
function findToken(text: string, lower: string, token: string, from: number): number {
  const wanted = token.toLowerCase()
  const isWord = !isPunctuation(token)
  for (let at = lower.indexOf(wanted, from); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    if (!isWord) return at
    const end = at + wanted.length
    if (!isWordUnit(text.charCodeAt(at - 1)) && !isWordUnit(text.charCodeAt(end))) return at
  }
  return -1
}

/** Longest value that is kept of a hole. */
const MAX_VALUE = 200

/** Marks and blanks around a value that belong to the sentence. */
const trimValue = (value: string): string =>
  value.replace(/^[\s"'`([{:,]+|[\s"'`)\]},;:.]+$/g, '').slice(0, MAX_VALUE)

/**
 * Reads what stands behind the holes of a template in one message: the text between the words that both share. Gives one
 * text a hole, '' for an optional part that is left out; undefined where the words are not there. Linear but for
 * words that occur many times.
 */
export function readValues(tokens: readonly string[], message: string): string[] | undefined {
  const text = message.slice(0, 4000)
  const lower = text.toLowerCase()
  const values: string[] = []
  let at = 0
  let open = false
  for (const token of tokens) {
    if (isHole(token)) {
      open = true
      continue
    }
    const found = findToken(text, lower, token, at)
    if (found < 0) return undefined
    if (open) values.push(trimValue(text.slice(at, found)))
    open = false
    at = found + token.length
  }
  if (open) values.push(trimValue(text.slice(at)))
  return values
}
