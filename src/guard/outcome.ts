/** What a guarded run came to, gravest first: earlier bytes gone, a leak, not read to the end, nobody can tell, nothing. */
export const VERDICTS = ['altered', 'leak', 'incomplete', 'unsure', 'clean'] as const
export type GuardVerdict = (typeof VERDICTS)[number]

export type Findings = {
  readonly altered: boolean
  readonly leaks: number
  readonly unsure: number
  readonly complete: boolean
  readonly allowUnattributed: boolean
}

/** Codes of a run whose command ended with 0; the command's own code, if it is another, always comes first. */
const CODES: Readonly<Record<GuardVerdict, number>> = {
  clean: 0,
  incomplete: 4,
  leak: 100,
  unsure: 101,
  altered: 102,
}

export function judge({ altered, leaks, unsure, complete, allowUnattributed }: Findings): GuardVerdict {
  if (altered) return 'altered'
  if (leaks > 0) return 'leak'
  if (!complete) return 'incomplete'
  return unsure > 0 && !allowUnattributed ? 'unsure' : 'clean'
}

export const findingCode = (verdict: GuardVerdict): number => CODES[verdict]

export const chooseCode = (verdict: GuardVerdict, child: number): number =>
  child === 0 ? CODES[verdict] : child
