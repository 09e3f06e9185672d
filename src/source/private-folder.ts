import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A folder that only this user can enter, with a name of its own. */
export type PrivateFolder = {
  readonly path: string
  /** Makes a folder below, with those above it; gives its path. */
  readonly add: (...names: readonly string[]) => string
  readonly remove: () => void
}

/** Makes a 0700 folder under `root`; `prefix` starts its name. */
export function makePrivateFolder(root: string, prefix: string): PrivateFolder {
  const path = mkdtempSync(join(root, prefix))
  return {
    path,
    add(...names) {
      const folder = join(path, ...names)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return folder
    },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }),
  }
}
