/**
 * One token of a masked message. A hole starts with `HOLE` and goes on with the name of what it stands for; every other
 * token is its own text. Names of holes are shown to people and left out of the hash.
 */
const HOLE = '\u0001'

export const HOLE_N = `${HOLE}n`
export const HOLE_TIME = `${HOLE}time`
export const HOLE_PATH = `${HOLE}path`
export const HOLE_URL = `${HOLE}url`
export const HOLE_ID = `${HOLE}id`
export const HOLE_TEXT = `${HOLE}text`
export const HOLE_VALUE = `${HOLE}value`

/** Any hole, where its name does not count. */
export const ANY_HOLE = HOLE

export const isHole = (token: string): boolean => token.charCodeAt(0) === 1

const isPunctuationUnit = (unit: number): boolean =>
  (unit >= 0x21 && unit <= 0x2f) ||
  (unit >= 0x3a && unit <= 0x40) ||
  (unit >= 0x5b && unit <= 0x60) ||
  (unit >= 0x7b && unit <= 0x7e)

/** True for a token of marks alone. */
export function isPunctuation(token: string): boolean {
  for (let i = 0; i < token.length; i++) if (!isPunctuationUnit(token.charCodeAt(i))) return false
  return token.length > 0 && !isHole(token)
}

/** True for a word that looks like somebody's name for a thing: an inner capital, or a mark inside. */
export const isIdentifier = (token: string): boolean =>
  !isHole(token) && (/[a-z][A-Z]/.test(token) || /[A-Za-z][_$.-][A-Za-z]/.test(token))

/** Words for people: `quota exhausted: <n> until <n>`. The same tokens always read the same. */
export function renderTemplate(tokens: readonly string[]): string {
  let out = ''
  let glue = true
  for (const token of tokens) {
    const text = isHole(token) ? `<${token.slice(1)}>` : token
    const attaches = /^[:,;.!?)\]}]$/.test(token) || token === '='
    out += glue || attaches ? text : ` ${text}`
    glue = /^[([{=#@]$/.test(token)
  }
  return out
}

/** The text that is hashed and compared: tokens with one kind of hole. */
export function keyOfTokens(tokens: readonly string[]): string {
  let key = ''
  for (const token of tokens) key += isHole(token) ? `${HOLE} ` : `${token} `
  return key
}
