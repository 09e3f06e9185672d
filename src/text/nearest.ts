/** Edits that turn one word into another: insert, remove, replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The choice that a mistyped word most likely meant, if one is near; ties by their order. */
export function findNearest(word: string, choices: readonly string[]): string | undefined {
  const typed = word.slice(0, 64).toLowerCase()
  let best: string | undefined
  let least = Math.max(2, Math.floor(typed.length / 3)) + 1
  for (const choice of choices) {
    const away = distance(typed, choice.toLowerCase())
    if (away < least) [best, least] = [choice, away]
  }
  return best
}
