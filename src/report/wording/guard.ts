import { escapeRaw, join, type Printable, print, word } from '../../text/printable.ts'
import { quoteForShell } from '../../text/shell.ts'
import { formatBytes, formatCount } from '../figures.ts'
import type { GuardAppended, GuardLine, GuardReport, GuardState } from '../guard-model.ts'
import { plural, records } from './counts.ts'

type Ledger = GuardReport['ledgers'][number]
type Verdict = GuardReport['outcome']['verdict']

const was = (count: number): Printable => plural(count, print`was`, print`were`)
const isOrAre = (count: number): Printable => plural(count, print`is`, print`are`)

const seconds = (milliseconds: number): Printable => print`${word((milliseconds / 1000).toFixed(1))} s`

const ledgers = (count: number): Printable =>
  count === 1 ? print`1 ledger` : print`${formatCount(count)} ledgers`

const stateFiles = (count: number): Printable =>
  count === 1 ? print`1 state file` : print`${formatCount(count)} state files`

/** What became of a ledger, in a word or two beside its name; nothing for the two usual fates. */
export function nameFate({ change, earlier, sameAs }: Ledger): Printable {
  if (sameAs !== null) return print`the same file as ${escapeRaw(sameAs)}`
  switch (change) {
    case 'absent':
      return print`no file there, before or after; guarded all the same`
    case 'created':
      return print`created during the run`
    case 'replaced':
      return earlier === 'identical'
        ? print`replaced by another file that begins with the same bytes`
        : print`replaced`
    case 'unchanged':
    case 'appended':
      return print``
    default:
      return word(change)
  }
}

/** How a ledger lost its earlier bytes, in a sentence. */
export function explainAltered({ path, change, before, after, differsFrom }: Ledger): Printable {
  const name = escapeRaw(path)
  const had = formatCount(before?.bytes ?? 0)
  const has = formatCount(after?.bytes ?? 0)
  const where =
    differsFrom === null ? print`` : print`; bytes differ from about ${formatCount(differsFrom)} on`
  switch (change) {
    case 'truncated':
      return print`${name} was truncated: of ${had} bytes, ${has} are left`
    case 'rotated':
      return after === null
        ? print`${name} was rotated: the file was moved away, and none is in its place`
        : print`${name} was rotated: the file was moved away, another is in its place`
    case 'deleted':
      return print`${name} was deleted; it had ${had} bytes`
    case 'replaced':
      return print`${name} was replaced by another file${where}`
    case 'unreadable':
      return print`${name} can no longer be read, so nothing can be said of its earlier bytes`
    default:
      return print`${name} was rewritten in place${where}`
  }
}

/** Why a ledger is named whose bytes are whole: its permissions changed, or something else came to its path. */
export const explainOddity = ({ path, change, before, after }: Ledger): Printable =>
  change === 'unreadable'
    ? print`something that is no readable file came to ${escapeRaw(path)}`
    : print`the permissions of ${escapeRaw(path)} went from ${word(before?.mode ?? '')} to ${word(after?.mode ?? '')}`

/** Ledgers of which nothing is lost, and which are yet not as they were. */
export const findOddities = ({ ledgers: all }: GuardReport): Ledger[] =>
  all.filter(
    ({ modeChanged, change, earlier }) => modeChanged || (change === 'unreadable' && earlier !== 'altered'),
  )

/** Records and malformed lines under one name. */
function lines(count: number, { malformed }: GuardAppended): Printable {
  if (malformed === 0) return records(count)
  return count === 1 ? print`1 line` : print`${formatCount(count)} lines`
}

/** What a leak is laid to: this very run by its token, a test during the run, or a test since a report was saved. */
export type LeakScope = 'beacon' | 'run' | 'since'

const LEAK_SCOPE: Readonly<Record<LeakScope, Printable>> = {
  beacon: print`by this run`,
  run: print`by a test during this run`,
  since: print`by a test since the report`,
}

export const scopeOf = ({ beacon }: GuardReport): LeakScope => (beacon === null ? 'run' : 'beacon')

/** The heads of the blocks: what the run left, what others did meanwhile, what nobody can tell. */
export function headLeak(appended: GuardAppended, states: number, scope: LeakScope): Printable {
  const { leak } = appended
  const told = appended.lines.filter((line) => line.attribution === 'leak' && line.ground === 'token').length
  const by =
    scope === 'beacon' && told === leak ? LEAK_SCOPE.beacon : LEAK_SCOPE[scope === 'since' ? 'since' : 'run']
  if (leak > 0) return print`${lines(leak, appended)} ${was(leak)} written ${by}`
  return print`${stateFiles(states)} ${was(states)} touched by this run`
}

/** Records that look like real work: during a run they are not held against it, behind a report there is no run. */
export const headBeside = (count: number, during: boolean): Printable => {
  const looks = print`${records(count)} ${plural(count, print`looks`, print`look`)} like real work, by workspace and session or harness`
  return during ? print`${looks}, and ${isOrAre(count)} not held against the run` : looks
}

export function headUnsure(
  appended: GuardAppended,
  states: number,
  modes: number,
  allowed: boolean,
): Printable {
  const { unsure } = appended
  const parts: Printable[] = []
  if (unsure > 0)
    parts.push(print`${formatCount(unsure)} appended ${plural(unsure, print`line`, print`lines`)}`)
  if (states > 0)
    parts.push(print`${formatCount(states)} changed state ${plural(states, print`file`, print`files`)}`)
  if (modes > 0)
    parts.push(print`${formatCount(modes)} changed ${plural(modes, print`ledger`, print`ledgers`)}`)
  const accepted = allowed ? print` (accepted: --allow-unattributed)` : print``
  return print`${join(parts, print` and `)} cannot be attributed${accepted}`
}

/** Class and reason of an appended line, as one phrase. */
export function describeVerdict(line: GuardLine): Printable {
  if ('malformed' in line) return print`malformed, ${word(line.malformed)}`
  return print`${word(line.class)}, ${word(line.reason)}`
}

/** What stands behind the attribution of a line beyond its class. */
export function explainGround(line: GuardLine): Printable {
  if (line.ground === 'token' && line.attribution === 'leak') return print`carries this run's token`
  if (line.ground === 'token') return print`carries this run's token, but recorded real work beside it`
  if (line.ground === 'other-root') return print`a test wrote it, but not below this run's own temp root`
  return print``
}

const KIND_NAME = {
  file: print`state file`,
  link: print`link`,
  folder: print`folder`,
  other: print`special file`,
} as const

const CHANGE_NAME = { created: print`appeared`, changed: print`changed`, deleted: print`vanished` } as const

/** What became of a state file, and what ties it to the run. */
export function explainState({ path, change, tie, attribution, before, after }: GuardState): Printable {
  const kind = KIND_NAME[(after ?? before)?.kind ?? 'file']
  const what = print`${kind} ${escapeRaw(path.slice(path.lastIndexOf('/') + 1))} ${CHANGE_NAME[change]}`
  if (tie === 'token') return print`${what}; this run's token stands in it`
  if (tie === null) return print`${what}; no appended record explains it`
  const whose =
    attribution === 'leak' ? print`the workspace of line` : print`the workspace that is recorded on line`
  return print`${what}; its name is the hash of ${whose} ${formatCount(tie.line)}`
}

/** True where none of the guarded ledgers exists: then a clean run says little. */
export const isAbsent = ({ ledgers: all }: GuardReport): boolean =>
  all.every(({ change }) => change === 'absent')

/** Why nothing is wrong, and how that was proven. */
export function explainClean(report: GuardReport): Printable {
  const { appended } = report
  const bytes = report.ledgers.reduce((sum, ledger) => sum + (ledger.before?.bytes ?? 0), 0)
  const nothing = appended.records + appended.malformed + report.stateFiles.length === 0
  const blank = appended.blank > 0 ? print`only blank lines were appended` : print`nothing was appended`
  const what = nothing ? blank : print`nothing is proven to be a test's`
  if (isAbsent(report))
    return print`there is no ledger, before or after: check the name, if there should be one`
  if (bytes === 0 && report.ledgers.every((ledger) => ledger.before === null)) return what
  return print`${what}; earlier bytes are identical (sha256 of ${formatBytes(bytes)})`
}

export function explainScope({ ledgers: all, before, settled, hurried }: GuardReport): Printable {
  const waited = hurried ? print`settling cut short by a signal` : print`settled ${seconds(settled)}`
  return print`this command, ${ledgers(all.length)}, ${stateFiles(before.stateFiles)}, ${waited}. It says nothing about rows written before this run.`
}

/** What the isolated command wrote into its private ledgers. */
export function headIsolated({
  written,
  stateFiles: files,
}: NonNullable<GuardReport['isolated']>): Printable {
  const count = written.records + written.malformed
  const state = files.length === 0 ? print`` : print` and ${stateFiles(files.length)}`
  if (count === 0 && files.length === 0)
    return print`no record and no state file of a known kind went into the private account`
  return print`${lines(count, written)}${state} went into the private account`
}

/** A test that wrote into the private ledger; `count` records without one. */
export const nameWriter = (test: Printable | undefined, count: number): Printable =>
  test === undefined
    ? print`${records(count)} by no test that can be named`
    : print`${records(count)} by ${test}`

export const explainKept = (folder: string): Printable => print`kept: ${escapeRaw(folder)}`

/** Notes beside the findings: folders that stayed, patterns that watched nothing. */
export const listGuardNotes = ({ left, idleWatch, beacon }: GuardReport): Printable[] => [
  ...(beacon?.kept === true ? [explainKept(beacon.folder)] : []),
  ...left.map(
    (folder) =>
      print`${escapeRaw(folder)} could not be removed: something in it is unwritable, or still at work`,
  ),
  ...idleWatch.map((glob) => print`--watch ${quoteForShell(glob)} matches nothing, before or after`),
]

export const explainBeacon = ({ token }: NonNullable<GuardReport['beacon']>): Printable =>
  print`the command's temporary files lay below ${escapeRaw(token)}`

export const explainMore = (count: number): Printable =>
  print`and ${formatCount(count)} more; --format json lists up to 1,000 of a kind`

const FINDING: Readonly<Record<Verdict, Printable>> = {
  clean: print`clean`,
  incomplete: print`a count that was cut short`,
  leak: print`the leak`,
  unsure: print`what cannot be attributed`,
  altered: print`the loss of earlier bytes`,
}

/** Whose the exit code is. */
export function explainExit({ child, outcome }: GuardReport): Printable {
  const { verdict, finding, code } = outcome
  if (!child.started) return print`(the command was not started)`
  const signal = child.signal === null ? print`` : print`: it was ended by ${escapeRaw(child.signal)}`
  if (code !== child.code && code !== finding) return print`(the report could not be written)`
  if (child.code === 0 && verdict === 'clean') return print`(the command's own)`
  if (child.code === 0) return print`(the command ended with 0; ${FINDING[verdict]} is ${code})`
  return verdict === 'clean'
    ? print`(the command's own${signal})`
    : print`(the command's own${signal}; had it ended with 0, ${FINDING[verdict]} would be ${finding})`
}

/** What guard is waiting for, while it does. */
export const explainSettling = (milliseconds: number): Printable =>
  print`waiting ${seconds(milliseconds)} for late writers`

/** The command was not run, since its ledgers could not be counted first. */
export const explainNotRun = (command: string): Printable =>
  print`${escapeRaw(command)} was not run: without a count before, a count after proves nothing`

/** Figures and blocks of a count that was cut short. */
export const explainIncomplete = print`the second count was cut short: figures after the run are lower bounds, and nothing is proven`
