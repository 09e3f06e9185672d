/** Where another reader of a line may take another value for it than `JSON.parse` does. */
export type Doubt =
  | { readonly kind: 'duplicate'; readonly field: string; readonly times: number }
  | { readonly kind: 'number'; readonly field: string; readonly source: string; readonly read: string }

/** Doubts listed of one line; levels of a field's name that are spelled out. */
const MAX_DOUBTS = 20
const MAX_LEVELS = 8

/** An object or array that is open: how often each member was met, and under which name it stands. */
type Level = { readonly counts: Map<string, number> | undefined; readonly name: string }

/** A number's sign, its digits without zeros at either end, and the power of ten of the last one. */
function normaliseNumber(source: string): string {
  const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  if (kept === '') return '0'
  const power = Number(exponent) - fraction.length + digits.length - kept.length
  return `${mantissa.startsWith('-') ? '-' : ''}${kept}e${power}`
}

/** What a number is read as, where that is not what it says. */
function misread(source: string): string | undefined {
  const read = String(Number(source))
  if (read.endsWith('Infinity')) return read
  return normaliseNumber(read) === normaliseNumber(source) ? undefined : read
}

/** Index behind the string that starts at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** True where a colon follows, blanks aside: then what stands before is the name of a member. */
function isBeforeColon(text: string, from: number): boolean {
  let at = from
  while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at += 1
  return text.charAt(at) === ':'
}

const isNumberUnit = (unit: string | undefined): boolean =>
  unit !== undefined && '+-.eE0123456789'.includes(unit)

/**
 * Finds members that stand twice in one object, of which the last one counts, and numbers of more digits or a larger power
 * than a double keeps. `text` is one JSON value; time is linear in it, whatever its depth.
 */
export function findDoubts(text: string): Doubt[] {
  const doubts: Doubt[] = []
  const levels: Level[] = []
  const nameOf = (name: string): string =>
    [...levels.slice(0, MAX_LEVELS), { name }]
      .map((level) => level.name)
      .filter((part) => part !== '')
      .join('.')
  const close = (): void => {
    for (const level of levels.splice(-1))
      for (const [key, times] of level.counts ?? [])
        if (times > 1 && doubts.length < MAX_DOUBTS)
          doubts.push({ kind: 'duplicate', field: nameOf(joinName(level.name, key)), times })
  }
  let name = ''
  for (let at = 0; at < text.length; ) {
    const unit = text[at]
    if (unit === '"') {
      const end = endOfString(text, at)
      const counts = levels.at(-1)?.counts
      if (counts !== undefined && isBeforeColon(text, end)) {
        name = String(JSON.parse(text.slice(at, end)))
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      at = end
    } else if (unit === '{' || unit === '[') {
      levels.push({ counts: unit === '{' ? new Map() : undefined, name })
      name = ''
      at += 1
    } else if (unit === '}' || unit === ']') {
      close()
      at += 1
    } else if (isNumberUnit(unit) && unit !== 'e' && unit !== 'E') {
      let end = at
      while (isNumberUnit(text[end])) end += 1
      const source = text.slice(at, end)
      const read = misread(source)
      if (read !== undefined && doubts.length < MAX_DOUBTS)
        doubts.push({ kind: 'number', field: nameOf(name), source, read })
      at = end
    } else at += 1
  }
  return doubts
}

const joinName = (left: string, right: string): string => (left === '' ? right : `${left}.${right}`)
