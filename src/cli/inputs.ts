import { statSync } from 'node:fs'
import { glob, isDynamicPattern } from 'tinyglobby'
import { type Account, namedPlaces, usualPlaces } from '../profile/places.ts'
import type { Profile } from '../profile/schema.ts'
import type { Note } from '../report/model.ts'
import { isGzip } from '../source/diagnose.ts'
import { fail, type Result, type SourceFault, succeed } from '../source/fault.ts'
import { type Identity, type OpenLedger, openLedger, ReadFailure } from '../source/open.ts'
import type { ByteSource } from '../source/read.ts'
import { errnoOf } from '../source/refusal.ts'
import { openStdinFile, spoolStdin } from '../source/spool.ts'
import { streamStdin } from '../source/stdin.ts'
import { unpack, unpackStream } from '../source/unpack.ts'
import { compareText } from '../text/compare.ts'
import { isBeside } from './output.ts'
import type { Surface } from './surface.ts'

/** An open ledger, or standard input, which has no identity. */
export type InputLedger = ByteSource &
  Pick<OpenLedger, 'identity' | 'close'> &
  Partial<Pick<OpenLedger, 'readAt'>>

/** The ledgers of a command line, open, in an order that does not depend on how they were named. */
export type Inputs = {
  readonly ledgers: readonly InputLedger[]
  readonly faults: readonly SourceFault[]
  readonly notes: readonly Note[]
}

/** Opens a file, to be unpacked as it is read where its first bytes say gzip, whatever its name says. */
function openFile(path: string): Result<InputLedger, SourceFault> {
  const opened = openLedger(path)
  if (!opened.ok) return opened
  const { readAt, ...ledger } = opened.value
  try {
    return isGzip(readAt(0, 2)) ? succeed(unpack(ledger)) : opened
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error
    ledger.close()
    return fail(error.fault)
  }
}

/** Opens one argument: a file of that very name first, else what the pattern matches. */
async function openArgument(argument: string, surface: Surface): Promise<Result<InputLedger, SourceFault>[]> {
  const opened = openFile(argument)
  if (opened.ok || opened.fault.code !== 'not-found' || !isDynamicPattern(argument)) return [opened]
  const found = await expandPattern(argument, surface)
  if (found.length === 0) return [{ ok: false, fault: { code: 'no-match', path: argument } }]
  return found.map(openFile)
}

/** The files that a pattern matches, in order. */
export async function expandPattern(pattern: string, surface: Surface): Promise<string[]> {
  const found = await glob(pattern, {
    cwd: surface.workingFolder,
    dot: true,
    expandDirectories: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
    absolute: pattern.startsWith('/'),
  })
  return found.sort(compareText)
}

/** Which file a path leads to, if to any. */
export function identifyFile(path: string): Identity | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? undefined : { device: stats.dev, inode: stats.ino }
}

/** Standard input in a form that can be read twice: the file that it is, or else a private copy, not beside a ledger. */
async function openStdinTwice(surface: Surface): Promise<Result<OpenLedger, SourceFault>> {
  const { stdin, stdinPath, stdinIsWhole, tempRoot } = surface
  if (stdinIsWhole) return succeed(openStdinFile())
  if (stdinPath !== undefined && isBeside(tempRoot, stdinPath, surface))
    return fail({ code: 'no-copy', path: '-', folder: tempRoot, errno: 'BESIDE_LEDGER' })
  try {
    return succeed(await spoolStdin(stdin, tempRoot))
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return fail({ code: 'no-copy', path: '-', folder: tempRoot, errno: errnoOf(error) })
  }
}

/** Standard input as it comes, or, where it must be read twice, in a form that allows it. */
async function openStdin(surface: Surface, twice: boolean): Promise<Result<InputLedger, SourceFault>> {
  const { stdin, stdinIdentity: identity } = surface
  if (surface.stdinIsFolder) return fail({ code: 'is-folder', path: '-' })
  if (!twice) return succeed(unpackStream({ ...streamStdin(stdin), identity, close: () => undefined }))
  const opened = await openStdinTwice(surface)
  if (!opened.ok) return opened
  const { readAt, ...kept } = opened.value
  const source = { ...kept, identity }
  return succeed(isGzip(readAt(0, 2)) ? unpack(source) : { ...source, readAt })
}

/**
 * Opens every ledger named on the command line; `-` is standard input. One file named twice is kept once. `twice` says
 * that the command reads its input two times.
 */
export async function openInputs(
  named: readonly string[],
  surface: Surface,
  twice: boolean,
): Promise<Inputs> {
  const ledgers: InputLedger[] = []
  const faults: SourceFault[] = []
  const notes: Note[] = []
  const results: Result<InputLedger, SourceFault>[] = []
  for (const argument of new Set(named)) {
    if (argument === '-') results.push(await openStdin(surface, twice))
    else results.push(...(await openArgument(argument, surface)))
  }
  for (const result of results) {
    if (!result.ok) {
      faults.push(result.fault)
      continue
    }
    const ledger = result.value
    const twin = ledgers.find(
      ({ identity }) =>
        identity !== undefined &&
        identity.inode === ledger.identity?.inode &&
        identity.device === ledger.identity.device,
    )
    if (twin === undefined) ledgers.push(ledger)
    else {
      notes.push({ code: 'named-twice', path: ledger.path, detail: { same: twin.path } })
      ledger.close()
    }
  }
  return { ledgers: ledgers.sort((a, b) => compareText(a.path, b.path)), faults, notes }
}

/** Places where the ledgers of some profiles lie: those that variables name, then the usual ones. */
export const knownPlaces = (profiles: readonly Profile[], account: Account): string[] => [
  ...new Set([...namedPlaces(profiles, account), ...usualPlaces(profiles, account)]),
]

/** Those of some paths that exist as files; looked up, not opened. */
export const existingFiles = (paths: readonly string[]): string[] =>
  paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
