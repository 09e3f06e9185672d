import { escapeRaw, type Printable, print } from './printable.ts'

/** A path as a POSIX shell takes it: bare where that is safe, else in single quotes. */
export function quoteForShell(path: string): Printable {
  if (path === '-') return print`-`
  if (path.startsWith('-')) return quoteForShell(`./${path}`)
  if (/^[\w./@%+,:-]+$/.test(path)) return escapeRaw(path)
  return print`'${escapeRaw(path.replaceAll("'", "'\\''"))}'`
}
