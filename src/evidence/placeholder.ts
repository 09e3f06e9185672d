const WORDS = new Set(['', 'unknown', 'null', 'none', 'n/a', 'undefined', '-'])
const LONGEST_WORD = 9

/** True for a value that a writer puts where it knows nothing: `unknown`, `n/a`, all zeros and the like. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim()
  if (text.length <= LONGEST_WORD && WORDS.has(text.toLowerCase())) return true
  let zeros = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x30) zeros += 1
    else if (unit !== 0x2d) return false
  }
  return zeros > 0
}
