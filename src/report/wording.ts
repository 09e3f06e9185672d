import type { Class, Reason } from '../classify/decide.ts'
import type { Detection } from '../profile/detect.ts'
import type { Profile } from '../profile/schema.ts'
import type { OtherFormat, SourceFault } from '../source/fault.ts'
import type { Parsed } from '../source/parse.ts'
import type { Glyphs } from '../text/glyphs.ts'
import { escapeRaw, join, type Printable, print, word } from '../text/printable.ts'
import { quoteForShell } from '../text/shell.ts'
import type { Explanation } from './explanation.ts'
import { formatBytes, formatCount } from './figures.ts'
import type { Note, Report, ReportCluster } from './model.ts'
import type { UsageFault } from './usage-fault.ts'

/** Every sentence of this program is made here, from coded findings. */

export const CLASS_NAME: Readonly<Record<Class, Printable>> = {
  synthetic: print`synthetic`,
  real: print`real`,
  unattributed: print`unattributed`,
}

export const REASON_NAME: Readonly<Record<Reason, Printable>> = {
  'test-path': print`test path`,
  'fixture-session': print`fixture session`,
  'test-marker': print`test marker`,
  'user-rule': print`your rule`,
  'test-path-in-text': print`test path in text`,
  linked: print`linked`,
  'production-provenance': print`production provenance`,
  conflict: print`in conflict`,
  'no-provenance': print`no provenance`,
  thin: print`thin`,
}

/** What happened, where, and what to try: the three parts of every error. */
export type Message = { readonly what: Printable; readonly where?: Printable; readonly advice: Printable }

const KIND_NAME = {
  fifo: print`a FIFO`,
  socket: print`a socket`,
  device: print`a device`,
  unknown: print`no regular file`,
} as const

type FormatWords = { readonly is: Printable; readonly advice: (path: Printable) => Printable }

const FORMATS: Readonly<Record<OtherFormat, FormatWords>> = {
  gzip: { is: print`it is gzip-compressed`, advice: (path) => print`gunzip -c ${path} | ledger-triage -` },
  zstd: { is: print`it is compressed by zstd`, advice: (path) => print`zstd -dc ${path} | ledger-triage -` },
  'utf-16': {
    is: print`it is UTF-16 text`,
    advice: (path) => print`iconv -f UTF-16 -t UTF-8 ${path} | ledger-triage -`,
  },
  sqlite: {
    is: print`it is an SQLite database`,
    advice: () => print`export the table's rows as one JSON object a line, then: ledger-triage FILE`,
  },
  'json-array': {
    is: print`it is one JSON array; a ledger has one object a line`,
    advice: (path) => print`jq -c '.[]' ${path} | ledger-triage -`,
  },
  'pretty-printed': {
    is: print`its JSON is spread over several lines; a ledger has one object a line`,
    advice: (path) => print`jq -c . ${path} | ledger-triage -`,
  },
  binary: {
    is: print`it holds binary data`,
    advice: () => print`name the ledger itself, a file with one JSON object a line`,
  },
  'plain-text': {
    is: print`it holds text that is not JSON`,
    advice: () => print`name a file with one JSON object a line`,
  },
}

const withoutSlash = (path: string): Printable => escapeRaw(path.replace(/[/]+$/, ''))

/** The message of an input that could not be read. */
export function explainSourceFault(fault: SourceFault): Message {
  const path = fault.path === '' ? print`an empty name` : escapeRaw(fault.path)
  switch (fault.code) {
    case 'not-found':
      return {
        what: print`${path} was not found`,
        advice: print`check the spelling, or quote a pattern: ledger-triage 'logs/*.jsonl'`,
      }
    case 'no-match':
      return { what: print`no file matches ${path}`, advice: print`name a ledger, or widen the pattern` }
    case 'is-folder':
      return {
        what: print`${path} is a folder`,
        advice: print`name the ledgers in it: ledger-triage '${withoutSlash(fault.path)}/*.jsonl'`,
      }
    case 'no-permission':
      return {
        what: print`${path} may not be read by this user`,
        advice: print`sudo -u OWNER ledger-triage ${path}, or ask its owner for read permission`,
      }
    case 'not-regular':
      return {
        what: print`${path} is ${KIND_NAME[fault.kind]}`,
        where: print`only regular files and standard input are read: anything else could wait for ever`,
        advice: print`cat ${path} | ledger-triage -`,
      }
    case 'read-failed':
      return {
        what: print`${path} could not be read to its end`,
        where: print`${word(fault.errno)} at byte ${formatCount(fault.offset)}`,
        advice: print`copy the file elsewhere and name the copy; what was read before is reported as incomplete`,
      }
    case 'other-format':
      return {
        what: print`${path} is not a JSONL ledger`,
        where: FORMATS[fault.format].is,
        advice: FORMATS[fault.format].advice(path),
      }
    case 'not-a-ledger':
      return {
        what: print`${path} is not a JSONL ledger`,
        where: print`none of its ${formatCount(fault.lines)} lines is a JSON object`,
        advice: FORMATS['plain-text'].advice(path),
      }
  }
}

const list = (words: readonly string[]): Printable =>
  join(
    words.map((text) => escapeRaw(text)),
    print`, `,
  )

/** The message of a command line that cannot be carried out. */
export function explainUsageFault(fault: UsageFault): Message {
  switch (fault.code) {
    case 'no-input':
      return fault.found.length === 0
        ? {
            what: print`no ledger was named`,
            advice: print`ledger-triage LEDGER, or - for standard input; ledger-triage --help tells more`,
          }
        : {
            what: print`no ledger was named`,
            where: print`found at known places, not read unasked: ${list(fault.found)}`,
            advice: print`ledger-triage ${escapeRaw(fault.found[0] ?? '')}`,
          }
    case 'bad-time':
      return {
        what: print`${word(fault.option)} does not take ${escapeRaw(fault.value)}`,
        advice: print`a time such as 7d, 12h, yesterday, 2026-08-01 or 2026-08-01T09:30Z`,
      }
    case 'bad-zone':
      return {
        what: print`--tz does not know ${escapeRaw(fault.value)}`,
        advice: print`UTC, or a name such as Europe/Vienna`,
      }
    case 'bad-number':
      return {
        what: print`${word(fault.option)} does not take ${escapeRaw(fault.value)}`,
        advice: print`${word(fault.wanted)}`,
      }
    case 'bad-choice':
      return {
        what: print`${word(fault.option)} does not take ${escapeRaw(fault.value)}`,
        ...(fault.nearest === undefined ? {} : { where: print`did you mean ${escapeRaw(fault.nearest)}?` }),
        advice: print`one of: ${list(fault.choices)}`,
      }
    case 'no-such-cluster':
      return {
        what: print`no cluster has an id that starts with ${escapeRaw(fault.id)}`,
        advice: print`ids stand in the first column of: ledger-triage ${list(fault.ledgers)} --top all`,
      }
    case 'ambiguous-cluster':
      return {
        what: print`${escapeRaw(fault.id)} starts the ids of ${fault.ids.length} clusters`,
        where: list(fault.ids),
        advice: print`give more characters of the id`,
      }
    case 'output-is-ledger':
      return {
        what: print`${escapeRaw(fault.path)} is a ledger that is being read, and ledgers are never written`,
        advice: print`-o ANOTHER-FILE in another folder`,
      }
    case 'output-beside-ledger':
      return {
        what: print`${escapeRaw(fault.path)} would lie beside a ledger, and nothing is ever written there`,
        advice: print`-o ${escapeRaw(fault.elsewhere)}, or send standard output where you want it`,
      }
    case 'output-not-a-file':
      return {
        what: print`${escapeRaw(fault.path)} is no regular file, and is not replaced by one`,
        advice: print`-o FILE, or standard output: ledger-triage LEDGER > PLACE`,
      }
    case 'output-failed':
      return {
        what: print`${escapeRaw(fault.path)} could not be written`,
        where: print`${word(fault.errno)}`,
        advice: print`-o a file in a folder that exists and may be written`,
      }
    case 'config-unreadable':
      return {
        what: print`rules file ${escapeRaw(fault.path)} could not be read`,
        where: word(fault.errno),
        advice: print`--rules FILE, or --no-rules to do without`,
      }
    case 'config-syntax':
      return {
        what: print`rules file ${escapeRaw(fault.path)} is no valid JSON`,
        where: escapeRaw(fault.detail),
        advice: print`ledger-triage schema config tells what it may hold`,
      }
    case 'config-key':
      return {
        what: print`${escapeRaw(fault.path)}: ${escapeRaw(fault.place)} has a key ${escapeRaw(JSON.stringify(fault.found))} that is not known`,
        ...(fault.nearest === undefined ? {} : { where: print`did you mean ${escapeRaw(fault.nearest)}?` }),
        advice: print`one of: ${list(fault.known)}`,
      }
    case 'config-value':
      return {
        what: print`${escapeRaw(fault.path)}: ${escapeRaw(fault.place)} is ${escapeRaw(fault.found)}`,
        where: print`expected ${escapeRaw(fault.expected)}`,
        advice: print`ledger-triage schema config tells what it may hold`,
      }
    case 'no-rules':
      return {
        what: print`there is no rules file to test`,
        advice: print`--rules FILE, or a file ledger-triage.config.json in this folder or above it`,
      }
    case 'no-such-record':
      return explainPlace(fault)
    case 'command-line':
      return { what: escapeRaw(fault.message), advice: print`ledger-triage --help` }
  }
}

function explainPlace({ place, detail }: Extract<UsageFault, { code: 'no-such-record' }>): Message {
  const shown = escapeRaw(place)
  if (detail === 'no-line')
    return {
      what: print`${shown}: the ledger has no such line`,
      advice: print`lines are numbered from 1; ledger-triage classify LEDGER lists them`,
    }
  if (detail === 'which-ledger')
    return {
      what: print`${shown} does not say of which ledger`,
      advice: print`ledger-triage explain LEDGER:LINE`,
    }
  return {
    what: print`${shown} names no line of a ledger`,
    advice: print`ledger-triage explain LEDGER:LINE, such as friction-ledger.jsonl:1898`,
  }
}

/** `error: …`, its circumstances, and what to try, as lines. */
export function layOutMessage(message: Message): Printable[] {
  const where = message.where === undefined ? [] : [print`  ${message.where}`]
  return [print`error: ${message.what}`, ...where, print`  try  ${message.advice}`]
}

const pathOf = (note: Note): Printable => escapeRaw(note.path ?? '')
const detail = (note: Note, name: string): Printable => {
  const value = note.detail?.[name]
  return typeof value === 'number' ? formatCount(value) : escapeRaw(value ?? '')
}
const records = (count: number): Printable =>
  count === 1 ? print`1 record` : print`${formatCount(count)} records`
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
    case 'malformed-listed':
      return print`The first ${detail(note, 'listed')} of ${detail(note, 'malformed')} malformed lines are listed; all are counted.`
  }
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
  if (end === 'replaced')
    return print`${path} was replaced by another file while it was read: the figures are of the old one.`
  return print`${path} was removed while it was read: the figures are of the file that was open.`
}

/** How an input stood when reading ended, for the header. */
export function describeEnd(input: Report['inputs'][number]): Printable {
  if (!input.complete) return print`INCOMPLETE`
  return input.modified
    ? print`changed meanwhile`
    : input.end === 'grew'
      ? print`grew meanwhile`
      : print`not modified`
}

/** Profile and size of an input, for the header. */
export function describeInput(input: Report['inputs'][number]): Printable {
  const [main] = input.profiles
  const size = formatBytes(input.bytes)
  if (main === undefined) return size
  const { seen, known } = main.fields
  const fields = known === 0 ? print`` : print` (${seen} of ${known} fields)`
  const others = input.profiles.length === 1 ? print`` : print` and ${input.profiles.length - 1} more`
  return print`profile ${escapeRaw(main.name)}${fields}${others}   ${size}`
}

/** How many clusters a table left out, and how to see them. */
export function explainRest({ clusters, belowMin }: Report['rest']): Printable {
  const more = print`${formatCount(clusters)} more ${plural(clusters, print`cluster`, print`clusters`)}`
  if (belowMin === 0) return print`--top all: ${more}`
  return belowMin === clusters ? print`--min 1: ${more}` : print`--top all --min 1: ${more}`
}

/** What the marks of the make-up bars stand for, behind the sum. */
export const explainLegend = ({ real, synthetic, unattributed }: Glyphs): Printable =>
  print`records   ${real} real  ${synthetic} synthetic  ${unattributed} unattributed`

/** Why a report shows no cluster. */
export function explainEmpty({ totals, rest }: Report): Printable {
  if (rest.clusters > 0) return explainRest(rest)
  if (totals.lines === 0) return print`The input is empty.`
  return totals.records === 0 ? print`No line is a record.` : print`No record is selected.`
}

const plural = (count: number, one: Printable, many: Printable): Printable => (count === 1 ? one : many)

/** What to make of the clusters on the screen, in a sentence or two. */
export function adviseOnClusters(
  clusters: readonly ReportCluster[],
  shortId: (id: string) => Printable,
): Printable[] {
  const advice: Printable[] = []
  const wholly = clusters.filter((cluster) => cluster.synthetic === cluster.count)
  const silentRows = (cluster: ReportCluster): number =>
    (cluster.reasons['no-provenance'] ?? 0) + (cluster.reasons.thin ?? 0)
  const mixed = clusters.find(
    (cluster) => cluster.synthetic > 0 && cluster.real === 0 && silentRows(cluster) > 0,
  )
  if (wholly.length > 0) {
    const ids = join(
      wholly.slice(0, 3).map((cluster) => shortId(cluster.id)),
      print`, `,
    )
    const more = wholly.length > 3 ? print` and ${wholly.length - 3} more` : print``
    advice.push(
      print`${ids}${more} ${plural(wholly.length, print`is`, print`are`)} wholly synthetic: tests wrote every row.`,
    )
  }
  if (mixed !== undefined) {
    advice.push(
      print`${shortId(mixed.id)} is not: ${formatCount(silentRows(mixed))} of its rows say too little either way, and an absence of evidence is not evidence of a test.`,
    )
  }
  return advice
}

/** What to type next, with the ledgers that were read: the cluster that wants a look first, then its verdicts. */
export function nextSteps(report: Report, shortId: (id: string) => Printable): Printable[] {
  const ledgers = join(
    report.inputs.map((input) => quoteForShell(input.path)),
    print` `,
  )
  const [first] = report.clusters
  // Standard input is used up: there is nothing to type that would read it again.
  if (report.inputs.some((input) => input.path === '-')) return []
  if (first === undefined) return [print` Next  ledger-triage count ${ledgers}`]
  const one = print` Next  ledger-triage ${ledgers} --match id:${shortId(first.id)}`
  const [record] = first.exemplars
  const second =
    record === undefined
      ? print`classify ${ledgers}`
      : print`explain ${quoteForShell(`${record.file}:${record.line}`)}`
  return [one, print`       ledger-triage ${second}`]
}

/** What `count --expect` found. */
export function explainExpectation(expected: number, found: number): Printable {
  return expected === found
    ? print`as expected: ${formatCount(found)}`
    : print`expected ${formatCount(expected)}, found ${formatCount(found)}`
}

/** Standard output did not take the report. */
export const writeFailure = (errno: string): Message => ({
  what: print`the report could not be written to its end`,
  where: word(errno),
  advice: print`make room, or send it elsewhere: -o FILE`,
})

export const internalFailure = (message: string): Message => ({
  what: print`ledger-triage failed: ${escapeRaw(message)}`,
  where: print`this is a fault of the program, not of your ledger; nothing was changed`,
  advice: print`the same command with --debug, and report what it prints`,
})

export const CLASS_TITLE: Readonly<Record<Class, Printable>> = {
  synthetic: print`SYNTHETIC`,
  real: print`REAL`,
  unattributed: print`UNATTRIBUTED`,
}

/** Why a record has its verdict, in a sentence. */
export function explainReason(explanation: Explanation): Printable {
  const { reason, link } = explanation
  const opposed = explanation.facts.some(
    (fact) => fact.kind === 'workspace' || fact.kind === 'actor' || fact.kind === 'production',
  )
  switch (reason) {
    case 'test-path':
      return print`a test framework made this folder${opposed ? print`; a session or harness alone does not oppose it` : print`, and nothing opposes it`}`
    case 'fixture-session':
      return print`only fixtures use this session, so it is nobody's real one`
    case 'test-marker':
      return print`a variable is recorded that only a test framework sets`
    case 'user-rule':
      return print`a rule of yours decides`
    case 'test-path-in-text':
      return print`the text names a test's folder, and no workspace says otherwise`
    case 'linked':
      return link === null
        ? print`it shares a run or a process with a proven record`
        : print`it shares ${escapeRaw(link.field)} ${escapeRaw(link.value)} with ${escapeRaw(link.ledger)}:${link.line}, which is proven itself`
    case 'production-provenance':
      return print`an absolute, lasting workspace and a session or harness are recorded, and no test`
    case 'conflict':
      return print`both sides are recorded: it may be a test, or real work that speaks of one`
    case 'no-provenance':
      return print`nothing is recorded that tells where it came from`
    case 'thin':
      return print`what is recorded is one half of production evidence, or a merely temporary place, and proves neither`
  }
}

/** What a fact weighs, in a word. */
export function strengthOf({ kind, basis }: Explanation['facts'][number]): Printable {
  if (kind === 'workspace' || kind === 'actor') return print`half`
  if (kind === 'temporary') return print`bars`
  return basis === 'text' ? print`told` : print`proof`
}

const SILENCE: Readonly<Record<string, Printable>> = {
  'not-recorded': print`not recorded by this writer`,
  placeholder: print`recorded, but a placeholder`,
  'not-absolute': print`recorded, but no absolute path`,
  'shared-by-many': print`recorded, but says nothing`,
  'no-test-path': print`no folder of a test framework is named`,
  'no-ids': print`no run or process id is recorded`,
  'no-proven-sharer': print`no proven record shares the run or process, or real work does`,
  'not-needed': print`not needed: decided by the record itself`,
  'none-fits': print`none of yours fits`,
  'no-rules': print`you have given none`,
}

/** Why something that was looked at said nothing. */
export const nameSilence = (why: string): Printable => SILENCE[why] ?? escapeRaw(why)

const LACKING: Readonly<Record<string, Printable>> = {
  actor: print`with a session or harness`,
  workspace: print`with an absolute, lasting workspace`,
}

/** The condition of a counterfactual. */
export function nameCounterfactual(one: Explanation['counterfactual'][number]): Printable {
  if (one.kind === 'with') return LACKING[one.lacking] ?? print`with ${escapeRaw(one.lacking)}`
  const [only] = one.rules
  return one.rules.length === 1 ? print`without ${escapeRaw(only ?? '')}` : print`without all of them`
}

/** What a line is that is no record. */
export function describeLine(ledger: string, parsed: Exclude<Parsed, { kind: 'record' }>): Printable {
  const { line, offset, length } = parsed.position
  const place = print`${escapeRaw(ledger)}:${line}   bytes ${formatCount(offset)} to ${formatCount(offset + length)}`
  if (parsed.kind === 'blank') return print`${place}\n\n BLANK   the line holds nothing but blanks`
  return print`${place}\n\n MALFORMED   ${escapeRaw(parsed.reason)}: the line is no JSON object, and is counted as malformed`
}

/** Why no test is named. */
export const explainNoSuspects = (synthetic: number): Printable =>
  synthetic === 0
    ? print`No synthetic record, so no test to name.`
    : print`${formatCount(synthetic)} synthetic records, but no framework left a test's name in them.`

/** How many synthetic records no test is named for. */
export const explainUnnamed = (unnamed: number): Printable =>
  unnamed === 0 ? print`of all synthetic records` : print`of all; ${formatCount(unnamed)} name no test`

const STRENGTHS: Readonly<Record<string, Printable>> = {
  A: print`proof`,
  'A-': print`proof under temp root`,
  B: print`bars, proves nothing`,
  C: print`bars, proves nothing`,
  unchecked: print`bars, source unread`,
}

/** What a rule of the catalogue weighs. */
export const explainStrength = (strength: string): Printable => STRENGTHS[strength] ?? escapeRaw(strength)

/** How many verdicts a rules file changes. */
export const summariseChanges = (count: number): Printable =>
  count === 0
    ? print`No verdict changes.`
    : print`${records(count)} ${plural(count, print`changes`, print`change`)} class.`

/** Which records a profile calls denials. */
export function explainDenials(denials: Profile['denials']): Printable {
  if ('every' in denials) return denials.every ? print`every record` : print`none`
  const conditions = denials.any.map(
    ({ field, in: values, like }) => print`${escapeRaw(field)} is ${list([...values.map(String), ...like])}`,
  )
  return join(conditions, print`; or `)
}

/** Why a profile read records: by their fields, or for want of another. */
export function explainDetection(how: Detection['how'], count: number, all: number): Printable {
  const some = count === all ? print`` : print`${formatCount(count)} `
  switch (how) {
    case 'recognised':
      return print`${some}recognised by their fields`
    case 'forced':
      return print`${some}forced by --profile`
    case 'none-fits':
      return print`${some}that no profile fits`
    case 'tie':
      return print`${some}that several profiles fit alike`
  }
}
