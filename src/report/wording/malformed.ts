import type { MalformedReason } from '../../source/malformed.ts'
import { escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import { formatCount } from '../figures.ts'
import type { Report } from '../model.ts'

type Words = { readonly name: Printable; readonly why: Printable }

/** What is wrong with a line, in two words for a list and in a sentence with what mostly makes it. */
const WORDS: Readonly<Record<MalformedReason, Words>> = {
  oversize: {
    name: print`over 64 MiB`,
    why: print`it is longer than 64 MiB, which is more than is kept of a line`,
  },
  'nul-bytes': {
    name: print`NUL bytes`,
    why: print`it holds NUL bytes, as a crash leaves them, or a writer that goes on behind a file that was emptied`,
  },
  'not-utf8': {
    name: print`not UTF-8`,
    why: print`its bytes are no UTF-8 text, so that any reading would be a guess`,
  },
  'bom-inside': {
    name: print`byte order mark`,
    why: print`it begins with a byte order mark, as where two files were joined; only the first of a file is left out`,
  },
  'record-separator': {
    name: print`record separator`,
    why: print`it begins with a record separator, as JSON text sequences do`,
  },
  'carriage-returns': {
    name: print`carriage returns`,
    why: print`several objects stand on it, with carriage returns between them that end no line of a ledger`,
  },
  torn: {
    name: print`torn tail`,
    why: print`the file ends within it: a writer is at it just now, or died there`,
  },
  cut: {
    name: print`cut short`,
    why: print`it ends before its object does: a writer died there, or wrote it in pieces`,
  },
  'cut-then-record': {
    name: print`cut, then a record`,
    why: print`an object that was cut short stands on it, and a whole record behind it: a writer died, and the next one appended`,
  },
  'several-values': {
    name: print`several values`,
    why: print`more than one value stands on it: writers that append a record and its line feed in two writes come between each other`,
  },
  'trailing-comma': {
    name: print`comma behind`,
    why: print`a comma follows its object, as between the items of an array`,
  },
  'non-finite': {
    name: print`NaN or Infinity`,
    why: print`it holds NaN or Infinity, which is no JSON; Python writes them unless it is told not to`,
  },
  array: { name: print`an array`, why: print`it is an array, and a record is an object` },
  scalar: { name: print`a bare value`, why: print`it is a bare value, and a record is an object` },
  syntax: { name: print`not JSON`, why: print`it is no JSON` },
}

/** Why a line is malformed, in a sentence. */
export const explainMalformed = (reason: MalformedReason): Printable => WORDS[reason].why

/** Malformed lines by what is wrong with them, and where the first of them stands. */
export function describeMalformed({ malformed, malformedBy }: Report): Printable {
  const [first] = malformed
  const where = first === undefined ? print`` : print`, the first at ${escapeRaw(first.file)}:${first.line}`
  return print`${listMalformed(malformedBy)}${where}; --format json lists them`
}

const listMalformed = (by: Report['malformedBy']): Printable =>
  join(
    Object.entries(by)
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .flatMap(([reason, count]) =>
        isReason(reason) ? [print`${formatCount(count)} ${WORDS[reason].name}`] : [],
      ),
    print`, `,
  )

const isReason = (text: string): text is MalformedReason => Object.hasOwn(WORDS, text)
