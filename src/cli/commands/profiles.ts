import { loadProfiles } from '../../profile/load.ts'
import { layOutDetection, layOutProfile, layOutProfiles } from '../../report/render/profiles.ts'
import { findNearest } from '../../text/nearest.ts'
import { print, toAsciiJson } from '../../text/printable.ts'
import { runTriage } from '../../triage.ts'
import { EXIT } from '../exit.ts'
import { deliver, printLines, refuse, type Session } from '../session.ts'
import type { Surface } from '../surface.ts'
import { complainOfReads, erase, reportOn } from './scan.ts'

/** Every profile, one a line. */
export const listProfiles = (surface: Surface): Promise<number> =>
  printLines(layOutProfiles([...loadProfiles().values()]), surface)

/** One profile in full. */
export async function showProfile(name: string, surface: Surface): Promise<number> {
  const profiles = loadProfiles()
  const profile = profiles.get(name)
  if (profile !== undefined) return printLines(layOutProfile(profile), surface)
  const choices = [...profiles.keys()]
  const nearest = findNearest(name, choices)
  const fault = { code: 'bad-choice', option: 'profiles show', value: name, choices } as const
  return refuse(nearest === undefined ? fault : { ...fault, nearest }, surface)
}

/** Which profile reads which records of a ledger, and why. */
export async function detectProfiles(session: Session): Promise<number> {
  const { settings, ledgers } = session
  const triage = await runTriage(ledgers, session.examine, settings.selection, session.progress)
  await erase(session)
  const faults = await complainOfReads(triage, session)
  const code = faults.length + session.faults.length > 0 ? EXIT.unreadable : EXIT.done
  if (settings.format === 'json') {
    const report = reportOn(triage, session)
    const inputs = report.inputs.map(({ path, records, profile, profiles }) => ({
      path,
      records,
      profile,
      profiles,
    }))
    return deliver(
      print`${toAsciiJson({ schema: 'ledger-triage/profiles@1', inputs, notes: report.notes }, 2)}\n`,
      code,
      session,
    )
  }
  const lines = layOutDetection(triage.inputs)
  return deliver(
    lines.reduce((text, line) => print`${text}${line}\n`, print``),
    code,
    session,
  )
}
