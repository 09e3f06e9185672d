import { basename, join } from 'node:path'
import type { Profile } from '../profile/schema.ts'
import { makePrivateFolder, type PrivateFolder } from '../source/private-folder.ts'

/** What `--isolate` gives the command of its own: ledger and home, or the ledger alone. */
export const ISOLATIONS = ['home', 'ledger'] as const
export type Isolation = (typeof ISOLATIONS)[number]

export type Environment = Readonly<Record<string, string | undefined>>

/** Changes to the command's environment, and the private folder behind them. */
export type Setting = { readonly folder: PrivateFolder; readonly variables: Readonly<Record<string, string>> }

/** Every variable by which a home folder is found on Linux and macOS, and where below it the others lie. */
const HOME_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  HOME: [],
  XDG_DATA_HOME: ['.local', 'share'],
  XDG_STATE_HOME: ['.local', 'state'],
  XDG_CONFIG_HOME: ['.config'],
  XDG_CACHE_HOME: ['.cache'],
}

const TEMP_VARIABLES = ['TMPDIR', 'TMP', 'TEMP'] as const

/** A ledger's file name in the private folder: that of its usual place. */
const nameLedger = ({ name, writer }: Profile): string => basename(writer?.places[0] ?? `${name}.jsonl`)

/** Makes a private ledger folder, and home if asked for, and the variables that lead a writer there. */
export function isolate(profiles: Iterable<Profile>, isolation: Isolation, tempRoot: string): Setting {
  const folder = makePrivateFolder(tempRoot, 'ledger-triage-isolated-')
  const variables: Record<string, string> = {}
  const ledgers = folder.add('ledger')
  for (const profile of profiles) {
    for (const name of profile.writer?.variables ?? []) variables[name] = join(ledgers, nameLedger(profile))
  }
  if (isolation === 'home') {
    for (const [name, below] of Object.entries(HOME_VARIABLES)) variables[name] = folder.add('home', ...below)
  }
  return { folder, variables }
}

/** The name of a beacon's folder starts with this; what follows is random and names the run. */
const BEACON_PREFIX = 'ledger-triage-run-'

/** Makes a private temp root whose name is the run's token, and the variables that lead temporary files there. */
export function light(tempRoot: string): Setting & { readonly token: string } {
  const folder = makePrivateFolder(tempRoot, BEACON_PREFIX)
  const variables = Object.fromEntries(TEMP_VARIABLES.map((name) => [name, folder.path]))
  return { folder, variables, token: basename(folder.path) }
}
