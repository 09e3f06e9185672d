import { escapeRaw, type Printable, print } from './printable.ts'

/** A path as a POSIX shell takes it: bare where that is safe, else in single quotes. */
export function quoteForShell(path: string): Printable {
  if (/^[\w./@%+,-]+$/.test(path) && !path.startsWith('-')) return escapeRaw(path)
  if (path === '-') return print`-`
  return print`'${escapeRaw(path.replaceAll("'", "'\\''"))}'`
}
