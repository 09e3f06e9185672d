/** Why an input could not be opened or is no ledger: a code and what the sentence needs. */
export type SourceFault =
  | { readonly code: 'not-found'; readonly path: string }
  | { readonly code: 'dangling-link'; readonly path: string; readonly target: string }
  | { readonly code: 'link-loop'; readonly path: string }
  | { readonly code: 'no-copy'; readonly path: string; readonly folder: string; readonly errno: string }
  | { readonly code: 'no-match'; readonly path: string }
  | { readonly code: 'is-folder'; readonly path: string }
  | { readonly code: 'no-permission'; readonly path: string }
  | {
      readonly code: 'not-regular'
      readonly path: string
      readonly kind: 'fifo' | 'socket' | 'device' | 'unknown'
    }
  | { readonly code: 'read-failed'; readonly path: string; readonly errno: string; readonly offset: number }
  | { readonly code: 'gzip-damaged'; readonly path: string; readonly errno: string; readonly bytes: number }
  | { readonly code: 'unpacked-limit'; readonly path: string; readonly limit: number }
  | { readonly code: 'other-format'; readonly path: string; readonly format: OtherFormat }
  | { readonly code: 'not-a-ledger'; readonly path: string; readonly lines: number }

/** Formats that are told by their first bytes or by how every line fails. */
export const OTHER_FORMATS = [
  'gzip',
  'zstd',
  'utf-16',
  'sqlite',
  'json-array',
  'json-seq',
  'cr-only',
  'nul-bytes',
  'pretty-printed',
  'binary',
  'plain-text',
] as const
export type OtherFormat = (typeof OTHER_FORMATS)[number]

/** True where there is no file of that name: a writer may still make one. */
export const isAbsent = ({ code }: SourceFault): boolean => code === 'not-found' || code === 'dangling-link'

/** True where an input was read as a ledger, though not to its end. */
export const isCutShort = ({ code }: SourceFault): boolean =>
  code === 'read-failed' || code === 'gzip-damaged' || code === 'unpacked-limit'

/** A value or a fault: errors on the way in are data, not exceptions. */
export type Result<Value, Fault> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: Fault }

export const succeed = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
})
export const fail = <Fault>(fault: Fault): { readonly ok: false; readonly fault: Fault } => ({
  ok: false,
  fault,
})
