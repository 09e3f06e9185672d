import { join } from 'node:path'
import { isDynamicPattern } from 'tinyglobby'
import { distinctPaths } from '../guard/stand.ts'
import { namedPlaces, usualPlaces } from '../profile/places.ts'
import type { Profile } from '../profile/schema.ts'
import { fail, succeed } from '../source/fault.ts'
import { existingFiles, expandPattern } from './inputs.ts'
import type { Read } from './settings.ts'
import type { Surface } from './surface.ts'

export const expandHome = (path: string, home: string): string =>
  path.startsWith('~/') && home !== '' ? join(home, path.slice(2)) : path

/** The ledgers that one `--ledger` names: a file, also one that is not there yet, or what a pattern matches. */
async function findLedgers(name: string, surface: Surface): Promise<Read<string[]>> {
  if (name === '' || name === '-') return fail({ code: 'bad-ledger-name', name })
  const path = expandHome(name, surface.home)
  if (!isDynamicPattern(path) || existingFiles([path]).length > 0) return succeed([path])
  const found = await expandPattern(path, surface)
  return found.length === 0 ? fail({ code: 'bad-ledger-name', name }) : succeed(found)
}

/** The ledgers to guard: those that are named, else those of the variables, else the usual places, absent ones too. */
export async function chooseLedgers(
  named: readonly string[],
  profiles: readonly Profile[],
  surface: Surface,
): Promise<Read<string[]>> {
  const paths: string[] = []
  for (const name of named) {
    const found = await findLedgers(name, surface)
    if (!found.ok) return found
    paths.push(...found.value)
  }
  if (named.length > 0) return succeed(distinctPaths(paths))
  const moved = namedPlaces(profiles, surface).map((path) => expandHome(path, surface.home))
  const places = distinctPaths(moved.length > 0 ? moved : usualPlaces(profiles, surface))
  return places.length === 0 ? fail({ code: 'no-guarded-ledger' }) : succeed(places)
}
