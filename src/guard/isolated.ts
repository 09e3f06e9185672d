import { dirname } from 'node:path'
import { namedPlaces, usualPlaces } from '../profile/places.ts'
import { listStateFiles } from '../source/state-files.ts'
import { runTriage } from '../triage.ts'
import { readStretches } from './appended.ts'
import type { Isolated, Plan, Ports } from './findings.ts'
import type { Setting } from './isolate.ts'
import { openBefore } from './stand.ts'
import type { StateName } from './state.ts'

/** Reads the private ledgers of an isolated run: wherever a writer of a known kind would put one. */
export async function readIsolated(
  setting: Setting,
  names: readonly StateName[],
  plan: Plan,
  ports: Ports,
): Promise<Isolated> {
  const { examine } = ports
  const { selection, profiles } = plan
  const environment = { ...plan.environment, ...setting.variables }
  const account = { environment, home: setting.variables.HOME ?? '' }
  const places = [...new Set([...namedPlaces(profiles, account), ...usualPlaces(profiles, account)])].sort()
  const inside = places.filter((path) => path.startsWith(`${setting.folder.path}/`))
  const { opened } = openBefore(inside)
  try {
    const ledgers = opened.map(({ ledger }) => ledger)
    const triage = await runTriage(ledgers, examine, selection)
    const stretches = ledgers.map((ledger) => ({ ledger, from: { line: 0, offset: 0 } }))
    const appended = await readStretches(stretches, triage, selection, examine)
    const patterns = inside.flatMap((path) =>
      names.map(({ name }) => ({ folder: dirname(path), glob: name })),
    )
    const stateFiles = [...listStateFiles(patterns, inside).keys()]
    return { setting, ledgers: ledgers.map(({ path }) => path), appended, triage, stateFiles }
  } finally {
    for (const { ledger } of opened) ledger.close()
  }
}
