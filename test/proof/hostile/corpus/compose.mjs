// Composes hostile ledgers whose counts are known because every line is put down as what it is.

const RECORD = 'record'
const BLANK = 'blank'

/** What a line that is no record and not blank is put down as; `why` is the reason to be given, where there is one. */
const malformed = (why) => (why === undefined ? 'malformed' : `malformed ${why}`)

const toBytes = (body) => (Buffer.isBuffer(body) ? body : Buffer.from(body, 'utf8'))

/** A believable record of real work; `number` makes its time and session, `fields` are put over it. */
export const recordOf = (number, fields = {}) => ({
  timestamp: new Date(Date.UTC(2026, 2, 3) + number * 61_000).toISOString(),
  workspace: '/home/agent/code/ledger',
  session_id: `7c1e${(number % 9) + 1}b2a-55d0`,
  message: `push refused by the gate after ${number} commits`,
  ...fields,
})

/**
 * A ledger under construction. A line ends as `end` says; a torn one has no end. `done` gives the bytes, what
 * each line is, and the counts that follow from it.
 */
export function compose() {
  const parts = []
  const kinds = []
  let torn = false
  const put = (kind, body, end) => {
    kinds.push(kind)
    parts.push(toBytes(body), toBytes(end))
  }
  const ledger = {
    /** Bytes that belong to the next line without being part of its text, such as a mark at the start of the file. */
    prefix(body) {
      parts.push(toBytes(body))
      return ledger
    },
    record(value, end = '\n') {
      put(RECORD, typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value), end)
      return ledger
    },
    broken(body, why, end = '\n') {
      put(malformed(why), body, end)
      return ledger
    },
    blank(body = '', end = '\n') {
      put(BLANK, body, end)
      return ledger
    },
    torn(body, why) {
      put(malformed(why), body, '')
      torn = true
      return ledger
    },
    /** Bytes up to now, for ledgers that aim at a border. */
    size: () => parts.reduce((sum, part) => sum + part.length, 0),
    done: () => ({ bytes: Buffer.concat(parts), kinds, counts: countKinds(kinds, torn) }),
  }
  return ledger
}

/** lines = records + blank + malformed, from what each line is. */
function countKinds(kinds, torn = false) {
  const records = kinds.filter((kind) => kind === RECORD).length
  const blank = kinds.filter((kind) => kind === BLANK).length
  return { lines: kinds.length, records, blank, malformed: kinds.length - records - blank, torn }
}

/** Foreign bytes put down by the counting rule: every stretch up to a line feed is one malformed line. */
export function composeForeign(bytes) {
  const feeds = bytes.reduce((sum, byte) => sum + (byte === 0x0a ? 1 : 0), 0)
  const torn = bytes.length > 0 && bytes.at(-1) !== 0x0a
  const kinds = Array.from({ length: feeds + (torn ? 1 : 0) }, () => malformed())
  return { bytes, kinds, counts: countKinds(kinds, torn) }
}
