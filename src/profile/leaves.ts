import { isJsonObject, type JsonObject } from '../source/parse.ts'
import type { Role, RoleFinder, RoleMatch } from './roles.ts'

/** A string or number of a record, with its dotted field name and what its name makes of it. */
export type Leaf = {
  readonly field: string
  readonly key: string
  readonly depth: number
  readonly value: string | number
  readonly role: Role | undefined
  /** Place of its name among the names of its role; lower is preferred. */
  readonly rank: number
}

/** Says of a string whose field has no role whether it is worth keeping. */
export type LeafFilter = (value: string) => boolean

const hasSeparator = (text: string): boolean => text.includes('/') || text.includes('\\')

/** What the top-level names of a record settle: their roles in order, and whether any holds a path separator. */
export type TopLevel = {
  readonly keys: readonly string[]
  readonly roles: readonly (RoleMatch | undefined)[]
  readonly pathLike: boolean
}

export const describeTopLevel = (keys: readonly string[], findRole: RoleFinder): TopLevel => ({
  keys,
  roles: keys.map((key) => findRole(key, '')),
  pathLike: keys.some(hasSeparator),
})

type Inside = { readonly value: object; readonly key: string; readonly field: string; readonly depth: number }

/**
 * Collects the strings and numbers of a record at any depth that have a role or pass the filter, in a fixed order and
 * without recursion: JSON may be nested deeper than any stack. Names that hold a path separator count as strings.
 * `top` is what the top-level names settle, where that is known already.
 */
export function collectLeaves(
  record: JsonObject,
  findRole: RoleFinder,
  keep: LeafFilter,
  top: TopLevel = describeTopLevel(Object.keys(record), findRole),
): Leaf[] {
  const leaves: Leaf[] = []
  let pending: Inside[] | undefined

  const add = (
    value: unknown,
    key: string,
    field: string,
    depth: number,
    match: RoleMatch | undefined,
  ): void => {
    if (typeof value === 'string') {
      if (match !== undefined || keep(value)) {
        leaves.push({ field, key, depth, value, role: match?.role, rank: match?.rank ?? 0 })
      }
    } else if (typeof value === 'number') {
      if (match !== undefined) leaves.push({ field, key, depth, value, role: match.role, rank: match.rank })
    } else if (typeof value === 'object' && value !== null) {
      pending ??= []
      pending.push({ value, key, field, depth })
    }
  }

  const addName = (name: string, field: string, depth: number): void => {
    if (hasSeparator(name) && keep(name))
      leaves.push({ field, key: '', depth, value: name, role: undefined, rank: 0 })
  }

  const { keys, roles, pathLike } = top
  if (pathLike) for (const key of keys) addName(key, '', 0)
  const values = Object.values(record)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] ?? ''
    add(values[i], key, key, 0, roles[i])
  }
  for (let next = 0; pending !== undefined && next < pending.length; next++) {
    const inside: Inside | undefined = pending[next]
    if (inside === undefined) break
    const { value, key, field, depth } = inside
    if (Array.isArray(value)) {
      const match = findRole(key, '')
      for (let i = 0; i < value.length; i++) add(value[i], key, `${field}[${i}]`, depth + 1, match)
    } else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) {
        addName(name, field, depth + 1)
        add(value[name], name, `${field}.${name}`, depth + 1, findRole(name, key))
      }
    }
  }
  return leaves
}
