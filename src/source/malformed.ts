/** Why a line is no record. */
export type MalformedReason =
  | 'oversize'
  | 'nul-bytes'
  | 'not-utf8'
  | 'torn'
  | 'several-values'
  | 'non-finite'
  | 'array'
  | 'scalar'
  | 'cut'
  | 'syntax'

/** Index just after the JSON value that starts at `from`, by brackets and strings alone; -1 where it does not end. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  let inString = false
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (inString) {
      if (unit === 0x5c) i += 1
      else if (unit === 0x22) inString = false
    } else if (unit === 0x22) inString = true
    else if (unit === 0x7b || unit === 0x5b) depth += 1
    else if (unit === 0x7d || unit === 0x5d) {
      depth -= 1
      if (depth === 0) return i + 1
      if (depth < 0) return -1
    }
  }
  return -1
}

/** The text with the bare words that Python writes for non-finite numbers replaced, strings left alone. */
function withoutNonFinite(text: string): string {
  let out = ''
  let from = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (inString) {
      if (unit === 0x5c) i += 1
      else if (unit === 0x22) inString = false
    } else if (unit === 0x22) inString = true
    else if (unit === 0x4e || unit === 0x49) {
      const word = text.startsWith('NaN', i) ? 'NaN' : text.startsWith('Infinity', i) ? 'Infinity' : ''
      if (word !== '') {
        const sign = text.charCodeAt(i - 1) === 0x2d ? 1 : 0
        out += `${text.slice(from, i - sign)}null`
        i += word.length - 1
        from = i + 1
      }
    }
  }
  return from === 0 ? text : out + text.slice(from)
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Says why a line whose text did not parse to one object failed. Text is decoded and trimmed of its line end. */
export function explainSyntax(text: string, terminated: boolean): MalformedReason {
  if (text.includes('\u0000')) return 'nul-bytes'
  const start = text.search(/[^ \t\r]/)
  const first = text.charAt(start)
  if (first === '{' || first === '[') {
    const end = endOfValue(text, start)
    if (end < 0) return terminated ? 'cut' : 'torn'
    if (/^[ \t\r]*,?[ \t\r]*[{["\d-]/.test(text.slice(end))) return 'several-values'
  }
  const finite = withoutNonFinite(text)
  if (finite !== text && isObjectText(finite)) return 'non-finite'
  return terminated ? 'syntax' : 'torn'
}
