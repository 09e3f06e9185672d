import type { Verdict } from '../classify/decide.ts'

/** Whom an appended record or a changed file is laid to: the run, work beside it, or nobody that can be named. */
export const ATTRIBUTIONS = ['leak', 'beside', 'unsure'] as const
export type Attribution = (typeof ATTRIBUTIONS)[number]

/** Why: by the record's class, by this run's token, or since its test path lies outside this run's own temp root. */
export const GROUNDS = ['class', 'token', 'other-root'] as const
export type Ground = (typeof GROUNDS)[number]

export type Attributed = { readonly attribution: Attribution; readonly ground: Ground }

/** What a run with a beacon knows of a line: whether the run's token stands in it. Undefined without a beacon. */
export type Carries = boolean | undefined

const BY_PATH = new Set(['test-path', 'test-path-in-text'])

/**
 * Lays an appended record to the run or not. Without a beacon its class decides. With one, the token proves this very
 * run, unless a production workspace speaks against it; a test path without the token may be another run's.
 */
export function attributeRecord({ class: of, reason }: Verdict, carries: Carries): Attributed {
  if (carries === true) {
    const opposed = of === 'real' || reason === 'conflict'
    return { attribution: opposed ? 'unsure' : 'leak', ground: 'token' }
  }
  if (of === 'real') return { attribution: 'beside', ground: 'class' }
  if (of === 'unattributed') return { attribution: 'unsure', ground: 'class' }
  return carries === false && BY_PATH.has(reason)
    ? { attribution: 'unsure', ground: 'other-root' }
    : { attribution: 'leak', ground: 'class' }
}

/** A malformed line says nothing of its writer, unless this run's token stands in it. */
export const attributeMalformed = (carries: Carries): Attributed =>
  carries === true ? { attribution: 'leak', ground: 'token' } : { attribution: 'unsure', ground: 'class' }
