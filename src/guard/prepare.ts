import { errnoOf } from '../source/refusal.ts'
import type { Plan } from './findings.ts'
import { isolate, light, type Setting } from './isolate.ts'

/** The private folders of a run, and the variables that lead its command there. */
export type Settings = {
  readonly beacon: (Setting & { readonly token: string }) | undefined
  readonly isolated: Setting | undefined
  readonly all: readonly Setting[]
  readonly variables: Readonly<Record<string, string>>
}

/** Makes the private folders that were asked for; a temp root that takes none is a fault of the environment. */
export function prepare(plan: Plan): Settings | { readonly path: string; readonly errno: string } {
  const { beacon, isolation, profiles, tempRoot } = plan
  let lit: Settings['beacon']
  let isolated: Settings['isolated']
  try {
    lit = beacon ? light(tempRoot) : undefined
    isolated = isolation === undefined ? undefined : isolate(profiles, isolation, tempRoot)
  } catch (error) {
    lit?.folder.remove()
    return { path: tempRoot, errno: errnoOf(error) }
  }
  return {
    beacon: lit,
    isolated,
    all: [lit, isolated].filter((setting) => setting !== undefined),
    variables: { ...lit?.variables, ...isolated?.variables },
  }
}

export const foldersOf = (settings: Settings): string[] => settings.all.map(({ folder }) => folder.path)
