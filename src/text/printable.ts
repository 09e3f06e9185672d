/**
 * The one door to every output. A `Printable` can only be made here: from literal source text, from numbers, and from
 * untrusted text through `escapeText`. Writers accept nothing else, so a raw ledger string cannot reach a terminal.
 */
declare const printable: unique symbol
export type Printable = string & { readonly [printable]: true }

/** Text from a ledger, a path, an argument or an operating-system message. */
declare const untrusted: unique symbol
export type LedgerText = { readonly [untrusted]: true }

const brand = (text: string): Printable => text as Printable
const reveal = (text: LedgerText): string => text as unknown as string

/** Marks text as untrusted, from where on only `escapeText` and the JSON door can show it. */
export const toLedgerText = (text: string): LedgerText => text as unknown as LedgerText

/** Tagged template: literal parts are ours, inserted values must be printable or numbers. */
export const print = (parts: TemplateStringsArray, ...values: readonly (Printable | number)[]): Printable =>
  brand(parts.reduce((text, part, i) => text + String(values[i - 1]) + part))

export const blank = (columns: number): Printable => brand(' '.repeat(Math.max(0, columns)))
export const repeat = (glyph: Printable, times: number): Printable => brand(glyph.repeat(Math.max(0, times)))
export const join = (parts: readonly Printable[], separator: Printable): Printable =>
  brand(parts.join(separator))
export const concat = (...parts: readonly Printable[]): Printable => brand(parts.join(''))

/** Words chosen by us from a closed vocabulary (class names, reasons, codes): letters, digits, `-_.,/ ` only. */
export function word(text: string): Printable {
  return /^[\w.,/ -]*$/.test(text) ? brand(text) : escapeText(toLedgerText(text))
}

/** Cuts printable text by UTF-16 units; the parts stay printable. */
export const slicePrintable = (text: Printable, from: number, to?: number): Printable =>
  brand(text.slice(from, to))

/** Puts styled codes around printable text; only the surface calls it, with codes of its own. */
export const paint = (before: string, text: Printable, after: string): Printable =>
  brand(`${before}${text}${after}`)

/** Text for XML: its five marks as entities, and the two units that no XML may hold shown. */
export const toXml = (text: Printable): Printable =>
  brand(
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&apos;')
      .replaceAll('\ufffe', '\\u{fffe}')
      .replaceAll('\uffff', '\\u{ffff}'),
  )

/** A Markdown code span, fenced by more backticks than the text holds in a row; not for tables, where a bar ends a cell. */
export function toCodeSpan(text: Printable): Printable {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const padded = text === '' || text.startsWith('`') || text.endsWith('`') ? ` ${text} ` : text
  return brand(`${fence}${padded}${fence}`)
}

/** The message of a workflow command: the marks that would end or start one, as its runner escapes them. */
export const toCommandData = (text: Printable): Printable =>
  brand(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'))

/** A property of a workflow command. */
export const toCommandProperty = (text: Printable): Printable =>
  brand(toCommandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C'))

/** Full stop for tables drawn by a library: its output is made of printable cells and blanks only. */
export const trustLayout = (drawn: string): Printable => brand(drawn)

const VISIBLE: ReadonlyMap<number, string> = new Map([
  [0x09, '\u2409'],
  [0x0a, '\u240a'],
  [0x0d, '\u240d'],
  [0x1b, '\u241b'],
  [0x7f, '\u2421'],
])

/** True for code points that act on a terminal, hide, or reorder text: shown as `\u{..}` instead of sent. */
function actsOnDisplay(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true
  if (code < 0xad) return false
  if (code >= 0xd800 && code <= 0xdfff) return true
  return (
    code === 0xad ||
    code === 0x34f ||
    code === 0x61c ||
    (code >= 0x115f && code <= 0x1160) ||
    (code >= 0x17b4 && code <= 0x17b5) ||
    (code >= 0x180b && code <= 0x180f) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0x3164 ||
    code === 0xfeff ||
    code === 0xffa0 ||
    (code >= 0xfff0 && code <= 0xfffb) ||
    (code >= 0x1bca0 && code <= 0x1bca3) ||
    (code >= 0x1d173 && code <= 0x1d17a) ||
    (code >= 0xe0000 && code <= 0xe0fff) ||
    // Code points that stand for no character are dropped by some terminals.
    (code >= 0xfdd0 && code <= 0xfdef) ||
    (code & 0xfffe) === 0xfffe
  )
}

/** Untrusted text with every code point that acts on a display made visible; nothing is dropped. */
export function escapeText(text: LedgerText): Printable {
  const raw = reveal(text)
  let shown = ''
  let from = 0
  for (let i = 0; i < raw.length; i++) {
    const code = Number(raw.codePointAt(i))
    const width = code > 0xffff ? 2 : 1
    if (actsOnDisplay(code)) {
      shown += raw.slice(from, i) + (VISIBLE.get(code) ?? `\\u{${code.toString(16)}}`)
      from = i + width
    }
    i += width - 1
  }
  return brand(breakCommands(from === 0 ? raw : shown + raw.slice(from)))
}

/**
 * CI runners read commands out of what programs print: `##[…]`, `##vso[…]` and `##teamcity[…]` anywhere in a line,
 * `::name::` at its start, blanks aside. A wrapped line may start with any word, so words are what is broken.
 */
function breakCommands(text: string): string {
  const marked = text.includes('##') ? text.replace(/##(?=(?:vso|teamcity)?\[)/gi, '#\\u{23}') : text
  return marked.includes('::') ? marked.replace(/(?<=^|\s)::(?=[A-Za-z])/g, ':\\u{3a}') : marked
}

/** Escapes a string in one step; for text that never passed through the report. */
export const escapeRaw = (text: string): Printable => escapeText(toLedgerText(text))

/** Half a pair of surrogates is no text: strict readers refuse the document that holds one, so it is spelled out. */
const spellHalves = (json: string): string =>
  json.includes('\\ud')
    ? json.replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (sequence, half: string | undefined) =>
        half === undefined ? sequence : `\\\\u{${half}}`,
      )
    : json

/** The JSON door: ASCII only, so no control, bidirectional or invisible mark leaves raw. Keys keep their given order. */
export function toAsciiJson(value: unknown, indent = 0): Printable {
  const text = spellHalves(JSON.stringify(value, null, indent) ?? 'null')
  const ascii = text.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return brand(ascii.includes('##') ? ascii.replace(/##(?=(?:vso|teamcity)?\[)/gi, '#\\u0023') : ascii)
}
