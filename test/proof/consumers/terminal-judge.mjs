// Judges what a terminal looks like after a command: nothing of it changed but the text on its screen, and that text is what
// the command wrote, line for line.
import { ENDED, PASTED, QUIET } from './terminal-words.mjs'

/** Colours that the program puts round words, and its one way to take back a line of progress. */
const OWN_COLOUR = /\u001b\[(?:0|1|2|22|31|33|35|39)m/g
const TAKEN_BACK = /^.*\r\u001b\[K|^[^\n]*\r(?=reading |waiting )/gm

const FORBIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u

/** Marks that combine: terminals keep only so many of them in a cell. */
const COMBINING = /[\p{M}\p{Emoji_Modifier}]/gu

/** Command lines and names that are there to be copied: the program must not fold them, so the terminal may. */
const IS_COPIED = /^ *(?:Next|RAW|try)? +ledger-triage |^error: /

const show = (text) => JSON.stringify(text.slice(0, 200))
const toLines = (captured) => captured.split('\n').map((line) => line.trimEnd())

/** What a command meant to show, from the bytes that it wrote, and the first code among them that is not its own. */
function readWritten(raw) {
  const text = raw.replaceAll('\r\n', '\n').replaceAll(TAKEN_BACK, '').replaceAll(OWN_COLOUR, '')
  const code = FORBIDDEN.exec(text)
  return {
    lines: text.split('\n').map((line) => line.trimEnd()),
    code: code === null ? undefined : show(text.slice(code.index)),
  }
}

/** Lines that took more than one row of the screen. */
function findFolded(joined, rows) {
  const folded = []
  let next = 0
  for (const line of joined) {
    let taken = rows[next++] ?? ''
    const first = taken
    while (taken.trimEnd() !== line.trimEnd() && next < rows.length && line.startsWith(taken.trimEnd()))
      taken += rows[next++]
    if (taken !== first) folded.push(line)
  }
  return folded
}

function compareText(joined, written) {
  const plain = (line) => line.replaceAll(COMBINING, '').trimEnd()
  const at = written.findIndex((line, i) => plain(line) !== plain(joined[i] ?? ''))
  return at < 0 ? undefined : `line ${at + 1} is ${show(joined[at] ?? '')}, written was ${show(written[at])}`
}

/** The first row in which something stands in or across the column before one that a head begins, or undefined. */
function findSlip({ column, rows }) {
  const slipped = rows.find(({ whole, right }) => {
    const left = whole.slice(0, whole.length - right.length)
    return right !== '' && (right[0] !== ' ' || !left.endsWith(' '))
  })
  return slipped === undefined ? undefined : `column ${column} is not kept by ${show(slipped.whole)}`
}

/**
 * What is wrong with a terminal after a job, by check; an undefined value says that the check held. `still` is what was seen
 * after a command that does nothing.
 */
export function judgeTerminal(seen, still, { folds = false } = {}) {
  const isOpen = seen.stuck ? 'it waits for the end of a string' : undefined
  if (seen.lost) return { 'takes in what comes next': 'the terminal answers no more' }
  const { lines, code } = readWritten(seen.raw ?? '\u0000 no log')
  const joined = toLines(seen.joined)
  const folded = findFolded(seen.joined.split('\n'), seen.rows.split('\n')).filter(
    (line) => !IS_COPIED.test(line),
  )
  const differs = (key) =>
    seen[key] === still[key] ? undefined : `${show(seen[key])}, not ${show(still[key])}`
  const changed = seen.flags.split('|').filter((flag, i) => flag !== still.flags.split('|')[i])
  return {
    'takes in what comes next': isOpen,
    title: differs('title'),
    'window name': differs('windowName'),
    'paste buffers': seen.buffers === '' ? undefined : show(seen.buffers),
    'typed answers': seen.answers === '' ? undefined : show(seen.answers),
    bell: differs('bell'),
    modes: changed.length === 0 ? differs('path') : changed.join(' '),
    'bracketed paste': seen.bracketed ? `${PASTED} is wrapped` : undefined,
    cursor: seen.column === 1 ? undefined : `column ${seen.column}`,
    'charset and attributes': seen.probe.trimEnd() === 'lqqk' ? undefined : show(seen.probe),
    'codes of its own only': code,
    'text on the screen': compareText(joined, lines),
    'lines within the screen': folds || folded.length === 0 ? undefined : show(folded[0]),
    columns: seen.columns.map(findSlip).find((slip) => slip !== undefined),
  }
}

/** What the terminal around a pane was sent that is no drawing; undefined where nothing was. */
export function judgeOutside(log, titles) {
  const strings = [...log.matchAll(/\u001b[\]P_^Xk]([^\u0007\u001b]*)/g)].map(([whole, body]) => ({
    whole,
    body,
  }))
  const odd = strings.find(
    ({ whole, body }) =>
      !(
        whole.startsWith('\u001b]') &&
        /^[012];/.test(body) &&
        [QUIET, ENDED, ...titles].includes(body.slice(2))
      ),
  )
  return odd === undefined ? undefined : show(odd.whole)
}
