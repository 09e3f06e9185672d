import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenLedger, readDescriptor } from './open.ts'
import { toBytes } from './stdin.ts'

/** Standard input that is a regular file, read by where its bytes lie: no copy is needed to read it twice. */
export function openStdinFile(descriptor = 0): OpenLedger {
  const opened = readDescriptor('-', descriptor, fstatSync(descriptor))
  return {
    ...opened,
    identity: undefined,
    // It has no name that could lead to another file by now; what was cut or overwritten shows all the same.
    recheck() {
      const end = opened.recheck()
      return end === 'shrank' || end === 'rewritten' ? end : 'unchanged'
    },
    close: () => undefined,
  }
}

/**
 * Copies standard input into a 0600 file of a private folder under `tempRoot`, so that it can be read twice. Both are
 * removed as soon as the file is open: nothing is left behind, whatever ends the program.
 */
export async function spoolStdin(stdin: AsyncIterable<unknown>, tempRoot: string): Promise<OpenLedger> {
  const folder = mkdtempSync(join(tempRoot, 'ledger-triage-'))
  let descriptor: number
  try {
    descriptor = openSync(join(folder, 'stdin'), 'wx+', 0o600)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for await (const chunk of stdin) {
      const bytes = toBytes(chunk)
      for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from)
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  const opened = readDescriptor('-', descriptor, fstatSync(descriptor))
  return { ...opened, identity: undefined, recheck: () => 'unchanged' }
}
