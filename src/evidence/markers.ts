import type { Marker } from './catalogue/schema.ts'
import type { Fact } from './fact.ts'
import { isPlaceholder } from './placeholder.ts'

/** Finds a framework variable that a writer recorded: as a field of that name, or as `NAME=value` in a list. */
export type MarkerFinder = {
  readonly byName: (name: string, value: string, field: string) => Fact | undefined
  readonly byAssignment: (text: string, field: string) => Fact | undefined
  /** False for text that is no assignment of a variable that is known. */
  readonly isAssignment: (text: string) => boolean
}

type CompiledMarker = {
  readonly marker: Marker
  readonly value: RegExp | undefined
  readonly test: RegExp | undefined
}

/** Makes the finder of recorded framework variables; names are compared exactly, as environments do. */
export function createMarkerFinder(markers: readonly Marker[]): MarkerFinder {
  const compiled = new Map<string, CompiledMarker>()
  const longest = Math.max(0, ...markers.map((marker) => marker.variable.length))
  for (const marker of markers) {
    compiled.set(marker.variable, {
      marker,
      value: marker.value === undefined ? undefined : new RegExp(marker.value),
      test: marker.test === undefined ? undefined : new RegExp(marker.test),
    })
  }
  const byName: MarkerFinder['byName'] = (key, value, field) => {
    const known = compiled.get(key)
    if (known === undefined || isPlaceholder(value)) return undefined
    if (known.value?.test(value) === false) return undefined
    const test = known.test?.exec(value)?.groups?.test
    return {
      rule: `marker/${known.marker.variable}`,
      kind: 'test',
      basis: 'field',
      field,
      span: [0, value.length],
      value,
      framework: known.marker.framework,
      ...(test === undefined ? {} : { test }),
    }
  }
  const nameOf = (text: string): string => {
    const end = text.indexOf('=')
    return end > 0 && end <= longest ? text.slice(0, end) : ''
  }
  return {
    byName,
    isAssignment: (text) => compiled.has(nameOf(text)),
    byAssignment: (text, field) => {
      const name = nameOf(text)
      const fact = byName(name, text.slice(name.length + 1), field)
      return fact === undefined ? undefined : { ...fact, span: [name.length + 1, text.length] }
    },
  }
}
