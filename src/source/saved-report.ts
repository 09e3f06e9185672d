import { fail, type Result, type SourceFault, succeed } from './fault.ts'
import { openLedger, ReadFailure } from './open.ts'

/** Every report of this program names its schema within so many bytes. */
const HEAD_BYTES = 512
const MARK = /^\s*\{\s*"schema"\s*:\s*"ledger-triage\/report@/

/** Longest report that is read back. */
const MAX_BYTES = 512 * 1024 * 1024

/** The text of a saved report, or undefined for a file that is none: it may be a ledger. */
export function readSavedReport(path: string): Result<string | undefined, SourceFault> {
  const opened = openLedger(path)
  if (!opened.ok) return opened
  const { bytes, readAt, close } = opened.value
  try {
    const head = readAt(0, Math.min(bytes, HEAD_BYTES)).toString('latin1')
    if (!MARK.test(head) || bytes > MAX_BYTES) return succeed(undefined)
    return succeed(readAt(0, bytes).toString('utf8'))
  } catch (error) {
    if (error instanceof ReadFailure) return fail(error.fault)
    throw error
  } finally {
    close()
  }
}
