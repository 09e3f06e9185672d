// The command lines that read a ledger, one of each command and format. LEDGER is the ledger, OTHER another one, SAVED a
// saved report of the ledger, OUTPUT a file to write.

/** The command lines, `id` being that of one of the ledger's clusters. `guard` runs a command that ends with 0. */
export const commandLines = ({ id, saved, other, line }) =>
  [
    'scan LEDGER',
    'scan --format json LEDGER',
    'scan --by test LEDGER',
    'classify LEDGER',
    'classify --no-links LEDGER',
    'count LEDGER',
    'count --format json LEDGER',
    'explain LEDGER:LINE',
    'explain --format json LEDGER:LINE',
    'explain --raw LEDGER:LINE',
    'show ID LEDGER',
    'show --format json ID LEDGER',
    'gate ID LEDGER',
    'gate --format json ID LEDGER',
    'diff SAVED LEDGER',
    'diff --format json SAVED LEDGER',
    'diff LEDGER OTHER',
    'diff --at 2026-04-01 LEDGER',
    'guard --settle 0s --ledger LEDGER -- true',
    'guard --settle 0s --ledger LEDGER --format json --report OUTPUT -- true',
  ].map((text) => ({
    name: text,
    args: text
      .split(' ')
      .map((word) => (word === 'ID' ? id : word === 'SAVED' ? saved : word === 'OTHER' ? other : word))
      .map((word) => word.replace('LINE', line)),
  }))
