// An account as a user has one: ledgers of every kind, a link to one, watched state, and a home with a ledger at its usual
// place. Reports go to a folder beside the account, temporary files to another; nothing in the account may change.
import { createHash } from 'node:crypto'
import { linkSync, lutimesSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import { root as checkout, findProgram } from '../harness.mjs'

export const LEDGERS = {
  normal: 'normal.jsonl',
  damaged: 'damaged.jsonl',
  empty: 'empty.jsonl',
  unended: 'unended.jsonl',
  packed: 'packed.jsonl.gz',
  linked: 'linked.jsonl',
}

const sample = (name) => readFileSync(join(checkout, 'sample-ledgers', name))

/** The last lines of a ledger, whole. */
const tail = (bytes, lines) => `${bytes.toString().trimEnd().split('\n').slice(-lines).join('\n')}\n`

/** The stamp that a friction ledger's writer keeps beside it for one workspace. */
const stampOf = (workspace) =>
  `vent-last-${createHash('sha256').update(workspace).digest('hex').slice(0, 12)}.txt`

/** Access lies before modification, so that a read shows where access times are kept `relatime`. */
const ACCESSED = new Date('2026-08-20T00:00:00Z')
const MODIFIED = new Date('2026-08-21T00:00:00Z')

/** Gives paths their times back; it changes when their inodes were changed, so it comes before a stand is taken. */
export function setTimes(paths) {
  for (const path of paths) lutimesSync(path, ACCESSED, MODIFIED)
}

/** Writes an account below `folder`, and the folders for reports, with a saved one in it, and for temporary files. */
export function makeAccount(folder, saved = '') {
  const account = {
    root: join(folder, 'account'),
    ledgers: join(folder, 'account/ledgers'),
    home: join(folder, 'account/home'),
    out: join(folder, 'out'),
    temp: join(folder, 'temp'),
  }
  const usual = join(account.home, '.local/share/gptme')
  const elsewhere = join(account.root, 'elsewhere')
  const deep = join(account.root, 'watched/deep')
  for (const path of [account.ledgers, usual, elsewhere, deep, account.out, account.temp])
    mkdirSync(path, { recursive: true })

  const hooks = sample('hook-denials.jsonl')
  const story = sample('preflight-story.jsonl')
  const write = (name, bytes) => writeFileSync(join(account.ledgers, name), bytes)
  write(LEDGERS.normal, hooks)
  write(LEDGERS.damaged, sample('damaged.jsonl'))
  write(LEDGERS.empty, '')
  write(LEDGERS.unended, tail(story, 20).trimEnd())
  write(LEDGERS.packed, gzipSync(hooks))
  write(stampOf('/home/agent/code/shop'), '1780000000\n')
  writeFileSync(join(elsewhere, 'target.jsonl'), tail(story, 120))
  symlinkSync('../elsewhere/target.jsonl', join(account.ledgers, LEDGERS.linked))
  writeFileSync(join(usual, 'friction-ledger.jsonl'), tail(story, 60))
  writeFileSync(join(usual, stampOf('/home/agent/code/api')), '1780000000\n')
  writeFileSync(join(deep, '../stamp.txt'), 'last run 41\n')
  writeFileSync(join(deep, 'counters.json'), '{"denied":418}\n')
  symlinkSync('stamp.txt', join(deep, '../latest.txt'))

  // Names outside the account that lead into it: a report written to one of them would hit a ledger.
  symlinkSync(join(account.ledgers, LEDGERS.normal), join(account.out, 'link-to-ledger.jsonl'))
  linkSync(join(account.ledgers, LEDGERS.normal), join(account.out, 'twin-of-ledger.jsonl'))
  writeFileSync(join(account.out, 'rules.json'), '{ "fixtureSessions": ["test-session"] }\n')
  writeFileSync(join(account.out, 'saved.json'), saved)
  return account
}

/** Programs that a run starts. Other folders of the caller's PATH may be closed to another user. */
const PROGRAMS = ['node', 'sh', 'true', 'flock', 'strace', 'unshare', 'mount', 'setpriv']

const foldersOfPrograms = () => {
  const found = [process.execPath, ...PROGRAMS.map(findProgram)].filter((path) => path !== undefined)
  return [...new Set(found.map((path) => dirname(path)))].join(delimiter)
}

/** What a run is given for an environment: little, so that nothing of the caller's decides what is proven. */
export const environmentOf = (account) => ({
  PATH: foldersOfPrograms(),
  LANG: 'C.UTF-8',
  HOME: account.home,
  TMPDIR: account.temp,
  // File operations through a ring of the kernel would not show in a trace.
  UV_USE_IO_URING: '0',
})
