// What no output may hold, whatever a ledger holds: marks that act on a terminal, hide or reorder text, and CI commands.

/** C0 but LF, DEL, C1, bidirectional controls, zero-width marks, line separators, tags. */
const ACTS =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/u
const RUNNER_COMMAND = /##(?:vso|teamcity)?\[|^[ \t]*::[a-z]/im

const aroundOf = (text, at) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 30))

/** What is wrong with a text that a stream was given; undefined where nothing is. */
export function findForbidden(text) {
  const acting = ACTS.exec(text)
  if (acting !== null) {
    const code = acting[0].codePointAt(0).toString(16).padStart(4, '0')
    return { kind: 'raw code point', detail: `U+${code} in ${aroundOf(text, acting.index)}` }
  }
  if (!text.isWellFormed()) return { kind: 'raw code point', detail: 'a lone surrogate' }
  const command = RUNNER_COMMAND.exec(text)
  return command === null
    ? undefined
    : { kind: 'runner command', detail: `${command[0]} in ${aroundOf(text, command.index)}` }
}

/** True for text of ASCII only. */
export const isAscii = (text) => /^[\n\x20-\x7e]*$/.test(text)
