import { createHash } from 'node:crypto'
import type { Code } from '../profile/normalise.ts'
import { keyOfTokens } from './token.ts'
import { tokenise } from './tokenise.ts'

/** Version of the signature rules; any change of what is hashed makes a new one. */
export const SIGNATURE_VERSION = 1

/** Crockford's base 32 in lower case: no letter that is taken for another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_LENGTH = 13

/** The normalised diagnosis of one record: its codes verbatim, and its masked message with typed holes. */
export type Signed = {
  /** Codes as text; families never join across it. Ends with a line feed unless empty. */
  readonly scope: string
  readonly codes: readonly Code[]
  /** The tokens of the message, joined by blanks, which no token holds. */
  readonly text: string
}

/** Signs a diagnosis: a pure function of its codes and message, linear in the text. */
export function sign(codes: readonly Code[], message: string | undefined): Signed {
  let scope = ''
  for (const { name, value } of codes) scope += `${name}=${value}\n`
  return { scope, codes, text: message === undefined ? '' : tokenise(message) }
}

/** The typed tokens of a masked message. */
export const tokensOf = (signed: Pick<Signed, 'text'>): string[] =>
  signed.text === '' ? [] : signed.text.split(' ')

/** What is hashed: equal keys are the same diagnosis, whatever their holes stand for. */
export const keyOf = (signed: Signed): string => signed.scope + keyOfTokens(tokensOf(signed))

/** The id of a signature key: 13 characters, 65 bits of its SHA-256. */
export function identify(key: string): string {
  const digest = createHash('sha256').update(`sig${SIGNATURE_VERSION}\0${key}`).digest()
  // Made in one step: text that grows by a letter is kept as a chain of its parts.
  const units: number[] = []
  let bits = 0
  let value = 0
  for (const byte of digest) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5 && units.length < ID_LENGTH) {
      bits -= 5
      units.push(ALPHABET.charCodeAt((value >> bits) & 31))
    }
    value &= (1 << bits) - 1
    if (units.length === ID_LENGTH) break
  }
  return String.fromCharCode(...units)
}
