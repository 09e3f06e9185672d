/**
 * Matches a list against a pattern list in which one item may stand for any number of items. Greedy with one point to
 * return to, so the time is at most the product of both lengths, whatever the pattern.
 */
function matchMany<Item, Pattern>(
  items: readonly Item[],
  patterns: readonly Pattern[],
  isMany: (pattern: Pattern) => boolean,
  isOne: (item: Item, pattern: Pattern) => boolean,
  prefix: boolean,
): boolean {
  let i = 0
  let p = 0
  let star = -1
  let mark = 0
  for (;;) {
    const pattern = patterns[p]
    if (pattern === undefined && (prefix || i === items.length)) return true
    const item = items[i]
    if (pattern !== undefined && isMany(pattern)) {
      star = p
      mark = i
      p += 1
    } else if (pattern !== undefined && item !== undefined && isOne(item, pattern)) {
      i += 1
      p += 1
    } else if (star >= 0 && mark < items.length) {
      mark += 1
      i = mark
      p = star + 1
    } else return false
  }
}

/** True where a name fits a pattern with `*` (any text) and `?` (one character). */
export function matchesName(name: string, pattern: string, foldCase = false): boolean {
  const fold = (text: string): string => (foldCase ? text.toLowerCase() : text)
  return matchMany(
    [...fold(name)],
    [...fold(pattern)],
    (unit) => unit === '*',
    (unit, wanted) => wanted === '?' || unit === wanted,
    false,
  )
}

/** True where the first components of a path fit those of a pattern; `**` stands for any number of components. */
export const startsLike = (
  components: readonly string[],
  pattern: readonly string[],
  foldCase: boolean,
): boolean =>
  matchMany(
    components,
    pattern,
    (part) => part === '**',
    (component, part) => matchesName(component, part, foldCase),
    true,
  )

/** What stands in a name for the one `*` of a pattern; undefined where the name does not fit. */
export function matchStar(name: string, pattern: string): string | undefined {
  const at = pattern.indexOf('*')
  const [before, after] = at < 0 ? [pattern, ''] : [pattern.slice(0, at), pattern.slice(at + 1)]
  if (name.length < before.length + after.length) return undefined
  if (!name.startsWith(before) || !name.endsWith(after)) return undefined
  return name.slice(before.length, name.length - after.length)
}
