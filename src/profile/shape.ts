import type { Detection, Detector } from './detect.ts'
import { describeTopLevel, type TopLevel } from './leaves.ts'
import type { RoleFinder } from './roles.ts'

/** Everything that a record's top-level field names alone settle. */
export type RecordShape = { readonly detection: Detection; readonly top: TopLevel }

export type ShapeFinder = (keys: readonly string[]) => RecordShape

/** Shapes looked at before the detector is asked again; a writer has a handful. */
const MAX_RECENT = 8

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Makes the look-up of a record's shape. It remembers the last few, which changes no answer. */
export function createShapeFinder(detect: Detector, findRole: RoleFinder): ShapeFinder {
  const recent: RecordShape[] = []
  return (keys) => {
    for (const shape of recent) if (sameKeys(shape.top.keys, keys)) return shape
    const shape = { detection: detect(keys), top: describeTopLevel(keys, findRole) }
    if (recent.length === MAX_RECENT) recent.shift()
    recent.push(shape)
    return shape
  }
}
