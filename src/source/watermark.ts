import type { EndState } from './open.ts'

/** Identity of the bytes that were read: `head -c BYTES PATH | sha256sum` proves it again. */
export type Watermark = {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly end: EndState
}
