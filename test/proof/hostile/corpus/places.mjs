// Names that are data too, and things that are no regular files.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { compose, recordOf } from './compose.mjs'

const two = compose().record(recordOf(1)).record(recordOf(2)).done()

const NAMES = {
  option: '-n.jsonl',
  help: '--version.jsonl',
  feed: 'two\nlines.jsonl',
  title: 'a\u001b]0;OWNED\u0007b.jsonl',
  colour: 'a\u001b[31mb\u009b7mc.jsonl',
  return: 'a\rOWNED.jsonl',
  bidi: 'a\u202egpj.jsonl',
  tags: 'a\u{e0041}\u200bb.jsonl',
  runner: '::warning::OWNED.jsonl',
  vso: '##vso[task.complete]OWNED.jsonl',
  markup: '<img src=x onerror=owned()>.jsonl',
  code: '`a` | b ``.jsonl',
  blanks: '  lead and trail .jsonl ',
  format: '%s%n%25.jsonl',
  formula: '=1+2.jsonl',
  pattern: 'a[bc]{d,e}*?.jsonl',
  long: `${'n'.repeat(200)}.jsonl`,
  place: 'ledger.jsonl:7',
  quotes: `it's "a" $(b) \\c.jsonl`,
}

export const named = Object.entries(NAMES).map(([name, file]) => ({ name: `named-${name}`, file, ...two }))

const NOT_REGULAR = /not a regular|no regular|\ba (?:FIFO|socket|device|character device)\b/i

/** Places that are no ledger. `prepare` lays them out and gives a reason where it cannot. */
export const places = [
  { name: 'folder', says: /folder|directory/i, prepare: (path) => mkdirSync(path) },
  {
    name: 'fifo',
    says: /FIFO/i,
    prepare: (path) => (spawnSync('mkfifo', [path]).status === 0 ? undefined : 'no program mkfifo'),
  },
  {
    name: 'socket',
    says: /socket/i,
    // The server is never closed, since that would remove its node; it keeps no process alive.
    prepare: (path) =>
      new Promise((done) => {
        const server = createServer()
        server.once('error', (error) => done(error.message))
        server.listen(path, () => done(undefined))
        server.unref()
      }),
  },
  { name: 'device-null', says: NOT_REGULAR, prepare: (path) => symlinkSync('/dev/null', path) },
  { name: 'device-zero', says: NOT_REGULAR, prepare: (path) => symlinkSync('/dev/zero', path) },
  { name: 'device-terminal', says: NOT_REGULAR, prepare: (path) => symlinkSync('/dev/ptmx', path) },
  {
    name: 'link-dangling',
    says: /link/i,
    prepare: (path) => symlinkSync('target-that-is-not-there', path),
    creates: 'target-that-is-not-there',
  },
  {
    name: 'link-loop',
    says: /ELOOP|links? .*(?:loop|circle|itself|round)/i,
    prepare: (path) => symlinkSync('link-loop.jsonl', path),
  },
  {
    name: 'unreadable',
    says: /permission|may not be read/i,
    prepare(path) {
      writeFileSync(path, two.bytes)
      chmodSync(path, 0)
      return process.getuid?.() === 0 ? 'root reads every file' : undefined
    },
  },
  { name: 'missing', says: /not found|no such file/i, prepare: () => undefined },
].map((place) => ({ ...place, file: `${place.name}.jsonl` }))

/** A link to a good ledger is followed. */
export const linked = {
  name: 'link-good',
  ...two,
  prepare(path, folder) {
    writeFileSync(join(folder, 'link-good.target'), two.bytes)
    symlinkSync('link-good.target', path)
  },
}
