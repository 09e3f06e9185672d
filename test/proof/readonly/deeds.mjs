// What a program must not do, each deed by itself: a proof that does not catch one of them proves nothing. `leaves` is
// false where no trace stays in the file system, so that only watching the calls can tell; `needs` names a program.
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  copyFileSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  watch,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { Worker } from 'node:worker_threads'

const once = (emitter, ...names) =>
  new Promise((resolve) => {
    for (const name of names) emitter.on(name, resolve)
  })

function overwriteAndHide(ledger) {
  const { atime, mtime } = statSync(ledger)
  const descriptor = openSync(ledger, 'r+')
  writeSync(descriptor, ' ', 0)
  closeSync(descriptor)
  utimesSync(ledger, atime, mtime)
}

function appendAndCut(ledger) {
  const { size } = statSync(ledger)
  appendFileSync(ledger, '\n')
  truncateSync(ledger, size)
}

function replace(ledger) {
  copyFileSync(ledger, '../../out/copy')
  renameSync('../../out/copy', ledger)
}

function changeMode(ledger) {
  const { mode } = statSync(ledger)
  chmodSync(ledger, 0o600)
  chmodSync(ledger, mode)
}

function lockAndUnlock(ledger) {
  writeFileSync(`${ledger}.lock`, '')
  unlinkSync(`${ledger}.lock`)
}

function renameAndBack(ledger) {
  renameSync(ledger, `${ledger}.1`)
  renameSync(`${ledger}.1`, ledger)
}

function linkAndUnlink(ledger) {
  linkSync(ledger, '../../out/link')
  unlinkSync('../../out/link')
}

function makeFolderAndRemove() {
  mkdirSync('.index')
  rmdirSync('.index')
}

async function openInPool(ledger) {
  const handle = await open(ledger, 'r+')
  await handle.close()
}

/** Opens a ledger for writing in a thread: threads have traces of their own. */
const openInThread = (ledger) =>
  once(
    new Worker(`require('node:fs').closeSync(require('node:fs').openSync(${JSON.stringify(ledger)}, 'r+'))`, {
      eval: true,
    }),
    'exit',
  )

export const DEEDS = {
  'changes times': { act: (ledger) => utimesSync(ledger, new Date(), new Date()), leaves: true },
  'changes times of the link': {
    act: () => lutimesSync('linked.jsonl', new Date(), new Date()),
    leaves: true,
  },
  'opens for reading and writing': { act: (ledger) => closeSync(openSync(ledger, 'r+')), leaves: false },
  'opens for writing in the pool': { act: openInPool, leaves: false },
  'opens for writing in a thread': { act: openInThread, leaves: false },
  'opens for writing in a child': {
    act: (ledger) => spawnSync('sh', ['-c', ': >> "$1"', 'sh', ledger]),
    leaves: false,
  },
  'opens for writing through the link': {
    act: () => closeSync(openSync('linked.jsonl', 'r+')),
    leaves: false,
  },
  'appends and cuts back': { act: appendAndCut, leaves: true },
  'overwrites and puts times back': { act: overwriteAndHide, leaves: true },
  'truncates to the same size': {
    act: (ledger) => truncateSync(ledger, statSync(ledger).size),
    leaves: true,
  },
  'replaces by a copy': { act: replace, leaves: true },
  'renames and renames back': { act: renameAndBack, leaves: true },
  'links and unlinks': { act: linkAndUnlink, leaves: true },
  'changes mode and back': { act: changeMode, leaves: true },
  'leaves a lock beside': { act: (ledger) => writeFileSync(`${ledger}.lock`, ''), leaves: true },
  'leaves a link beside': { act: (ledger) => symlinkSync('1234', `${ledger}.lock`), leaves: true },
  'locks beside and unlocks': { act: lockAndUnlock, leaves: true },
  'makes a folder beside and removes it': { act: makeFolderAndRemove, leaves: true },
  'locks by flock': {
    act: (ledger) => spawnSync('sh', ['-c', 'exec 3< "$1"; flock -s 3', 'sh', ledger]),
    needs: 'flock',
    leaves: false,
  },
  'watches for changes': { act: (ledger) => watch(ledger).close(), leaves: false },
  'lists the folder': { act: () => readdirSync('.'), leaves: true, access: true },
  'reads with access time': { act: (ledger) => readFileSync(ledger), leaves: true, access: true },
  'touches watched state': {
    act: () => utimesSync('../watched/stamp.txt', new Date(), new Date()),
    leaves: true,
  },
  'keeps a cache in the home': { act: () => mkdirSync(join(process.env.HOME, '.cache')), leaves: true },
  'leaves a temporary file': {
    act: () => mkdtempSync(join(process.env.TMPDIR, 'left-')),
    leaves: true,
    unguarded: true,
  },
  'calls home': {
    act: () => once(connect(9, '127.0.0.1'), 'connect', 'error'),
    leaves: false,
  },
  // These are for the conditions: each breaks where it cannot have its way.
  'needs a home': { act: () => statSync(process.env.HOME), condition: true },
  'needs a temp folder': { act: () => statSync(process.env.TMPDIR), condition: true },
}
