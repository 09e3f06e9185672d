import { concat, type Printable, print, slicePrintable } from './printable.ts'
import { fitEnd, measure } from './width.ts'

function splitWords(text: Printable): Printable[] {
  const words: Printable[] = []
  let from = 0
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && text.charAt(i) !== ' ') continue
    if (i > from) words.push(slicePrintable(text, from, i))
    from = i + 1
  }
  return words
}

/** Breaks a sentence into lines of at most so many columns, at blanks; a longer word is cut with an ellipsis. */
export function wrap(text: Printable, columns: number, ellipsis: Printable): Printable[] {
  const lines: Printable[] = []
  let line = print``
  for (const word of splitWords(text)) {
    const fitted = fitEnd(word, columns, ellipsis)
    if (line === '') line = fitted
    else if (measure(line) + 1 + measure(fitted) <= columns) line = concat(line, print` `, fitted)
    else {
      lines.push(line)
      line = fitted
    }
  }
  if (line !== '') lines.push(line)
  return lines
}
