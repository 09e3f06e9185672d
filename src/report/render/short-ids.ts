import { type Printable, word } from '../../text/printable.ts'

const SHORTEST = 6

/** The shortest length, six at least, at which the ids of a report differ; then every id cut to it. */
export function shortenIds(ids: readonly string[]): (id: string) => Printable {
  const unique = new Set(ids)
  let length = SHORTEST
  while (length < 13 && new Set([...unique].map((id) => id.slice(0, length))).size < unique.size) length += 1
  return (id) => word(id.slice(0, length))
}
