import { formatBytes } from '../report/figures.ts'
import type { Progress } from '../source/read.ts'
import { UNICODE } from '../text/glyphs.ts'
import { escapeRaw, print } from '../text/printable.ts'
import { fitMiddle, padEnd } from '../text/width.ts'
import type { InputLedger } from './inputs.ts'
import type { Surface } from './surface.ts'

/** Reading that takes less than this, in milliseconds, is not talked about. */
const PATIENCE = 400
const BETWEEN = 100

/**
 * Makes the callback that reading reports to: it stops the read after an interrupt, and keeps one line on standard error
 * up to date where that is a terminal.
 */
export function createProgress(
  ledgers: readonly Pick<InputLedger, 'path' | 'bytes'>[],
  surface: Surface,
  quiet: boolean,
): Progress {
  const total = ledgers.reduce((sum, ledger) => sum + ledger.bytes, 0)
  const name = ledgers.length === 1 ? escapeRaw(ledgers[0]?.path ?? '') : print`${ledgers.length} ledgers`
  const started = surface.now()
  const shows = surface.stderr.isTerminal && !quiet
  let done = 0
  let before = 0
  let last = started
  return (bytes) => {
    if (surface.isInterrupted()) return false
    if (bytes < before) done += before
    before = bytes
    const now = surface.now()
    if (!shows || now - started < PATIENCE || now - last < BETWEEN) return true
    last = now
    const read = done + bytes
    const share =
      total > 0
        ? print` of ${formatBytes(total)}, ${Math.min(100, Math.floor((read / total) * 100))} %`
        : print``
    const line = print`reading ${fitMiddle(name, 30, UNICODE.ellipsis)}: ${formatBytes(read)}${share}`
    surface.stderr.write(print`\r${padEnd(line, 76)}`).catch(() => undefined)
    return true
  }
}
