import type { View } from '../../src/report/view.ts'
import { UNICODE } from '../../src/text/glyphs.ts'
import { UTC } from '../../src/text/zone.ts'

/** A view as a test looks through it: no colour, no clock. */
export const viewOf = (columns: number, glyphs = UNICODE): View => ({
  columns,
  paint: (_accent, text) => text,
  glyphs,
  zone: UTC,
  now: undefined,
})
