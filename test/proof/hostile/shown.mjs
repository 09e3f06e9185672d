// What no output may hold, whatever the ledger, its name or the arguments held.

/** C0 but the line feed, DEL, C1, marks that reorder text, that hide, that part lines, and tags. */
const ACTING =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]|[\u{e0000}-\u{e0fff}]/u

/** Colours that the program itself puts round words on a terminal. */
const OWN_COLOUR = /\u001b\[(?:0|1|2|22|31|33|35|39)m/g

const RUNNER_LINE = /^[^\S\n]*(?:::|section_(?:start|end):)/m
const RUNNER_MARK = /##(?:vso|teamcity)?\[/i

/** What a value looks like that was printed without being looked at. */
const UNREAD = ['[object ', 'function Object', '[native code]', 'undefined', 'NaN']

const nearby = (text, at) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 40))

export const withoutColour = (text) => text.replaceAll(OWN_COLOUR, '')

/** The first acting code point of a text, or undefined. */
export function findActing(text) {
  const found = ACTING.exec(text)
  if (found !== null)
    return `U+${found[0].codePointAt(0).toString(16).toUpperCase().padStart(4, '0')} in ${nearby(text, found.index)}`
  return text.isWellFormed() ? undefined : 'a lone surrogate'
}

/** The first command for a runner of CI, or undefined. `own` matches lines that the program itself means as such. */
export function findRunnerCommand(text, own) {
  const rest = own === undefined ? text : text.replaceAll(own, '')
  const found = RUNNER_LINE.exec(rest) ?? RUNNER_MARK.exec(rest)
  return found === null ? undefined : `a runner's command in ${nearby(rest, found.index)}`
}

/** A value printed without being looked at, unless the input itself holds that text. */
export function findUnread(text, input) {
  const found = UNREAD.find((word) => text.includes(word) && !input.includes(word))
  return found === undefined ? undefined : `${found} in ${nearby(text, text.indexOf(found))}`
}

/** True for printable ASCII and line feeds only. */
const isAscii = (text) => /^[\n\x20-\x7e]*$/.test(text)

/** What is wrong with JSON that an output is, as one document or as one a line; undefined where nothing is. */
export function findBadJson(text, perLine) {
  if (!isAscii(text)) return `not ASCII: ${nearby(text, text.search(/[^\n\x20-\x7e]/))}`
  if (!text.endsWith('\n')) return 'no line feed at the end'
  for (const part of perLine ? text.slice(0, -1).split('\n') : [text]) {
    try {
      JSON.parse(part)
    } catch (error) {
      return `${error.message}: ${part.slice(0, 80)}`
    }
  }
  return undefined
}
