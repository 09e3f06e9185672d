// Whether what a terminal shows keeps to its columns: no line wider than the terminal, and blocks and columns
// that stand beside one another start in the same column on every line.
import stringWidth from 'string-width'
import { withoutColour } from './shown.mjs'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Columns from which each grapheme of a line starts. */
function startsOf(line) {
  const starts = new Set()
  let column = 0
  for (const { segment } of graphemes.segment(line)) {
    if (segment !== ' ') starts.add(column)
    column += stringWidth(segment)
  }
  return starts
}

/** True where a column is the first of a word or blank, after a blank: nothing runs into it. */
function isFree(line, column) {
  const starts = startsOf(line)
  const width = stringWidth(line)
  if (width < column) return true
  // The column before must be a blank, and no wide mark may lie across the border.
  return !starts.has(column - 1) && (width === column || !isInside(line, column))
}

function isInside(line, border) {
  let column = 0
  for (const { segment } of graphemes.segment(line)) {
    const next = column + stringWidth(segment)
    if (column < border && next > border) return true
    column = next
  }
  return false
}

/** Command lines that are there to be copied: cutting or folding one would spoil it. */
const IS_COMMAND = /^ *(?:Next|RAW|try)? +ledger-triage /

/** Heads of what stands left, up to the head of what stands right of it. */
const HEADS = [
  /^ ID +COUNT .*?(?=DIAGNOSIS)/,
  /^ FOR A TEST +(?=FOR PRODUCTION)/,
  /^ COUNTERFACTUAL +(?=SIGNATURE)/,
  /^ WHY THESE ARE ONE CLUSTER .*? {2,}(?=VALUES BEHIND)/,
]

/** The first line that does not keep to its columns, or undefined. The text is without colour. */
function findSlip(text, columns) {
  const lines = text.split('\n')
  const long = lines.find((line) => !IS_COMMAND.test(line) && stringWidth(line) > columns)
  if (long !== undefined)
    return `${stringWidth(long)} columns in ${columns}: ${JSON.stringify(long.slice(0, 200))}`
  for (const [i, line] of lines.entries()) {
    for (const head of HEADS) {
      const found = head.exec(line)
      if (found === null) continue
      const border = stringWidth(found[0])
      const end = lines.findIndex((other, at) => at > i && (other.trim() === '' || /^ -{6}/.test(other)))
      const slipped = lines.slice(i + 1, end).find((row) => !isFree(row, border))
      if (slipped !== undefined)
        return `column ${border} is not kept: ${JSON.stringify(slipped.slice(0, 200))}`
    }
  }
  return undefined
}

/** One case of the figure of columns: what a terminal of so many columns was shown keeps to them. */
export function holdColumns(tally, name, text, columns) {
  const slip = findSlip(withoutColour(text), columns)
  tally.hold('screens within their columns', slip === undefined, `${name}: ${slip}`)
}
