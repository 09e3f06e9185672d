import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { UsageFault } from '../report/usage-fault.ts'
import { fail, type Result, succeed } from '../source/fault.ts'
import type { Printable } from '../text/printable.ts'
import type { InputLedger } from './inputs.ts'
import type { Surface } from './surface.ts'

/** Mode of a new file, before the user's mask. */
const NEW_FILE = 0o666

const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'

/** What a name leads to in the end, or the name itself where that does not exist. */
function resolveReally(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // What does not exist leads nowhere, unless it is a link to a file that is not there yet.
    return followLink(path)
  }
}

function followLink(path: string): string {
  try {
    return resolve(dirname(path), readlinkSync(path))
  } catch {
    return path
  }
}

/** The folders that a path lies in: by its name, and by what its name leads to. */
const foldersOf = (path: string): string[] => [resolveReally(dirname(path)), dirname(resolveReally(path))]

/** True where a folder is one that a ledger lies in. */
export const isBeside = (folder: string, ledger: string, { workingFolder }: Surface): boolean =>
  foldersOf(resolve(workingFolder, ledger)).includes(resolveReally(resolve(workingFolder, folder)))

const WRITE_ERRORS = new Set(['ENOSPC', 'EIO', 'EDQUOT', 'EFBIG', 'EPIPE', 'EBADF'])

/** True for what the system says where a stream takes no more. */
export const isWriteError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && WRITE_ERRORS.has(error.code)

/**
 * Says why a report may not be written to a path: it is a ledger being read, lies in the folder of one, or is no regular
 * file. Gives the path to write to, links followed.
 */
export function checkOutput(
  path: string,
  ledgers: readonly Pick<InputLedger, 'identity' | 'path'>[],
  surface: Surface,
): Result<string, UsageFault> {
  if (path === '') return fail({ code: 'output-failed', path, errno: 'ENOENT' })
  const named = resolve(surface.workingFolder, path)
  const target = resolveReally(named)
  let existing: Stats | undefined
  try {
    // A name below a file, or a name too long: not absent, but impossible.
    existing = statSync(target, { throwIfNoEntry: false })
    if (existing === undefined && lstatSync(named, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      return fail({ code: 'output-not-a-file', path })
    if (existing !== undefined && !existing.isFile()) return fail({ code: 'output-not-a-file', path })
    if (existing !== undefined && (existing.mode & 0o222) === 0)
      return fail({ code: 'output-failed', path, errno: 'EACCES' })
    const folder = dirname(target)
    accessSync(folder, constants.W_OK | constants.X_OK)
    if (!statSync(folder).isDirectory()) return fail({ code: 'output-failed', path, errno: 'ENOTDIR' })
  } catch (error) {
    return fail({ code: 'output-failed', path, errno: errnoOf(error) })
  }
  for (const { identity, path: ledger } of ledgers) {
    if (identity !== undefined && existing?.dev === identity.device && existing.ino === identity.inode) {
      return fail({ code: 'output-is-ledger', path })
    }
    const place = ledger === '-' ? surface.stdinPath : ledger
    const isNear = (folder: string): boolean => place !== undefined && isBeside(folder, place, surface)
    if (isNear(dirname(target)) || isNear(dirname(named))) {
      return fail({ code: 'output-beside-ledger', path, elsewhere: join(surface.tempRoot, basename(path)) })
    }
  }
  return succeed(target)
}

/** Writes a whole file or nothing: to a new name in the same folder first, then renamed. An old file's mode stays. */
export function writeWhole(target: string, text: Printable): Result<undefined, UsageFault> {
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  try {
    const mode = statSync(target, { throwIfNoEntry: false })?.mode
    const descriptor = openSync(draft, 'wx', NEW_FILE)
    try {
      const bytes = Buffer.from(text, 'utf8')
      for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    if (mode !== undefined) chmodSync(draft, mode & 0o7777)
    renameSync(draft, target)
    return succeed(undefined)
  } catch (error) {
    rmSync(draft, { force: true })
    return fail({ code: 'output-failed', path: target, errno: errnoOf(error) })
  }
}
