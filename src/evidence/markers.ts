import type { Marker } from './catalogue/schema.ts'
import type { Fact } from './fact.ts'
import { isPlaceholder } from './placeholder.ts'

/** Finds a framework variable that a writer recorded as a field of that name. */
export type MarkerFinder = (key: string, value: string, field: string) => Fact | undefined

type CompiledMarker = {
  readonly marker: Marker
  readonly value: RegExp | undefined
  readonly test: RegExp | undefined
}

/** Makes the finder of recorded framework variables; names are compared exactly, as environments do. */
export function createMarkerFinder(markers: readonly Marker[]): MarkerFinder {
  const byName = new Map<string, CompiledMarker>()
  for (const marker of markers) {
    byName.set(marker.variable, {
      marker,
      value: marker.value === undefined ? undefined : new RegExp(marker.value),
      test: marker.test === undefined ? undefined : new RegExp(marker.test),
    })
  }
  return (key, value, field) => {
    const compiled = byName.get(key)
    if (compiled === undefined || isPlaceholder(value)) return undefined
    if (compiled.value?.test(value) === false) return undefined
    const test = compiled.test?.exec(value)?.groups?.test
    return {
      rule: `marker/${compiled.marker.variable}`,
      kind: 'test',
      basis: 'field',
      field,
      span: [0, value.length],
      value,
      framework: compiled.marker.framework,
      ...(test === undefined ? {} : { test }),
    }
  }
}
