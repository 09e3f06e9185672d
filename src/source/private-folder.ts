import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A folder that only this user can enter, with a name of its own. */
export type PrivateFolder = {
  readonly path: string
  /** Makes a folder below, with those above it; gives its path. */
  readonly add: (...names: readonly string[]) => string
  /** Removes it with all that is in it, as far as that goes: who made it unwritable has to clear it away. */
  readonly remove: () => void
  readonly exists: () => boolean
}

/** Makes a 0700 folder under `root`; `prefix` starts its name. */
export function makePrivateFolder(root: string, prefix: string): PrivateFolder {
  // A name of hexadecimal digits: those that mkdtemp makes are evidence of their own in a ledger.
  const path = join(resolve(root), `${prefix}${randomBytes(8).toString('hex')}`)
  mkdirSync(path, { mode: 0o700 })
  return {
    path,
    add(...names) {
      const folder = join(path, ...names)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return folder
    },
    remove() {
      try {
        rmSync(path, { recursive: true, force: true, maxRetries: 3 })
      } catch {
        // What is left is asked for by `exists`, and told: it is no reason to lose what was found out.
      }
    },
    exists: () => existsSync(path),
  }
}
