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
  const { keys, roles, pathLike } = top
  const values = Object.values(record)
  let inside: Inside[] | undefined
  for (let i = 0; i < keys.length; i++) {
    const value = values[i]
    const key = keys[i] ?? ''
    const match = roles[i]
    if (typeof value === 'string') {
      if (match !== undefined || keep(value)) pushLeaf(leaves, key, key, 0, value, match)
    } else if (typeof value === 'number') {
      if (match !== undefined) pushLeaf(leaves, key, key, 0, value, match)
    } else if (typeof value === 'object' && value !== null) {
      inside ??= []
      inside.push({ value, key, field: key, depth: 0 })
    }
  }
  if (pathLike) for (const key of keys) pushName(leaves, key, '', 0, keep)
  if (inside !== undefined) collectInside(inside, leaves, findRole, keep)
  return leaves
}

function pushLeaf(
  leaves: Leaf[],
  field: string,
  key: string,
  depth: number,
  value: string | number,
  match: RoleMatch | undefined,
): void {
  leaves.push({ field, key, depth, value, role: match?.role, rank: match?.rank ?? 0 })
}

function pushName(leaves: Leaf[], name: string, field: string, depth: number, keep: LeafFilter): void {
  if (hasSeparator(name) && keep(name)) pushLeaf(leaves, field, '', depth, name, undefined)
}

/** The same below the top level; what lies deeper is appended to the list in work. */
function collectInside(pending: Inside[], leaves: Leaf[], findRole: RoleFinder, keep: LeafFilter): void {
  const add = (
    value: unknown,
    key: string,
    field: string,
    depth: number,
    match: RoleMatch | undefined,
  ): void => {
    if (typeof value === 'string') {
      if (match !== undefined || keep(value)) pushLeaf(leaves, field, key, depth, value, match)
    } else if (typeof value === 'number') {
      if (match !== undefined) pushLeaf(leaves, field, key, depth, value, match)
    } else if (typeof value === 'object' && value !== null) pending.push({ value, key, field, depth })
  }
  for (let next = 0; next < pending.length; next++) {
    const inside = pending[next]
    if (inside === undefined) break
    const { value, key, field, depth } = inside
    if (Array.isArray(value)) {
      const match = findRole(key, '')
      for (let i = 0; i < value.length; i++) add(value[i], key, `${field}[${i}]`, depth + 1, match)
    } else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) {
        pushName(leaves, name, field, depth + 1, keep)
        add(value[name], name, `${field}.${name}`, depth + 1, findRole(name, key))
      }
    }
  }
}
