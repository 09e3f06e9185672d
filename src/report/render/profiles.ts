import type { Profile } from '../../profile/schema.ts'
import { escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import { measure, padEnd, padStart } from '../../text/width.ts'
import type { InputOutcome } from '../../triage.ts'
import { formatCount } from '../figures.ts'
import { explainDenials, explainDetection } from '../wording/rules.ts'

const list = (names: readonly string[]): Printable => join(names.map(escapeRaw), print`, `)

/** Every profile with what it is, one a line. */
export function layOutProfiles(profiles: readonly Profile[]): Printable[] {
  const width = Math.max(...profiles.map((profile) => profile.name.length))
  return profiles.map(
    (profile) => print` ${padEnd(escapeRaw(profile.name), width)}  ${escapeRaw(profile.title)}`,
  )
}

/** One profile: how it is recognised, what its fields mean, which records are denials, what its writer does besides. */
export function layOutProfile(profile: Profile): Printable[] {
  const { recognise, writer } = profile
  const rows: [Printable, Printable][] = [
    [
      print`recognised by`,
      recognise.all.length === 0
        ? print`what no other profile fits`
        : print`${list(recognise.all)}${recognise.any === undefined ? print`` : print`; and one of ${list(recognise.any)}`}`,
    ],
    [print`fields`, list(profile.fields)],
    [print`time`, list(profile.time)],
    [print`message`, list(profile.message)],
    [print`codes`, list(profile.codes)],
    [print`denials`, explainDenials(profile.denials)],
    [print`source`, escapeRaw(profile.source)],
  ]
  if (writer !== undefined) {
    rows.push(
      [print`moved by`, list(writer.variables)],
      [print`usual places`, list(writer.places)],
      [print`state files`, list(writer.stateFiles.map((file) => file.name))],
    )
  }
  const width = Math.max(...rows.map(([name]) => measure(name)))
  const lines = rows
    .filter(([, value]) => value !== '')
    .map(([name, value]) => print`  ${padEnd(name, width)}  ${value}`)
  return [print`${escapeRaw(profile.name)}   ${escapeRaw(profile.title)}`, ...lines]
}

/** Which profile reads which records of each input, by what, and which of its fields they have. */
export function layOutDetection(inputs: readonly InputOutcome[]): Printable[] {
  return inputs.flatMap(({ watermark, profiles }) => [
    escapeRaw(watermark.path),
    ...profiles.map(({ name, records, fields, known, how }) => {
      const seen =
        known === 0 ? print`` : print`   ${fields.size} of ${known} fields: ${list([...fields].sort())}`
      return print` ${padStart(formatCount(records), 7)}  ${escapeRaw(name)}   ${join(
        [...how].map(([why, count]) => explainDetection(why, count, records)),
        print`, `,
      )}${seen}`
    }),
  ])
}
