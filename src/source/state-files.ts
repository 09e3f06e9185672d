import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import picomatch from 'picomatch'
import { hashFirst } from './checkpoint.ts'
import { inspect } from './open.ts'

/** Which files are watched: a glob, read from a folder. */
export type StatePattern = { readonly folder: string; readonly glob: string }

/** One account-level file as it stands. `sha256` is of its bytes, or of a link's target; absent where it cannot be read. */
export type StateFile = {
  readonly path: string
  readonly kind: 'file' | 'link' | 'folder' | 'other'
  readonly mode: number
  readonly bytes: number
  readonly sha256: string | undefined
}

/** Bytes of a state file that are searched for a run's token; such files hold stamps and counters. */
const SEARCHED_BYTES = 1024 * 1024

const hashWhole = (path: string): string | undefined => {
  const hashed = inspect(path, (file) => hashFirst(file, file.bytes))
  return hashed.ok ? hashed.value : undefined
}

/** What a path is; undefined where nothing is there, or where it cannot even be asked. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // A folder above that may not be entered, or is none any more: the path is out of sight, which is a change itself.
    return undefined
  }
}

/** Where a link leads; undefined where it went between two looks, or belongs to a process that has ended. */
function readTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    // Live work removes links at any moment: that one of them went is for the second list to show.
    return undefined
  }
}

function describe(path: string): StateFile | undefined {
  const stats = look(path)
  if (stats === undefined) return undefined
  const shared = { path, mode: stats.mode & 0o7777, bytes: stats.size }
  if (stats.isSymbolicLink()) {
    const target = readTarget(path)
    return target === undefined
      ? undefined
      : { ...shared, kind: 'link', sha256: `${target} ${hashWhole(path) ?? ''}` }
  }
  // Bytes that cannot be read are told apart by when they changed: forgeable, but all there is.
  if (stats.isFile()) return { ...shared, kind: 'file', sha256: hashWhole(path) ?? `unread ${stats.ctimeMs}` }
  // A folder's own size and time change with its entries, which are listed themselves.
  return { ...shared, bytes: 0, kind: stats.isDirectory() ? 'folder' : 'other', sha256: undefined }
}

/** Every path so many levels below a folder, the folder's own first; links are listed, never followed. Unreadable folders are left out. */
function* walk(folder: string, levels: number): Generator<string, void> {
  yield folder
  if (levels === 0) return
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    // What may not be listed cannot be watched; that it is there is known all the same.
    return
  }
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path, levels - 1)
    else yield path
  }
}

/** The paths that a pattern means: a file of that very name, a folder with all below it, else what the glob matches. */
function* expand({ folder, glob }: StatePattern): Generator<string, void> {
  const literal = resolve(folder, glob)
  const stats = look(literal)
  if (stats?.isDirectory() === true) {
    yield* walk(literal, Number.POSITIVE_INFINITY)
    return
  }
  if (stats !== undefined) {
    yield literal
    return
  }
  const { base, isGlob } = picomatch.scan(glob)
  if (!isGlob) return
  const from = resolve(folder, base)
  const rest = glob.slice(base.length).replace(/^\/+/, '')
  const isMatch = picomatch(rest, { dot: true })
  const levels = rest.includes('**') ? Number.POSITIVE_INFINITY : rest.split('/').length
  for (const path of walk(from, levels)) if (path !== from && isMatch(relative(from, path))) yield path
}

const resolveReally = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    // What is not there leads nowhere.
    return resolve(path)
  }
}

/** Tells the paths that are left out: some files, and all that lies below some folders. */
function createExcept(except: readonly string[]): (path: string) => boolean {
  const left = new Set(except.flatMap((path) => [resolve(path), resolveReally(path)]))
  return (path) => left.has(path) || except.some((one) => path.startsWith(`${resolve(one)}/`))
}

/** True where a pattern matches something that is not left out; nothing is opened. */
export function hasMatch(pattern: StatePattern, except: readonly string[]): boolean {
  const isLeft = createExcept(except)
  for (const path of expand(pattern)) if (!isLeft(path)) return true
  return false
}

/**
 * Lists what some patterns match, by absolute path, in order, without some files and all below some folders. Nothing
 * that is listed is changed or followed.
 */
export function listStateFiles(
  patterns: readonly StatePattern[],
  except: readonly string[],
): ReadonlyMap<string, StateFile> {
  const isLeft = createExcept(except)
  const paths = new Set(patterns.flatMap((pattern) => [...expand(pattern)]))
  const files = new Map<string, StateFile>()
  for (const path of [...paths].sort()) {
    const file = isLeft(path) ? undefined : describe(path)
    if (file !== undefined) files.set(path, file)
  }
  return files
}

/** True where the start of a file holds a text. */
export function mentions(path: string, text: string): boolean {
  const found = inspect(path, ({ bytes, readAt }) =>
    readAt(0, Math.min(bytes, SEARCHED_BYTES)).includes(text),
  )
  return found.ok && found.value
}
