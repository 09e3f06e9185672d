import { OTHER_FORMATS, type OtherFormat, type SourceFault } from '../../source/fault.ts'
import { escapeRaw, type Printable, print, word } from '../../text/printable.ts'
import { formatBytes, formatCount } from '../figures.ts'

/** What happened, where, and what to try: the three parts of every error. */
export type Message = { readonly what: Printable; readonly where?: Printable; readonly advice: Printable }

const KIND_NAME = {
  fifo: print`a FIFO`,
  socket: print`a socket`,
  device: print`a device`,
  unknown: print`no regular file`,
} as const

type FormatWords = { readonly is: Printable; readonly advice: (path: Printable) => Printable }

const FORMATS: Readonly<Record<OtherFormat, FormatWords>> = {
  gzip: { is: print`it is gzip-compressed`, advice: (path) => print`gunzip -c ${path} | ledger-triage -` },
  zstd: { is: print`it is compressed by zstd`, advice: (path) => print`zstd -dc ${path} | ledger-triage -` },
  'utf-16': {
    is: print`it is UTF-16 text`,
    advice: (path) => print`iconv -f UTF-16 -t UTF-8 ${path} | ledger-triage -`,
  },
  sqlite: {
    is: print`it is an SQLite database`,
    advice: () => print`export the table's rows as one JSON object a line, then: ledger-triage FILE`,
  },
  'json-array': {
    is: print`it is one JSON array; a ledger has one object a line`,
    advice: (path) => print`jq -c '.[]' ${path} | ledger-triage -`,
  },
  'json-seq': {
    is: print`each of its records begins with a record separator, as in JSON text sequences`,
    advice: (path) => print`tr -d '\\036' < ${path} | ledger-triage -`,
  },
  'cr-only': {
    is: print`its lines end in carriage returns alone; a ledger's end in line feeds`,
    advice: (path) => print`tr '\\r' '\\n' < ${path} | ledger-triage -`,
  },
  'nul-bytes': {
    is: print`it holds NUL bytes, as a crash leaves them, or a writer that goes on behind a file that was emptied`,
    advice: (path) => print`tr -d '\\0' < ${path} | ledger-triage -`,
  },
  'pretty-printed': {
    is: print`its JSON is spread over several lines; a ledger has one object a line`,
    advice: (path) => print`jq -c . ${path} | ledger-triage -`,
  },
  binary: {
    is: print`it holds binary data`,
    advice: () => print`name the ledger itself, a file with one JSON object a line`,
  },
  'plain-text': {
    is: print`it holds text that is not JSON`,
    advice: () => print`name a file with one JSON object a line`,
  },
}

/** What a format is and what to do with it, by its name in a report. */
export const describeFormat = (name: unknown): FormatWords =>
  FORMATS[OTHER_FORMATS.find((format) => format === name) ?? 'plain-text']

const withoutSlash = (path: string): Printable => escapeRaw(path.replace(/[/]+$/, ''))

/** The message of an input that could not be read. */
export function explainSourceFault(fault: SourceFault): Message {
  const path = fault.path === '' ? print`an empty name` : escapeRaw(fault.path)
  switch (fault.code) {
    case 'not-found':
      return {
        what: print`${path} was not found`,
        advice: print`check the spelling, or quote a pattern: ledger-triage 'logs/*.jsonl'`,
      }
    case 'dangling-link':
      return {
        what: print`${path} is a link to ${escapeRaw(fault.target)}, and nothing is there`,
        advice: print`name the file that the link was made for, or mend the link`,
      }
    case 'link-loop':
      return {
        what: print`${path} is a link that leads back to itself`,
        where: print`ELOOP: too many links, one behind the other`,
        advice: print`name the ledger itself`,
      }
    case 'no-copy':
      return {
        what: print`standard input is read twice here, and no copy of it could be made in ${escapeRaw(fault.folder)}`,
        where:
          fault.errno === 'BESIDE_LEDGER'
            ? print`the ledger lies in that folder, and nothing is written beside a ledger`
            : word(fault.errno),
        advice: print`name the ledger itself, or set TMPDIR to a folder that may be written`,
      }
    case 'gzip-damaged':
      return {
        what: print`${path} could not be unpacked to its end`,
        where: print`${word(fault.errno)} after ${formatCount(fault.bytes)} unpacked bytes`,
        advice: print`gzip -t ${path} tells what is wrong; what was read before is reported as incomplete`,
      }
    case 'unpacked-limit':
      return {
        what: print`${path} unpacks to more than ${formatBytes(fault.limit)}`,
        where: print`reading stopped there: a small file can hold more than any disk`,
        advice: print`gunzip -c ${path} | ledger-triage -`,
      }
    case 'no-match':
      return { what: print`no file matches ${path}`, advice: print`name a ledger, or widen the pattern` }
    case 'is-folder':
      return {
        what: print`${path} is a folder`,
        advice: print`name the ledgers in it: ledger-triage '${withoutSlash(fault.path)}/*.jsonl'`,
      }
    case 'no-permission':
      return {
        what: print`${path} may not be read by this user`,
        advice: print`sudo -u OWNER ledger-triage ${path}, or ask its owner for read permission`,
      }
    case 'not-regular':
      return {
        what: print`${path} is ${KIND_NAME[fault.kind]}`,
        where: print`only regular files and standard input are read: anything else could wait for ever`,
        advice: print`cat ${path} | ledger-triage -`,
      }
    case 'read-failed':
      return {
        what: print`${path} could not be read to its end`,
        where: print`${word(fault.errno)} at byte ${formatCount(fault.offset)}`,
        advice: print`copy the file elsewhere and name the copy; what was read before is reported as incomplete`,
      }
    case 'other-format':
      return {
        what: print`${path} is not a JSONL ledger`,
        where: FORMATS[fault.format].is,
        advice: FORMATS[fault.format].advice(path),
      }
    case 'not-a-ledger':
      return {
        what: print`${path} is not a JSONL ledger`,
        where: print`none of its ${formatCount(fault.lines)} lines is a JSON object`,
        advice: FORMATS['plain-text'].advice(path),
      }
  }
}

/** `error: …`, its circumstances, and what to try, as lines. */
export function layOutMessage(message: Message): Printable[] {
  const where = message.where === undefined ? [] : [print`  ${message.where}`]
  return [print`error: ${message.what}`, ...where, print`  try  ${message.advice}`]
}

/** Standard output did not take the report. */
export const writeFailure = (errno: string): Message => ({
  what: print`the report could not be written to its end`,
  where: word(errno),
  advice: print`make room, or send it elsewhere: -o FILE`,
})

export const internalFailure = (message: string): Message => ({
  what: print`ledger-triage failed: ${escapeRaw(message)}`,
  where: print`this is a fault of the program, not of your ledger; nothing was changed`,
  advice: print`the same command with --debug, and report what it prints`,
})
