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
function findToken(text: string, token: string, from: number): number {
  const isWord = !isPunctuation(token)
  for (let at = text.indexOf(token, from); at >= 0; at = text.indexOf(token, at + 1)) {
    if (!isWord) return at
    if (!isWordUnit(text.charCodeAt(at - 1)) && !isWordUnit(text.charCodeAt(at + token.length))) return at
  }
  return -1
}

/** The first word of a template was lowered; in a text it may start with a capital, and dressing may stand before it. */
function findFirst(text: string, token: string): number {
  const raised = token.charAt(0).toUpperCase() + token.slice(1)
  const found = [findToken(text, token, 0), findToken(text, raised, 0)].filter((at) => at >= 0)
  return found.length === 0 ? -1 : Math.min(...found)
}

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '\u201c': '\u201d',
  '\u00ab': '\u00bb',
}

/** The end of a quotation that starts here, blanks aside: words inside it are the value's own. The index itself where none does. */
function skipQuotation(text: string, from: number): number {
  let start = from
  while (/\s/.test(text.charAt(start))) start += 1
  const closing = QUOTES[text.charAt(start)]
  const end = closing === undefined ? -1 : text.indexOf(closing, start + 1)
  return end < 0 ? from : end + 1
}

/** As much of a message as is masked. */
const MAX_TEXT = 4000

/** Longest value that is kept of a hole. */
const MAX_VALUE = 200

/** Marks and blanks around a value that belong to the sentence. */
const isBefore = (mark: string): boolean => /[\s"'`([{:,]/.test(mark)
const isBehind = (mark: string): boolean => /[\s"'`)\]},;:.]/.test(mark)

function trimValue(value: string): string {
  let [from, to] = [0, value.length]
  while (from < to && isBefore(value.charAt(from))) from += 1
  while (to > from && isBehind(value.charAt(to - 1))) to -= 1
  return value.slice(from, Math.min(to, from + MAX_VALUE))
}

/**
 * Reads what stands behind the holes of a template in one message: the text between the words that both share. Gives one
 * text a hole, '' for an optional part that is left out; undefined where the words are not there. Linear but for
 * words that occur many times.
 */
export function readValues(tokens: readonly string[], message: string): string[] | undefined {
  const text = message.slice(0, MAX_TEXT).replace(/\u001b\[[0-9;]{0,20}m/g, '')
  const values: string[] = []
  let at = 0
  let open = false
  for (const [i, token] of tokens.entries()) {
    if (isHole(token)) {
      open = true
      continue
    }
    const found =
      i === 0 ? findFirst(text, token) : findToken(text, token, open ? skipQuotation(text, at) : at)
    if (found < 0) return undefined
    if (open) values.push(trimValue(text.slice(at, found)))
    open = false
    at = found + token.length
  }
  if (open) values.push(trimValue(text.slice(at)))
  return values
}
