import { escapeRaw, type Printable, print } from '../../text/printable.ts'
import { formatCount } from '../figures.ts'
import type { Note } from '../model.ts'
import { records } from './counts.ts'
import { describeFormat } from './source-faults.ts'

const pathOf = (note: Note): Printable => escapeRaw(note.path ?? '')

const detail = (note: Note, name: string): Printable => {
  const value = note.detail?.[name]
  return typeof value === 'number' ? formatCount(value) : escapeRaw(value ?? '')
}

const has = (count: number): Printable => (count === 1 ? print`has` : print`have`)

/** One note as a sentence. */
export function explainNote(note: Note): Printable {
  const count = note.records ?? 0
  switch (note.code) {
    case 'undated':
      return print`${records(count)} ${has(count)} no time that can be read; time filters leave them out.`
    case 'generic-none-fits':
      return print`${records(count)} of ${pathOf(note)} ${count === 1 ? print`fits` : print`fit`} no profile and ${count === 1 ? print`is` : print`are`} read as generic; --profile NAME forces one.`
    case 'generic-tie':
      return print`${records(count)} of ${pathOf(note)} fit several profiles alike and are read as generic; --profile NAME forces one.`
    case 'writer-drops':
      return explainDrops(note)
    case 'named-twice':
      return print`${pathOf(note)} is the same file as ${detail(note, 'same')} and is read once.`
    case 'grew':
      return print`${pathOf(note)} grew while it was read; the figures are of its first ${detail(note, 'bytes')} bytes.`
    case 'changed':
      return explainChange(note)
    case 'stopped':
      return print`Reading of ${pathOf(note)} was stopped after ${detail(note, 'bytes')} bytes: the figures are partial.`
    case 'rule-never-fired':
      return print`Rule ${detail(note, 'rule')} of ${pathOf(note)} never fired.`
    case 'links-off':
      return print`More than a million records and keys share runs or processes: links were left out, so more is unattributed.`
    case 'looks-like':
      return explainLikeness(note)
    case 'zoneless':
      return print`${records(count)} of ${pathOf(note)} ${has(count)} a time without a zone: it is read as UTC.`
    case 'torn-tail':
      return print`${pathOf(note)} ends inside a line: its writer is at it just now, or died there.`
    case 'overflow':
      return print`There are more kinds of records than are told apart: ${records(count)} of the others ${count === 1 ? print`is` : print`are`} counted, by class too, but in no cluster.`
    case 'malformed-listed':
      return print`The first ${detail(note, 'listed')} of ${detail(note, 'malformed')} malformed lines are listed; all are counted.`
  }
}

/** Most lines are no records, and the first bytes say what the file may be. */
function explainLikeness(note: Note): Printable {
  const { is, advice } = describeFormat(note.detail?.format)
  return print`Most lines of ${pathOf(note)} are no records: ${is}. Try ${advice(pathOf(note))}`
}

function explainDrops(note: Note): Printable {
  const profile = detail(note, 'profile')
  const minutes = detail(note, 'identicalForMinutes')
  const seconds = detail(note, 'sameWorkspaceForSeconds')
  const rule = print`The ${profile} writer drops an identical message for ${minutes} minutes and a workspace's second record for ${seconds} seconds, so counts are lower bounds.`
  const count = note.records ?? 0
  if (count === 0) return rule
  return count === 1
    ? print`${rule} Around the synthetic record a genuine one may be missing.`
    : print`${rule} Around each of ${formatCount(count)} synthetic records a genuine one may be missing.`
}

function explainChange(note: Note): Printable {
  const path = pathOf(note)
  const end = note.detail?.end
  if (end === 'shrank') return print`${path} was cut while it was read: the figures are partial.`
  if (end === 'rewritten')
    return print`${path} was overwritten while it was read: the figures are of bytes that no longer stand there.`
  if (end === 'replaced')
    return print`${path} was replaced by another file while it was read: the figures are of the old one.`
  return print`${path} was removed while it was read: the figures are of the file that was open.`
}
