import { constants } from 'node:buffer'
import type { Result, SourceFault } from './fault.ts'
import { inspect } from './open.ts'

/** Every report of this program names its schema within so many bytes. */
const HEAD_BYTES = 512
const MARK = /^\s*\{\s*"schema"\s*:\s*"ledger-triage\/report@/

/** Longest report that is read back: no string is sure to hold more. */
const MAX_BYTES = constants.MAX_STRING_LENGTH

/** The text of a saved report, or undefined for a file that is none: it may be a ledger. */
export const readSavedReport = (path: string): Result<string | undefined, SourceFault> =>
  inspect(path, ({ bytes, readAt }) => {
    const head = readAt(0, Math.min(bytes, HEAD_BYTES)).toString('latin1')
    return MARK.test(head) && bytes <= MAX_BYTES ? readAt(0, bytes).toString('utf8') : undefined
  })
