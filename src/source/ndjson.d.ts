declare module 'ndjson' {
  import type { Duplex } from 'node:stream'

  const ndjson: {
    readonly parse: (options: { readonly strict: boolean; readonly decodeStrings: boolean }) => Duplex
  }
  export default ndjson
}
