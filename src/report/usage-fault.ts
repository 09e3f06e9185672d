import type { ConfigFault } from '../config/parse.ts'

/** Why a command line cannot be carried out: a code and what the sentence needs. */
export type UsageFault =
  | ConfigFault
  | { readonly code: 'no-input'; readonly found: readonly string[] }
  | { readonly code: 'bad-time'; readonly option: string; readonly value: string }
  | { readonly code: 'bad-zone'; readonly value: string }
  | { readonly code: 'bad-number'; readonly option: string; readonly value: string; readonly wanted: string }
  | {
      readonly code: 'bad-choice'
      readonly option: string
      readonly value: string
      readonly choices: readonly string[]
      readonly nearest?: string
    }
  | { readonly code: 'no-such-cluster'; readonly id: string; readonly ledgers: readonly string[] }
  | { readonly code: 'ambiguous-cluster'; readonly id: string; readonly ids: readonly string[] }
  | { readonly code: 'output-is-ledger'; readonly path: string }
  | { readonly code: 'output-beside-ledger'; readonly path: string; readonly elsewhere: string }
  | { readonly code: 'output-not-a-file'; readonly path: string }
  | { readonly code: 'output-failed'; readonly path: string; readonly errno: string }
  | {
      readonly code: 'no-such-record'
      readonly place: string
      readonly detail: 'no-line' | 'which-ledger' | 'not-a-place'
    }
  | { readonly code: 'no-rules' }
  | { readonly code: 'no-gate-words' }
  | { readonly code: 'diff-words'; readonly given: number; readonly at: boolean }
  | { readonly code: 'bad-report'; readonly path: string; readonly detail: string }
  | { readonly code: 'report-selection' }
  | { readonly code: 'not-comparable'; readonly what: 'selection' | 'signature' | 'rules' }
  | { readonly code: 'diff-sides'; readonly at: boolean }
  | { readonly code: 'needs-option'; readonly option: string; readonly needs: readonly string[] }
  | { readonly code: 'no-guard-here' }
  | { readonly code: 'no-guarded-ledger' }
  | { readonly code: 'bad-ledger-name'; readonly name: string }
  | { readonly code: 'temp-beside-ledger'; readonly path: string }
  | { readonly code: 'report-is-watched'; readonly path: string }
  | { readonly code: 'command-line'; readonly message: string; readonly command?: string }
