/** What a field can tell about a record's origin, time or diagnosis. */
export type Role = NamedRole | 'marker'

export type RoleNames = Readonly<Record<NamedRole, readonly string[]>>

export type NamedRole = 'workspace' | 'session' | 'harness' | 'run' | 'process' | 'host' | 'message' | 'time'

/**
 * Role names, compared with case and `_` ignored. A dotted name is a field of that name inside a field of that name.
 * Message and time names are tried in this order where a record has several.
 */
export const ROLE_NAMES: RoleNames = {
  workspace: ['workspace', 'cwd', 'root', 'project_root', 'repo_root'],
  session: ['session', 'session_id', 'session.id'],
  harness: ['harness'],
  run: ['run_id', 'run.id'],
  process: ['pid', 'process.pid'],
  host: ['host'],
  message: ['message', 'msg', 'reason', 'detail', 'body', 'errorMsg', 'text', 'description', 'event'],
  time: ['timestamp', 'time', 'ts', 'at', 'created_at', 'datetime', '@timestamp'],
}

export type RoleMatch = { readonly role: Role; readonly rank: number }

export type RoleFinder = (key: string, parent: string) => RoleMatch | undefined

/** Names remembered; beyond it the memory starts afresh, which changes no answer. */
const MAX_KNOWN = 4096

const fold = (name: string): string => name.toLowerCase().replaceAll('_', '')

export const NAMED_ROLES: readonly NamedRole[] = [
  'workspace',
  'session',
  'harness',
  'run',
  'process',
  'host',
  'message',
  'time',
]

/**
 * Makes the look-up of a field's role by its own name and that of the field it lies in. `variables` are names of
 * recorded environment variables that mark a test; they are compared exactly.
 */
export function createRoleFinder(variables: readonly string[], names: RoleNames = ROLE_NAMES): RoleFinder {
  const table = new Map<string, RoleMatch>()
  for (const role of NAMED_ROLES) {
    for (const [rank, name] of names[role].entries()) {
      if (!table.has(fold(name))) table.set(fold(name), { role, rank })
    }
  }
  const markers = new Set(variables)
  const known = new Map<string, Map<string, RoleMatch | undefined>>()
  let size = 0
  const settle = (key: string, parent: string): RoleMatch | undefined => {
    if (markers.has(key)) return { role: 'marker', rank: 0 }
    return table.get(fold(key)) ?? (parent === '' ? undefined : table.get(fold(`${parent}.${key}`)))
  }

  return (key, parent) => {
    let inside = known.get(parent)
    const before = inside?.get(key)
    if (before !== undefined || inside?.has(key) === true) return before
    if (size++ > MAX_KNOWN) {
      known.clear()
      size = 0
      inside = undefined
    }
    if (inside === undefined) {
      inside = new Map()
      known.set(parent, inside)
    }
    const match = settle(key, parent)
    inside.set(key, match)
    return match
  }
}
