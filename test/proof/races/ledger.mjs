// Ledgers to race on: records that carry a serial each, and now and then a line that is none.

const TEXTS = [
  'denied write outside the workspace',
  'quota exhausted until noon',
  'hook refused the command',
  'lease expired while waiting',
]
const ODD_LINES = [
  '',
  ' \t',
  '{"message":"cut sho',
  '[1,2]',
  '{"a":1} {"b":2}',
  '{"message":"\u00e9',
  'null\r',
]

/** One record as a line. The serial is what tells it from every other one. */
export function toLine(serial, random) {
  const record = {
    timestamp: new Date(Date.UTC(2026, 2, 1) + random.below(80 * 86_400_000)).toISOString(),
    message: `${random.pick(TEXTS)}, attempt ${random.below(100_000)}`,
    workspace: random.chance(0.5) ? '/srv/checkout' : `/tmp/pytest-of-dev/pytest-${random.below(9)}/test_a0`,
    session: `s${random.below(50)}`,
    serial,
    detail: 'x'.repeat(random.below(160)),
  }
  return `${JSON.stringify(record)}\n`
}

/** So many records, one in fifty of them followed by a line that is blank or malformed. */
export function makeLedger(records, name, random) {
  const lines = []
  for (let i = 0; i < records; i++) {
    lines.push(toLine(`${name}-${i}`, random))
    if (random.chance(0.02)) lines.push(`${random.pick(ODD_LINES)}\n`)
  }
  return Buffer.from(lines.join(''), 'utf8')
}

/** The serial that stands in a line, or undefined. */
export const serialOf = (line) => /"serial":"([^"]+)"/.exec(line.toString('latin1'))?.[1]
