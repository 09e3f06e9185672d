import { type Printable, print, word } from '../text/printable.ts'

/** `1,899`: a comma every three digits, whatever the locale. */
export function formatCount(count: number): Printable {
  const digits = String(Math.trunc(count))
  let text = ''
  for (let i = 0; i < digits.length; i++) {
    if (i > 0 && (digits.length - i) % 3 === 0 && digits.charAt(i - 1) !== '-') text += ','
    text += digits.charAt(i)
  }
  return word(text)
}

const SIZES = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** `408 KiB`: three significant digits at most. */
export function formatBytes(bytes: number): Printable {
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < SIZES.length - 1) {
    size /= 1024
    unit += 1
  }
  const shown = unit > 0 && size < 10 ? size.toFixed(1) : String(Math.round(size))
  return print`${word(shown)} ${word(SIZES[unit] ?? 'B')}`
}
