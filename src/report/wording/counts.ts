import { escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import { formatCount } from '../figures.ts'

/** Names from outside, with commas between. */
export const list = (words: readonly string[]): Printable =>
  join(
    words.map((text) => escapeRaw(text)),
    print`, `,
  )

/** `1 record`, `1,899 records`. */
export const records = (count: number): Printable =>
  count === 1 ? print`1 record` : print`${formatCount(count)} records`

/** The form of a word for a count. */
export const plural = (count: number, one: Printable, many: Printable): Printable =>
  count === 1 ? one : many
