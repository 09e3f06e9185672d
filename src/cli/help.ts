import { escapeText, type Printable, print, toLedgerText } from '../text/printable.ts'

export const EXAMPLES = `
Examples:
  ledger-triage friction-ledger.jsonl                       which diagnoses recur, who wrote them
  ledger-triage 'logs/*.jsonl' --since 7d --format json     the same for a program
  ledger-triage count LEDGER --match 'partial context load' --expect 418

Ledgers are opened for reading only. Exit codes: 0 done, 1 a condition you set, 2 usage, 3 unreadable,
4 incomplete, 70 a fault of this program, 130 interrupted.`

export const GATE_HELP = `
Examples:
  ledger-triage gate 4pg493 friction-ledger.jsonl
  ledger-triage gate --match 'partial context load' friction-ledger.jsonl --json

Exit codes: 0 investigate, 1 every record is a test's, 10 undecided, 2 no such record (or a mistaken command line, which
prints no document), 3 or 4 where an input was not read to its end. With --json, \`decision\` and \`sentence\` say the same.`

export const DIFF_HELP = `
Before and after in two steps, for runs that guard cannot wrap:
  ledger-triage friction-ledger.jsonl --format json --top all -o /tmp/before.json
  ledger-triage diff /tmp/before.json friction-ledger.jsonl --fail-on synthetic

The report proves that the earlier bytes are the same; only what came after is laid to anybody. Where they are not
the same, the exit code is 4.`

export const GUARD_HELP = `
Examples:
  ledger-triage guard -- pytest tests/test_preflight.py
  ledger-triage guard --ledger friction-ledger.jsonl --match 'partial context load' -- npm test
  ledger-triage guard --isolate -- pytest                   its own ledger and home, and what went there

The result goes to standard error; standard input and output are the command's. Without --ledger the ledgers of
the variables or usual places of the known profiles are guarded. Exit codes: the command's own if it is not 0, else
0 clean, 100 a test wrote, 101 nobody can tell, 102 earlier bytes rewritten, truncated or rotated.`

/** Help is our own text but passes the escaping door line by line, since commander mixes arguments into it. */
export function printLines(text: string): Printable {
  return text.split('\n').reduce((all: Printable, line, i) => {
    const shown = escapeText(toLedgerText(line))
    return i === 0 ? shown : print`${all}\n${shown}`
  }, print``)
}
