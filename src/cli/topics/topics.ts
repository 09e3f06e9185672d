import { SECURITY } from './security.ts'

/** The pages of `help TOPIC`, by name: a new page is a file beside this one and a line here. */
export const TOPICS: Readonly<Record<string, { readonly about: string; readonly text: string }>> = {
  security: { about: 'what is promised about hostile ledgers, and what cannot be', text: SECURITY },
}

export const TOPIC_NAMES = Object.keys(TOPICS)
