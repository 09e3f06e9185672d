/** A test for text that holds one of some literals. */
export type LiteralTest = (text: string) => boolean

const FOLDED = new Uint8Array(128)
for (let unit = 0; unit < 128; unit++) FOLDED[unit] = unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit

const fold = (unit: number): number => (unit < 128 ? (FOLDED[unit] ?? 0) : 0)

/**
 * Makes a test for text that holds one of some ASCII literals of two characters or more, in any case. One pass: a table
 * says which pairs of characters start a literal, and only there is it compared. An alternation of patterns that ignores
 * case costs several times as much.
 */
export function createLiteralTest(literals: readonly string[]): LiteralTest {
  const starts = new Uint8Array(128 * 128)
  const byStart = new Map<number, string[]>()
  for (const literal of new Set(literals.map((text) => text.toLowerCase()))) {
    const start = (fold(literal.charCodeAt(0)) << 7) | fold(literal.charCodeAt(1))
    starts[start] = 1
    byStart.set(start, [...(byStart.get(start) ?? []), literal])
  }
  const standsAt = (text: string, at: number, start: number): boolean =>
    byStart.get(start)?.some((literal) => text.slice(at, at + literal.length).toLowerCase() === literal) ===
    true
  return (text) => {
    let before = 0
    for (let i = 0; i < text.length; i++) {
      const unit = fold(text.charCodeAt(i))
      const start = (before << 7) | unit
      if (starts[start] === 1 && standsAt(text, i - 1, start)) return true
      before = unit
    }
    return false
  }
}
