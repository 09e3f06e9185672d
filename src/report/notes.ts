import type { Summary } from '../cluster/tally.ts'
import type { Profile } from '../profile/schema.ts'
import type { InputOutcome, Triage } from '../triage.ts'
import type { Note } from './model.ts'

/** What a reader of the figures must know: what distorts them, what was left out, what was odd. Sorted by input. */
export function collectNotes(triage: Triage, selected: Summary): Note[] {
  const notes: Note[] = []
  for (const input of triage.inputs) notes.push(...notesOfInput(input))
  const undated = triage.inputs.reduce((sum, input) => sum + input.undated, 0)
  if (undated > 0) notes.push({ code: 'undated', records: undated })
  notes.push(...notesOfWriters(triage, selected))
  const malformed = triage.inputs.reduce((sum, input) => sum + input.counts.malformed, 0)
  if (malformed > triage.malformed.length) {
    notes.push({ code: 'malformed-listed', detail: { listed: triage.malformed.length, malformed } })
  }
  if (triage.overflow !== undefined) notes.push({ code: 'overflow', records: triage.overflow.total })
  if (triage.linksOff) notes.push({ code: 'links-off' })
  return notes
}

function notesOfInput({
  watermark,
  profiles,
  complete,
  looksLike,
  zoneless,
  tornTail,
}: InputOutcome): Note[] {
  const { path, end } = watermark
  const notes: Note[] = []
  const generic = profiles.find((use) => use.how.has('none-fits') || use.how.has('tie'))
  const unfit = generic?.how.get('none-fits') ?? 0
  const tied = generic?.how.get('tie') ?? 0
  if (unfit > 0) notes.push({ code: 'generic-none-fits', path, records: unfit })
  if (tied > 0) notes.push({ code: 'generic-tie', path, records: tied })
  if (zoneless > 0) notes.push({ code: 'zoneless', path, records: zoneless })
  if (tornTail) notes.push({ code: 'torn-tail', path })
  if (looksLike !== undefined) notes.push({ code: 'looks-like', path, detail: { format: looksLike } })
  if (end === 'grew') notes.push({ code: 'grew', path, detail: { bytes: watermark.bytes } })
  else if (end !== 'unchanged') notes.push({ code: 'changed', path, detail: { end } })
  else if (!complete) notes.push({ code: 'stopped', path, detail: { bytes: watermark.bytes } })
  return notes
}

/** Writers that drop records themselves: each synthetic row may have kept a genuine one out. */
function notesOfWriters(triage: Triage, selected: Summary): Note[] {
  const mixed = new Set(triage.inputs.flatMap((input) => input.profiles.map((use) => use.name))).size > 1
  const writers = new Map<string, NonNullable<NonNullable<Profile['writer']>['drops']>>()
  for (const input of triage.inputs) {
    for (const { name, drops } of input.profiles) if (drops !== undefined) writers.set(name, drops)
  }
  return [...writers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([profile, drops]) => ({
      code: 'writer-drops',
      records: mixed ? 0 : selected.counts.synthetic,
      detail: { profile, ...drops },
    }))
}
