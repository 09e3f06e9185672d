import { pushToken } from './fold-tokens.ts'

/**
 * A scan in progress. Plain words that follow one another by single blanks are one run of the text, cut out at once
 * when something else comes: most of a message is such runs.
 */
export type Scan = {
  readonly text: string
  readonly length: number
  readonly out: string[]
  runFrom: number
  runTo: number
}

/** Ends the run of plain words in progress, if there is one. */
export function endRun(scan: Scan): void {
  if (scan.runFrom < 0) return
  scan.out.push(scan.text.slice(scan.runFrom, scan.runTo))
  scan.runFrom = -1
}

/** Ends the run and adds a token behind it. */
export function push(scan: Scan, token: string): void {
  endRun(scan)
  pushToken(token, scan.out)
}
