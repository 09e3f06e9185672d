import type { Class } from '../classify/decide.ts'
import type { Glyphs } from '../text/glyphs.ts'
import type { Printable } from '../text/printable.ts'
import type { Zone } from '../text/zone.ts'
import type { Report } from './model.ts'

/** Paints text in the accent of a class, or not at all. Colour never carries meaning alone. */
export type Paint = (accent: Class | 'alarm' | 'faint' | 'strong', text: Printable) => Printable

/** How a report is shown: room, colour, marks, and the clock for relative times. */
export type View = {
  readonly columns: number
  readonly paint: Paint
  readonly glyphs: Glyphs
  readonly zone: Zone
  /** Milliseconds since 1970; set where times are shown as ages, on a terminal. */
  readonly now: number | undefined
}

/** A format: a pure function from the model to text. */
export type Render = (report: Report, view: View) => Printable
