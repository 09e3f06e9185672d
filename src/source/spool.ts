import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenLedger, readDescriptor } from './open.ts'

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
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk
      if (!(bytes instanceof Uint8Array)) continue
      for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from)
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  const opened = readDescriptor('-', descriptor, fstatSync(descriptor))
  return { ...opened, identity: undefined, recheck: () => 'unchanged' }
}
