import Table from 'cli-table3'
import { type Printable, print, slicePrintable, trustLayout } from '../../text/printable.ts'

const NOTHING = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
}

/** A cell, or one that takes the room of several columns. */
export type Cell = Printable | { readonly content: Printable; readonly colSpan: number }

/**
 * Draws rows of fitted, padded cells with blank borders, one blank before the first column. Cells must already have
 * their columns' widths; the library only sets them side by side.
 */
export function drawGrid(
  rows: readonly (readonly Cell[])[],
  widths: readonly number[],
  gap: number,
): Printable[] {
  const table = new Table({
    chars: { ...NOTHING, middle: ' '.repeat(gap) },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colWidths: [...widths],
  })
  for (const row of rows) table.push([...row])
  const drawn = table.toString()
  return drawn.split('\n').map((line) => print` ${trimBlanks(trustLayout(line))}`)
}

function trimBlanks(line: Printable): Printable {
  let end = line.length
  while (end > 0 && line.charAt(end - 1) === ' ') end -= 1
  return slicePrintable(line, 0, end)
}
