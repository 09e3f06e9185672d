// What may happen to a ledger besides appending, as lists of deeds that any process can carry out, and what the ledger
// holds after each of them.
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  ftruncateSync,
  futimesSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { makeLedger, toLine } from './ledger.mjs'

const few = (name, random) =>
  Buffer.from(Array.from({ length: 20 }, (_, i) => toLine(`${name}-${i}`, random)).join(''))

/** Another ledger that is longer than the one before. */
const longer = (base, name, random) =>
  Buffer.concat([makeLedger(Math.ceil(base.length / 200), name, random), Buffer.from(base)])

/** Bytes that make other lines of those that stand there: a line feed goes, another comes. */
const scribble = Buffer.from('!\n{"message":"scribbled')

/**
 * Each kind of change: its deeds, whose `at` says how far a reader has come when they happen, as a share of the ledger;
 * `ends`, what a report may say of a change that fell into the read; and whether the bytes that were read may be cut by it.
 */
export const KINDS = {
  append: { ends: ['grew'], deeds: (_, random) => [{ deed: 'append', bytes: few('late', random) }] },
  truncate: {
    ends: ['shrank'],
    cuts: true,
    deeds: (base, random) => [
      { deed: 'cut', length: Math.floor(base.length * (0.3 + random.below(40) / 100)) },
      { deed: 'append', bytes: few('late', random) },
    ],
  },
  copytruncate: {
    ends: ['shrank'],
    cuts: true,
    deeds: (_, random) => [
      { deed: 'copy', suffix: '.1' },
      { deed: 'cut', length: 0 },
      { deed: 'append', bytes: few('late', random) },
    ],
  },
  regrow: {
    ends: ['rewritten'],
    cuts: true,
    deeds: (base, random) => [
      { deed: 'cut', length: 0 },
      { deed: 'append', bytes: longer(base, 'regrown', random) },
    ],
  },
  'cut and regrow': {
    ends: ['rewritten', 'grew'],
    cuts: true,
    deeds: (base, random) => [
      { deed: 'cut', length: Math.floor(base.length * 0.4) },
      { deed: 'append', bytes: longer(base, 'regrown', random) },
    ],
  },
  rotate: {
    ends: ['replaced'],
    deeds: (_, random) => [
      { deed: 'move', suffix: '.1' },
      { deed: 'create', bytes: few('fresh', random) },
      { deed: 'append to the old', suffix: '.1', bytes: few('late', random) },
    ],
  },
  replace: {
    ends: ['replaced'],
    deeds: (base, random) => [{ deed: 'replace', bytes: longer(base, 'fresh', random) }],
  },
  unlink: { ends: ['gone'], deeds: () => [{ deed: 'remove' }] },
  'unlink and recreate': {
    ends: ['replaced'],
    deeds: (_, random) => [{ deed: 'remove' }, { deed: 'create', bytes: few('fresh', random) }],
  },
  'overwrite first': { ends: ['rewritten'], deeds: () => [{ deed: 'overwrite', at: 100, bytes: scribble }] },
  'overwrite last': {
    ends: ['rewritten'],
    deeds: (base) => [{ deed: 'overwrite', at: base.length - 100, bytes: scribble }],
  },
  'overwrite inside': {
    ends: ['rewritten', 'unchanged'],
    deeds: (base) => [{ deed: 'overwrite', at: Math.floor(base.length * 0.4), bytes: scribble }],
  },
  'overwrite twice': {
    ends: ['rewritten', 'unchanged'],
    deeds: (base) => [
      { deed: 'overwrite', at: Math.floor(base.length * 0.2), bytes: scribble },
      { deed: 'overwrite', at: Math.floor(base.length * 0.8), bytes: scribble },
    ],
  },
}

/** Carries out one deed. */
export function perform({ deed, suffix = '', length, at, bytes }, path) {
  if (deed === 'append' || deed === 'append to the old') appendFileSync(path + suffix, bytes)
  else if (deed === 'copy') copyFileSync(path, path + suffix)
  else if (deed === 'move') renameSync(path, path + suffix)
  else if (deed === 'remove') unlinkSync(path)
  else if (deed === 'create') writeFileSync(path, bytes, { flag: 'wx' })
  else if (deed === 'replace') {
    writeFileSync(`${path}.new`, bytes)
    renameSync(`${path}.new`, path)
  } else {
    const { atime, mtime } = statSync(path)
    const descriptor = openSync(path, 'r+')
    if (deed === 'cut') ftruncateSync(descriptor, length)
    else {
      writeSync(descriptor, bytes, 0, bytes.length, at)
      futimesSync(descriptor, atime, mtime)
    }
    closeSync(descriptor)
  }
}

function overwritten(content, at, bytes) {
  const changed = Buffer.from(content)
  bytes.copy(changed, at)
  return changed
}

/**
 * What the file that a path named at first holds at each moment, oldest first, and what the path itself names in the end,
 * where that is another file.
 */
export function imagine(base, deeds) {
  const moments = [base]
  let fresh
  let away = false
  for (const { deed, length, at, bytes } of deeds) {
    const now = moments.at(-1)
    if (deed === 'append to the old' || (deed === 'append' && !away))
      moments.push(Buffer.concat([now, bytes]))
    else if (deed === 'cut') moments.push(now.subarray(0, length))
    else if (deed === 'overwrite') moments.push(overwritten(now, at, bytes))
    else if (deed === 'create' || deed === 'replace') fresh = bytes
    if (deed === 'move' || deed === 'remove' || deed === 'replace') away = true
  }
  return { moments, fresh }
}
