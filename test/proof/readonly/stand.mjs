// How a folder stands, with all below it: bytes by their hash, and whatever the file system says of every entry, times to
// the nanosecond. Taking a stand changes nothing of it, access times included.
import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimes } from './account.mjs'

function hash(path) {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOATIME)
  try {
    if (!fstatSync(descriptor).isFile()) return 'no file any more'
    return createHash('sha256').update(readFileSync(descriptor)).digest('hex')
  } finally {
    closeSync(descriptor)
  }
}

/** Every path from `top` downward; links are not followed. */
function walk(top) {
  const stats = lstatSync(top, { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (!stats.isDirectory()) return [top]
  return [top, ...readdirSync(top).flatMap((name) => walk(join(top, name)))]
}

function describe(path, stats) {
  const { dev, ino, mode, nlink, uid, gid, size, mtimeNs, ctimeNs, atimeNs } = stats
  const shared = { dev, ino, mode: mode.toString(8), nlink, uid, gid, mtimeNs, ctimeNs, atimeNs }
  if (stats.isFile()) return { ...shared, kind: 'file', size, bytes: hash(path) }
  if (stats.isSymbolicLink()) return { ...shared, kind: 'link', bytes: readlinkSync(path) }
  return { ...shared, kind: stats.isDirectory() ? 'folder' : 'other' }
}

const look = (path) => lstatSync(path, { bigint: true, throwIfNoEntry: false })

/** Takes the stand of all below `top`. Paths of `early` are looked at before any folder is listed, since that is access. */
function takeStand(top, early = []) {
  const seen = new Map([...early].map((path) => [path, look(path)]))
  const stand = new Map()
  for (const path of walk(top)) {
    const stats = seen.get(path) ?? look(path)
    if (stats !== undefined) stand.set(path, describe(path, stats))
  }
  return stand
}

/** Sets the times of all below `top`, then takes its stand: access times are such that a read would change them. */
export function takeFirstStand(top) {
  const paths = walk(top)
  setTimes(paths)
  return new Map(paths.map((path) => [path, describe(path, look(path))]))
}

/**
 * What is not as it was, each as a phrase. `access` is false where access times are not asked about, `lists` true where
 * a command was asked to list folders, which is access to them. So is following a link, which no program can avoid.
 */
export function findChanges(top, before, { access = true, lists = false } = {}) {
  const after = takeStand(top, before.keys())
  const isExcused = (field, { kind }) =>
    field === 'atimeNs' && (!access || kind === 'link' || (kind === 'folder' && lists))
  const changes = []
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(path), after.get(path)]
    const name = path.slice(top.length) || '/'
    if (old === undefined || now === undefined) {
      changes.push(`${name} ${old === undefined ? 'appeared' : 'is gone'}`)
      continue
    }
    for (const field of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (old[field] === now[field] || isExcused(field, old)) continue
      changes.push(`${name} ${field} ${old[field]} became ${now[field]}`)
    }
  }
  return changes
}

/** What changes while something is done that may read, but not write: access times are left out. */
export async function findChangesDuring(top, work) {
  const before = takeStand(top)
  const result = await work()
  return { result, changes: findChanges(top, before, { access: false }) }
}

/** Whether a plain read shows in access times here: on file systems mounted `noatime` they prove nothing. */
export function keepsAccessTimes(folder) {
  mkdirSync(folder)
  const path = join(folder, 'read.txt')
  writeFileSync(path, 'read')
  const before = takeFirstStand(folder)
  readFileSync(path)
  return findChanges(folder, before, { lists: true }).some((change) => change.includes('atimeNs'))
}
