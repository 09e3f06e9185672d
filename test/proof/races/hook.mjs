// Loaded into the program before it starts (`node --import`): carries out deeds on a ledger at one point of its reading.
// RACE_HOOK names a JSON file { ledger, deeds, told, from | read | recheck }: before the first read that would go beyond byte
// `from`, before the `read`-th read of any kind, or before the ledger is looked at again when it was read. The offset at
// which it happened, and those of all reads, are written to the file `told`. RACE_BLIND hides it from the program.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'
import { deserialize } from 'node:v8'
import { perform } from './deeds.mjs'

const { ledger, deeds, told, from, read, recheck } = JSON.parse(
  fs.readFileSync(process.env.RACE_HOOK, 'utf8'),
)
const list = deserialize(fs.readFileSync(deeds))
const isBlind = process.env.RACE_BLIND !== undefined
const { openSync, closeSync, readSync, fstatSync, statSync } = fs
const stats = new Map()
const remembered = new Map()
const offsets = []
let happenedAt

function happen(at) {
  happenedAt = at
  // The deeds use the same calls as the program, which are hooked only while it reads.
  install({ openSync, closeSync, readSync, fstatSync, statSync })
  for (const deed of list) perform({ ...deed, bytes: deed.bytes && Buffer.from(deed.bytes) }, ledger)
  install(hooked)
}

function install(calls) {
  Object.assign(fs, calls)
  syncBuiltinESMExports()
}

const hooked = {
  openSync(path, ...rest) {
    const descriptor = openSync(path, ...rest)
    if (path === ledger) stats.set(descriptor, undefined)
    return descriptor
  },
  closeSync(descriptor) {
    stats.delete(descriptor)
    return closeSync(descriptor)
  },
  readSync(descriptor, buffer, start, length, offset) {
    if (!stats.has(descriptor)) return readSync(descriptor, buffer, start, length, offset)
    offsets.push(offset)
    if (happenedAt === undefined && (offsets.length === read || offset + length > from)) happen(offset)
    const got = readSync(descriptor, buffer, start, length, offset)
    if (!isBlind) return got
    const key = `${offset}:${length}`
    const before = remembered.get(key)
    if (before === undefined) {
      remembered.set(key, Buffer.from(buffer.subarray(start, start + got)))
      return got
    }
    before.copy(buffer, start)
    return before.length
  },
  fstatSync(descriptor, ...rest) {
    if (stats.has(descriptor) && stats.get(descriptor) !== undefined) {
      if (recheck && happenedAt === undefined) happen(-1)
      if (isBlind) return stats.get(descriptor)
    }
    const now = fstatSync(descriptor, ...rest)
    if (stats.has(descriptor)) stats.set(descriptor, now)
    return now
  },
  statSync(path, ...rest) {
    return isBlind && path === ledger && stats.size > 0 ? [...stats.values()][0] : statSync(path, ...rest)
  },
}
install(hooked)
process.on('exit', () => fs.writeFileSync(told, JSON.stringify({ offsets, happenedAt })))
