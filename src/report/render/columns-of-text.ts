import { blank, concat, type Printable, print } from '../../text/printable.ts'
import { measure } from '../../text/width.ts'

/** Sets two blocks of lines side by side, each in its half of the columns; the left one decides where the right starts. */
export function setSideBySide(
  left: readonly Printable[],
  right: readonly Printable[],
  columns: number,
): Printable[] {
  const half = Math.floor(columns / 2)
  const rows = Math.max(left.length, right.length)
  return Array.from({ length: rows }, (_, i) => {
    const [before = print``, behind = print``] = [left[i], right[i]]
    return behind === '' ? before : concat(before, blank(half - measure(before)), behind)
  })
}
