import { join } from 'node:path'
import type { Profile } from './schema.ts'

/** Where the home folder and the variables are that places are named by. */
export type Account = {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

const readVariable = ({ environment }: Account, name: string): string | undefined => {
  const value = environment[name]
  return value === '' ? undefined : value
}

/** Ledgers that the variables of some profiles name. */
export function namedPlaces(profiles: Iterable<Profile>, account: Account): string[] {
  const places = new Set<string>()
  for (const { writer } of profiles) {
    for (const variable of writer?.variables ?? []) {
      const path = readVariable(account, variable)
      if (path !== undefined) places.add(path)
    }
  }
  return [...places]
}

/** Usual places of some profiles' ledgers, with `~` and variables filled in; places that need an unset one fall away. */
export function usualPlaces(profiles: Iterable<Profile>, account: Account): string[] {
  const places = new Set<string>()
  for (const { writer } of profiles) {
    for (const place of writer?.places ?? []) {
      const name = /^\$(\w+)\//.exec(place)?.[1]
      if (name === undefined) {
        if (account.home !== '') places.add(place.replace(/^~/, account.home))
        continue
      }
      const folder = readVariable(account, name)
      if (folder !== undefined) places.add(join(folder, place.slice(name.length + 2)))
    }
  }
  return [...places]
}
