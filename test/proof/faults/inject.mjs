// Loaded into the program before it starts (`node --import`): makes calls of node:fs fail, or do less than they were asked to.
// FAULT names a JSON file { watch, descriptor, calls, told }. Only calls on paths that start with `watch`, on what was opened
// under such a path, or on `descriptor` count. `calls` maps the name of a call to { when, errno, cap, seed }: its `when`-th
// call fails with `errno` (`KILL` ends the process there), and each passes at most `cap` bytes, or by `seed` a random
// number. How often each was called, and whether one failed, is written to `told`.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { constants } from 'node:os'
import process from 'node:process'
import { createRandom } from '../fuzz/random.mjs'

const { watch, descriptor: given, calls, told } = JSON.parse(fs.readFileSync(process.env.FAULT, 'utf8'))
const original = { ...fs }
const open = new Set(given === undefined ? [] : [given])
const counts = {}
let failed = false

const tell = () => original.writeFileSync(told, JSON.stringify({ counts, failed }))
const isWatched = (where) => open.has(where) || (typeof where === 'string' && where.startsWith(watch))

function createFault(name, errno) {
  const error = new Error(`${errno}: made to fail, ${name.replace('Sync', '')}`)
  return Object.assign(error, {
    code: errno,
    errno: -(constants.errno[errno] ?? 1),
    syscall: name.replace('Sync', ''),
  })
}

/** Counts a watched call; gives the error that it must end with, if any. */
function meet(name) {
  counts[name] = (counts[name] ?? 0) + 1
  const { when, errno } = calls[name] ?? {}
  if (counts[name] !== when) return undefined
  failed = true
  tell()
  if (errno === 'KILL') process.kill(process.pid, 'SIGKILL')
  return createFault(name, errno)
}

const sizes = createRandom(calls.readSync?.seed ?? calls.writeSync?.seed ?? 1)
const limit = (name, length) => {
  const { cap, seed } = calls[name] ?? {}
  return Math.min(length, cap ?? length, seed === undefined ? length : sizes.between(1, 997))
}

/** A call whose first argument says what it is about. */
const watched =
  (name) =>
  (where, ...rest) => {
    const error = isWatched(where) ? meet(name) : undefined
    // A descriptor is given back to the system even where closing it says that something was lost.
    if (error !== undefined && name === 'closeSync') original.closeSync(where)
    if (name === 'closeSync') open.delete(where)
    if (error !== undefined) throw error
    return original[name](where, ...rest)
  }

const NAMES = [
  'closeSync',
  'fstatSync',
  'statSync',
  'fsyncSync',
  'chmodSync',
  'fchmodSync',
  'renameSync',
  'rmSync',
]
for (const name of [...NAMES, 'unlinkSync', 'linkSync', 'mkdtempSync', 'accessSync', 'readFileSync'])
  fs[name] = watched(name)

fs.openSync = (path, ...rest) => {
  const error = isWatched(path) ? meet('openSync') : undefined
  if (error !== undefined) throw error
  const descriptor = original.openSync(path, ...rest)
  if (isWatched(path)) open.add(descriptor)
  return descriptor
}

for (const name of ['readSync', 'writeSync']) {
  fs[name] = (descriptor, bytes, ...rest) => {
    if (!open.has(descriptor) || typeof bytes === 'string') return original[name](descriptor, bytes, ...rest)
    const error = meet(name)
    if (error !== undefined) throw error
    const [start = 0, length = bytes.length - start, position = null] = rest
    return original[name](descriptor, bytes, start, limit(name, length), position)
  }
}

// Standard input, where it is a file, is read by the asynchronous call.
fs.read = (descriptor, bytes, start, length, position, done) => {
  const error = open.has(descriptor) ? meet('read') : undefined
  if (error === undefined) original.read(descriptor, bytes, start, limit('read', length), position, done)
  else process.nextTick(done, error)
}

syncBuiltinESMExports()
process.on('exit', tell)
