import {
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { UsageFault } from '../report/usage-fault.ts'
import { fail, type Result, succeed } from '../source/fault.ts'
import type { Printable } from '../text/printable.ts'
import type { InputLedger } from './inputs.ts'
import type { Surface } from './surface.ts'

function realFolder(path: string): string {
  try {
    return realpathSync(dirname(path))
  } catch {
    // A folder that does not exist holds no ledger; writing into it fails later, with its own message.
    return dirname(path)
  }
}

/** Says why a report may not be written to a path: it is a ledger being read, or lies in the folder of one. */
export function checkOutput(
  path: string,
  ledgers: readonly InputLedger[],
  surface: Surface,
): Result<string, UsageFault> {
  const target = resolve(surface.workingFolder, path)
  const existing = statSync(target, { throwIfNoEntry: false })
  for (const ledger of ledgers) {
    if (ledger.identity === undefined) continue
    if (existing?.dev === ledger.identity.device && existing.ino === ledger.identity.inode) {
      return fail({ code: 'output-is-ledger', path })
    }
    if (realFolder(target) === realFolder(resolve(surface.workingFolder, ledger.path))) {
      return fail({ code: 'output-beside-ledger', path, elsewhere: join(surface.tempRoot, basename(path)) })
    }
  }
  return succeed(target)
}

/** Writes a whole file or nothing: to a new name in the same folder first, then renamed. */
export function writeWhole(target: string, text: Printable): Result<undefined, UsageFault> {
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  try {
    const descriptor = openSync(draft, 'wx', 0o644)
    try {
      const bytes = Buffer.from(text, 'utf8')
      for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, target)
    return succeed(undefined)
  } catch (error) {
    rmSync(draft, { force: true })
    const errno = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
    return fail({ code: 'output-failed', path: target, errno })
  }
}
