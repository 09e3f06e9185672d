import type { Alignment, Segment } from './align.ts'
import { parts, type Word } from './word.ts'
import { AUXILIARIES } from './words.ts'

/** Least share of the weight that two signatures have in common, as Dice counts it. */
export const MIN_SHARE = 0.65
/** The share from which on two plain words in one place are taken for two values, though seen but once each. */
const MIN_SHARE_OF_WORDS = 0.7
/** Least weight in common: a word and a half say too little. */
const MIN_SHARED = 2
/** The same where the first word differs, which mostly says what failed. */
const MIN_SHARED_FIRST = 2.5
const MAX_SEGMENTS = 4
/** Words that a value may have, and an optional part in the middle, at the end, in brackets, behind a mark. */
const MAX_VALUE = 3
const MAX_INSERTED = 2
const MAX_ENDING = 3
const MAX_BRACKET = 8
const MAX_TAIL = 10

const isHole = ({ kind }: Word): boolean => kind === 'hole'
const isContent = ({ kind }: Word): boolean => kind !== 'mark'

/** A name with a mark inside, `api.relay`, `fix-queue`: somebody's name for a thing, not a word of code. */
const isName = ({ kind, text }: Word): boolean => kind === 'identifier' && /[._/:@-]/.test(text)

/** One side has nothing there: a value, a bracket, or a tail behind a mark may be left out. */
function isOptional(present: readonly Word[], after: Word | undefined): boolean {
  const content = present.filter(isContent)
  if (content.every(isHole)) return true
  const [first, last] = [present[0]?.text ?? '', present.at(-1)?.text ?? '']
  if (first === '(' || last === ')') return content.length <= MAX_BRACKET
  if (after === undefined && /^[,;:(]$/.test(first)) return content.length <= MAX_TAIL
  return content.some(isHole) && content.length <= (after === undefined ? MAX_ENDING : MAX_INSERTED)
}

/** Two values in one place, without a count of values to show it: told by what they are and by what stands before them. */
function isValue(segment: Segment, share: number, shared: number): boolean {
  const left = segment.left.filter(isContent)
  const right = segment.right.filter(isContent)
  const words = [...left, ...right].filter((word) => !isHole(word))
  if (words.length === 0) return true
  // In brackets behind a value or with a name inside: what the value is. Behind a word it may say why.
  if (segment.before?.text === '(' && segment.after?.text === ')') {
    const isNote = segment.outside?.kind === 'hole' || words.some(isName)
    return isNote && !words.some(({ text }) => AUXILIARIES.has(text))
  }
  if (Math.max(left.length, right.length) > MAX_VALUE) return false
  // A hole is evidence: what stands in the same place elsewhere was seen to be a value.
  if (left.every(isHole) || right.every(isHole)) return true
  if (words.every(isName)) return true
  if (segment.isFirst) {
    return (
      left.length === 1 && right.length === 1 && shared >= MIN_SHARED_FIRST && share >= MIN_SHARE_OF_WORDS
    )
  }
  // `resolveProfile`: a name in code; with a capital first it may be the name of a cause, `DiskPressure`.
  if (words.every((word) => isName(word) || /^[a-z]+[A-Z]/.test(word.text))) return true
  if (segment.before?.kind === 'function' && words.every(({ kind }) => kind !== 'function')) return true
  return (
    share >= MIN_SHARE_OF_WORDS &&
    words.every((word) => word.kind === 'plain' || word.kind === 'function' || isName(word))
  )
}

/**
 * Says whether two aligned signatures are the same diagnosis with other values: enough in common, and every place where
 * they differ is a value or an optional part. Words that part are never among what differs. Gives the share in common.
 */
export function findLikeness(
  { shared, segments }: Alignment,
  leftWeight: number,
  rightWeight: number,
): number | undefined {
  const share = (2 * shared) / (leftWeight + rightWeight)
  if (share < MIN_SHARE || shared < MIN_SHARED || segments.length > MAX_SEGMENTS) return undefined
  for (const segment of segments) {
    const { left, right, after } = segment
    if (left.some(parts) || right.some(parts)) return undefined
    const [empty, full] = left.some(isContent) ? [!right.some(isContent), left] : [true, right]
    if (!full.some(isContent)) continue
    if (empty ? !isOptional(full, after) : !isValue(segment, share, shared)) return undefined
  }
  return share
}

/** The share that two signatures have in common at most, by their weights alone. */
export const mayBeAlike = (leftWeight: number, rightWeight: number): boolean =>
  (2 * Math.min(leftWeight, rightWeight)) / (leftWeight + rightWeight) >= MIN_SHARE
