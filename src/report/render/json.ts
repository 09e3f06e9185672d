import { print, toAsciiJson } from '../../text/printable.ts'
import type { Render } from '../view.ts'

/** The report itself: ASCII, two blanks deep, keys in the order of the schema. */
export const renderJson: Render = (report) => print`${toAsciiJson(report, 2)}\n`
