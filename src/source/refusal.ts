import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import type { SourceFault } from './fault.ts'

export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
}

/** The link at the end of a path, where that is what leads nowhere. */
function readDanglingLink(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
      ? readlinkSync(path)
      : undefined
  } catch {
    // A folder on the way is missing, or no folder: then there is no link to tell of.
    return undefined
  }
}

/** Why a path could not be opened. */
export function explainOpenError(path: string, error: unknown): SourceFault {
  const errno = errnoOf(error)
  switch (errno) {
    case 'ENOENT': {
      const target = readDanglingLink(path)
      return target === undefined ? { code: 'not-found', path } : { code: 'dangling-link', path, target }
    }
    case 'ENOTDIR':
      return { code: 'not-found', path }
    case 'ELOOP':
      return { code: 'link-loop', path }
    case 'EACCES':
    case 'EPERM':
      return { code: 'no-permission', path }
    case 'EISDIR':
      return { code: 'is-folder', path }
    case 'ENXIO':
      return { code: 'not-regular', path, kind: 'socket' }
    default:
      return { code: 'read-failed', path, errno, offset: 0 }
  }
}

/** Why an open file is not read; undefined for a regular one. */
export function refuseKind(path: string, stats: Stats): SourceFault | undefined {
  if (stats.isFile()) return undefined
  if (stats.isDirectory()) return { code: 'is-folder', path }
  if (stats.isFIFO()) return { code: 'not-regular', path, kind: 'fifo' }
  if (stats.isSocket()) return { code: 'not-regular', path, kind: 'socket' }
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return { code: 'not-regular', path, kind: 'device' }
  return { code: 'not-regular', path, kind: 'unknown' }
}
