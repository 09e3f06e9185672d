/** Why a line is no record. */
export const MALFORMED_REASONS = [
  'oversize',
  'nul-bytes',
  'not-utf8',
  'bom-inside',
  'record-separator',
  'carriage-returns',
  'torn',
  'cut',
  'cut-then-record',
  'several-values',
  'trailing-comma',
  'non-finite',
  'array',
  'scalar',
  'syntax',
] as const
export type MalformedReason = (typeof MALFORMED_REASONS)[number]

/** Index just after the JSON value whose first bracket is at `from`, by brackets and strings alone; -1 where it does not end. */
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

/** Places tried, from the end, at which a whole record may begin: nested objects begin alike. */
const MAX_STARTS = 16
/** Longer lines are not searched: what follows a tear is the size of a record. */
const MAX_SEARCHED = 256 * 1024

/** Behind a comma, a colon or a bracket an object is a part of the one around it. */
function isNested(text: string, at: number): boolean {
  let before = at - 1
  while (before > 0 && (text.charAt(before) === ' ' || text.charAt(before) === '\t')) before -= 1
  return /[,:[]/.test(text.charAt(before))
}

/** True where a line that was cut goes on with a whole record: its writer died, and the next one appended. */
function endsInRecord(text: string): boolean {
  if (text.length > MAX_SEARCHED) return false
  let at = text.lastIndexOf('{"')
  for (let tried = 0; at > 0 && tried < MAX_STARTS; tried++) {
    if (!isNested(text, at) && isObjectText(text.slice(at))) return true
    at = text.lastIndexOf('{"', at - 1)
  }
  return false
}

/** What is wrong with a line that begins as JSON does, as far as its brackets tell. */
function explainStructure(text: string, start: number, terminated: boolean): MalformedReason | undefined {
  const end = endOfValue(text, start)
  const rest = end < 0 ? '' : text.slice(end)
  const isWhole = end > 0 && isObjectText(text.slice(start, end))
  if (isWhole && /^\r[{\r]/.test(rest)) return 'carriage-returns'
  if (isWhole && terminated && /^[ \t]*,[ \t\r]*$/.test(rest)) return 'trailing-comma'
  if (/^[ \t\r]*,?[ \t\r]*[{["\d-]/.test(rest)) return 'several-values'
  if (!isWhole && endsInRecord(text.slice(start + 1))) return 'cut-then-record'
  if (end >= 0) return undefined
  return terminated ? 'cut' : 'torn'
}

/** Says why a line whose text did not parse to one object failed. Text is decoded, trimmed of its line end, and holds no NUL. */
export function explainSyntax(text: string, terminated: boolean): MalformedReason {
  if (text.startsWith('\ufeff')) return 'bom-inside'
  if (text.startsWith('\u001e')) return 'record-separator'
  const start = text.search(/[^ \t\r]/)
  const first = text.charAt(start)
  const structure = first === '{' || first === '[' ? explainStructure(text, start, terminated) : undefined
  if (structure !== undefined) return structure
  const finite = withoutNonFinite(text)
  if (finite !== text && isObjectText(finite)) return 'non-finite'
  return terminated ? 'syntax' : 'torn'
}
