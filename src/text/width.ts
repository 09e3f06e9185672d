import stringWidth from 'string-width'
import { blank, concat, type Printable, slicePrintable } from './printable.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Columns that printable text takes on a terminal. */
export function measure(text: Printable): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code > 0x7e) return stringWidth(text)
  }
  return text.length
}

function cutToWidth(text: Printable, columns: number): Printable {
  let used = 0
  let end = 0
  for (const { segment } of graphemes.segment(text)) {
    const wide = stringWidth(segment)
    if (used + wide > columns) break
    used += wide
    end += segment.length
  }
  return slicePrintable(text, 0, end)
}

const tailToWidth = (text: Printable, columns: number): Printable => {
  const segments = [...graphemes.segment(text)]
  let used = 0
  let from = text.length
  for (let i = segments.length - 1; i >= 0; i--) {
    const segment = segments[i]?.segment ?? ''
    const wide = stringWidth(segment)
    if (used + wide > columns) break
    used += wide
    from -= segment.length
  }
  return slicePrintable(text, from)
}

/** Fits text into a number of columns; a cut is shown by one ellipsis at the end. */
export function fitEnd(text: Printable, columns: number, ellipsis: Printable): Printable {
  if (measure(text) <= columns) return text
  const room = columns - measure(ellipsis)
  return room < 0 ? cutToWidth(ellipsis, columns) : concat(cutToWidth(text, room), ellipsis)
}

/** Fits text into a number of columns by cutting its start; a cut is shown by one ellipsis in front. */
export function fitStart(text: Printable, columns: number, ellipsis: Printable): Printable {
  if (measure(text) <= columns) return text
  const room = columns - measure(ellipsis)
  return room < 0 ? cutToWidth(ellipsis, columns) : concat(ellipsis, tailToWidth(text, room))
}

/** Fits a path or name by cutting its middle, so that both its root and its leaf stay readable. */
export function fitMiddle(text: Printable, columns: number, ellipsis: Printable): Printable {
  if (measure(text) <= columns) return text
  const room = columns - measure(ellipsis)
  if (room < 2) return fitEnd(text, columns, ellipsis)
  const head = Math.floor(room / 3)
  return concat(cutToWidth(text, head), ellipsis, tailToWidth(text, room - head))
}

export const padEnd = (text: Printable, columns: number): Printable =>
  concat(text, blank(columns - measure(text)))
export const padStart = (text: Printable, columns: number): Printable =>
  concat(blank(columns - measure(text)), text)
