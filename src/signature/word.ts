import { ANY_HOLE, HOLE_VALUE, isHole, isIdentifier, isPunctuation } from './token.ts'
import { CAUSES, FUNCTION, isCauseKey, isClosed, isVerdictKey } from './words.ts'

/** What a token is for the comparison of signatures. `key` names the value behind its equals sign. */
export type Kind = 'hole' | 'mark' | 'function' | 'closed' | 'key' | 'identifier' | 'plain'

/** One token as it is compared, as it is shown, and what it weighs. */
export type Word = {
  readonly text: string
  readonly shown: string
  readonly kind: Kind
  readonly weight: number
}

/** Counts of something in a row, folded to one: `3 failed, 20 passed`. */
export const TALLY = '<tally>'

const WEIGHTS: Readonly<Record<Kind, number>> = {
  hole: 0,
  mark: 0,
  function: 0.5,
  closed: 1,
  key: 1,
  identifier: 1,
  plain: 1,
}

/** The hole that stands for words that were freed. */
export const HOLE_WORD: Word = { text: ANY_HOLE, shown: HOLE_VALUE, kind: 'hole', weight: 0 }

/** The kind of a token that stands alone. */
export function kindOf(token: string): Kind {
  if (isHole(token)) return 'hole'
  if (token === TALLY) return 'closed'
  if (isPunctuation(token)) return 'mark'
  if (isClosed(token)) return 'closed'
  if (FUNCTION.has(token.toLowerCase())) return 'function'
  return isIdentifier(token) || /[/~@$:]/.test(token) ? 'identifier' : 'plain'
}

/** What ran out is what one would see to: `out of memory`, `cost limit`, `because of the watchdog`. */
function isShortage(tokens: readonly string[], at: number): boolean {
  const isOf = (place: number): boolean =>
    tokens[place] === 'of' && (tokens[place - 1] === 'out' || tokens[place - 1] === 'because')
  if (isOf(at - 1) || isOf(at - 2)) return true
  return /^(?:limits?|budgets?|quotas?)$/.test(tokens[at + 1] ?? '')
}

/** What was not done is what failed: the verb behind `cannot`, `could not`, `failed to`. A degree parts alike: `too old`. */
function isFailedVerb(tokens: readonly string[], at: number): boolean {
  const [first = '', second = ''] = [tokens[at - 1]?.toLowerCase(), tokens[at - 2]?.toLowerCase()]
  if (/^(?:cannot|too)$/.test(first) || /^(?:can|could|did|do|does|would|will)n['\u2019]t$/.test(first))
    return true
  if (first === 'not') return /^(?:could|can|did|does|do|would|will|may|must)$/.test(second)
  return first === 'to' && /^(?:failed|unable|tried|trying|attempted|refused|allowed|permitted)$/.test(second)
}

/** True where the words behind a key that names a cause go on: they are what parts. */
function isCause(tokens: readonly string[], at: number, kind: Kind): boolean {
  if (kind === 'hole' || kind === 'mark') return false
  const [second = '', first = ''] = [tokens[at - 1], tokens[at - 2]]
  if (second === '=') return isCauseKey(first) || isVerdictKey(first)
  if (second === ':') return CAUSES.has(first.toLowerCase()) || (kind === 'identifier' && isCauseKey(first))
  return kind === 'plain' && first === '=' && isCauseKey(tokens[at - 3] ?? '')
}

const NONE: ReadonlySet<string> = new Set()

const isKept = (token: string, kind: Kind, keep: ReadonlySet<string>): boolean =>
  keep.size > 0 && kind !== 'hole' && kind !== 'mark' && keep.has(token.toLowerCase())

/** Reads tokens as words; those to `keep`, in lower case, part whatever they are: names of holes do not count, a key and the cause behind it part. */
export function toWords(tokens: readonly string[], keep: ReadonlySet<string> = NONE): Word[] {
  return tokens.map((token, i) => {
    const own = kindOf(token)
    const kind =
      own !== 'hole' && own !== 'mark' && tokens[i + 1] === '='
        ? 'key'
        : isKept(token, own, keep) ||
            isCause(tokens, i, own) ||
            (own === 'plain' && (isShortage(tokens, i) || isFailedVerb(tokens, i)))
          ? 'closed'
          : own
    return { text: own === 'hole' ? ANY_HOLE : token, shown: token, kind, weight: WEIGHTS[kind] }
  })
}

/** True for a word that parts signatures: whatever differs in one is another diagnosis. */
export const parts = ({ kind }: Word): boolean => kind === 'closed' || kind === 'key'

/** A hole behind a hole is the same hole. */
export const foldHoles = (words: readonly Word[]): Word[] =>
  words.filter((word, i) => word.kind !== 'hole' || words[i - 1]?.kind !== 'hole')
