import { collectLeaves, type Leaf } from '../profile/leaves.ts'
import type { RoleFinder } from '../profile/roles.ts'
import { isJsonObject } from '../source/parse.ts'

/** Longest JSON text inside a string that is looked into, in UTF-16 units; running-text rules still read the rest. */
const MAX_JSON_TEXT = 1024 * 1024

/** True where a string may hold JSON of its own. */
export function isJsonText(text: string): boolean {
  if (text.length < 2 || text.length > MAX_JSON_TEXT) return false
  const first = text.trimStart().charAt(0)
  return first === '{' || first === '[' || first === '"'
}

/** The strings of JSON text inside a string, named below the field they came from; undefined where it is no JSON. */
export function readJsonText(text: string, leaf: Leaf, findRole: RoleFinder): Leaf[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  if (typeof value === 'string') return [{ ...leaf, value }]
  const object = isJsonObject(value) ? value : { '': value }
  return collectLeaves(object, findRole, () => true).map((inner) => ({
    ...inner,
    field: inner.field === '' ? leaf.field : `${leaf.field}{${inner.field}}`,
  }))
}
