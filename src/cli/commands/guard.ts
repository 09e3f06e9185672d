import { CLASSES } from '../../classify/decide.ts'
import type { GuardFindings, Plan } from '../../guard/findings.ts'
import { guardRun } from '../../guard/guard.ts'
import { type ChildEnd, codeOf, createLaunch } from '../../guard/run.ts'
import type { Profile } from '../../profile/schema.ts'
import type { GuardReport } from '../../report/guard-model.ts'
import { buildGuardReport } from '../../report/guard-report.ts'
import { type GuardRender, renderGuard } from '../../report/render/guard.ts'
import { renderAnnotations } from '../../report/render/guard-annotations.ts'
import { renderGuardJson } from '../../report/render/guard-json.ts'
import { renderGuardJunit } from '../../report/render/guard-junit.ts'
import { renderGuardMarkdown } from '../../report/render/guard-markdown.ts'
import type { View } from '../../report/view.ts'
import { explainNotRun, explainSettling } from '../../report/wording/guard.ts'
import { explainNoFolder, explainNotStarted } from '../../report/wording/guard-advice.ts'
import { explainSourceFault, internalFailure } from '../../report/wording/source-faults.ts'
import { fail, succeed } from '../../source/fault.ts'
import { listStateFiles } from '../../source/state-files.ts'
import { ASCII, UNICODE } from '../../text/glyphs.ts'
import { type Printable, print } from '../../text/printable.ts'
import { EXIT } from '../exit.ts'
import { type GuardSettings, readGuardSettings } from '../guard-settings.ts'
import { chooseLedgers, expandHome } from '../guarded-ledgers.ts'
import { identifyFile } from '../inputs.ts'
import { checkOutput, isBeside, isWriteError, writeWhole } from '../output.ts'
import { createProgress } from '../progress.ts'
import { complain, prepareReading, type Reading, refuse } from '../session.ts'
import type { Read } from '../settings.ts'
import { createPaint, forcedColumns, type Surface, wantsColour } from '../surface.ts'

/** Every format of a guarded run, by name; the first is the default. */
const GUARD_FORMATS: Readonly<Record<string, GuardRender>> = {
  table: renderGuard,
  json: renderGuardJson,
  junit: renderGuardJunit,
  markdown: renderGuardMarkdown,
}
export const GUARD_FORMAT_NAMES = Object.keys(GUARD_FORMATS)

/** How long, in milliseconds, the system may take to end us by the signal that we raised. */
const LAST_WAIT = 200
/** Waiting that takes less, in milliseconds, is not talked about. */
const NOTICEABLE = 400

/** Counts a ledger before and after a command, and lays what was appended to its tests, to live work, or to nobody. */
export async function guard(words: readonly string[], options: unknown, surface: Surface): Promise<number> {
  if (surface.platform === 'win32') return refuse({ code: 'no-guard-here' }, surface)
  const { descriptors } = surface
  const reading = prepareReading({ options, formats: GUARD_FORMAT_NAMES }, surface)
  if (!reading.ok) return refuse(reading.fault, surface)
  const guarding = readGuardSettings(options)
  if (!guarding.ok) return refuse(guarding.fault, surface)
  const profiles = [...reading.value.profiles.values()]
  const ledgers = await chooseLedgers(guarding.value.ledgers, profiles, surface)
  if (!ledgers.ok) return refuse(ledgers.fault, surface)
  const plan = toPlan(words, ledgers.value, profiles, guarding.value, reading.value, surface)
  const place = checkPlaces(plan, guarding.value, surface)
  if (!place.ok) return refuse(place.fault, surface)

  const { quiet } = reading.value.settings
  const guarded = await guardRun(plan, {
    examine: reading.value.examine,
    launch: createLaunch(surface.signals, descriptors),
    pause: (milliseconds, until) => waitVisibly(milliseconds, until, quiet, surface),
    signals: surface.signals,
    progress: createProgress(
      ledgers.value.map((path) => ({ path, bytes: 0 })),
      surface,
      quiet,
    ),
  })
  await erase(surface, quiet)
  switch (guarded.kind) {
    case 'ran':
      return tell(guarded.findings, guarding.value, reading.value, surface)
    case 'lost': {
      await complain(internalFailure(guarded.reason), EXIT.internal, surface)
      return endLike(guarded.end, codeOf(guarded.end) || EXIT.internal, surface)
    }
    case 'no-folder':
      await complain(explainNoFolder(guarded.path, guarded.errno), EXIT.usage, surface)
      await surface.stderr.write(print`${explainNotRun(plan.command)}\n`)
      return EXIT.usage
    case 'not-run':
      for (const fault of guarded.faults) await complain(explainSourceFault(fault), EXIT.unreadable, surface)
      await surface.stderr.write(print`${explainNotRun(plan.command)}\n`)
      if (guarded.faults.length > 0) return EXIT.unreadable
      return surface.isInterrupted() ? EXIT.interrupted : EXIT.incomplete
  }
}

/** Waits; says so on a terminal where it takes long enough to be noticed. */
async function waitVisibly(
  milliseconds: number,
  until: AbortSignal | undefined,
  quiet: boolean,
  surface: Surface,
): Promise<void> {
  if (surface.stderr.isTerminal && !quiet && milliseconds >= NOTICEABLE)
    await surface.stderr.write(print`\r${explainSettling(milliseconds)}`)
  await surface.pause(milliseconds, until)
  if (milliseconds >= NOTICEABLE) await erase(surface, quiet)
}

async function erase({ stderr }: Surface, quiet: boolean): Promise<void> {
  if (stderr.isTerminal && !quiet) await stderr.write(print`\r\u001b[K`)
}

/** A report lies neither onto nor beside a guarded ledger, even one that is not there yet. */
const checkReport = (path: string, ledgers: readonly string[], surface: Surface): Read<string> =>
  checkOutput(
    path,
    ledgers.map((ledger) => ({ path: ledger, identity: identifyFile(ledger) })),
    surface,
  )

/** Nothing of ours may lie beside a ledger or among what is watched: neither the report nor the private folders. */
function checkPlaces(plan: Plan, { report }: GuardSettings, surface: Surface): Read<undefined> {
  const target = report === undefined ? undefined : checkReport(report, plan.ledgers, surface)
  if (target?.ok === false) return target
  const isPrivate = plan.beacon || plan.isolation !== undefined
  if (isPrivate && plan.ledgers.some((ledger) => isBeside(plan.tempRoot, ledger, surface)))
    return fail({ code: 'temp-beside-ledger', path: plan.tempRoot })
  const watched = listStateFiles(
    plan.watch.map((glob) => ({ folder: plan.workingFolder, glob })),
    [],
  )
  return report !== undefined && target !== undefined && watched.has(target.value)
    ? fail({ code: 'report-is-watched', path: report })
    : succeed(undefined)
}

function toPlan(
  [command = '', ...args]: readonly string[],
  ledgers: readonly string[],
  profiles: readonly Profile[],
  guarding: GuardSettings,
  { settings }: Reading,
  surface: Surface,
): Plan {
  const { match } = settings.selection
  return {
    ...guarding,
    watch: guarding.watch.map((glob) => expandHome(glob, surface.home)),
    command,
    args,
    ledgers,
    profiles,
    environment: surface.environment,
    workingFolder: surface.workingFolder,
    tempRoot: surface.tempRoot,
    selection: { ...(match === undefined ? {} : { match }), classes: new Set(CLASSES), denialsOnly: false },
  }
}

/** Writes the report of `--report` first, then shows the run on standard error; gives the exit code, the command's first. */
async function tell(
  findings: GuardFindings,
  { report: path }: GuardSettings,
  { settings, tool }: Reading,
  surface: Surface,
): Promise<number> {
  const report = buildGuardReport(findings, tool)
  const { end } = findings
  const render = GUARD_FORMATS[settings.format] ?? renderGuard
  const saved =
    path === undefined
      ? EXIT.done
      : await save(path, render(report, chooseView(settings, surface, true)), report, surface)
  const code = report.outcome.code === EXIT.done ? saved : report.outcome.code
  const shown = { ...report, outcome: { ...report.outcome, code } }
  try {
    if (end.kind === 'not-started')
      await complain(explainNotStarted(report.command[0] ?? '', end.errno), code, surface)
    const onScreen = path === undefined ? render : renderGuard
    if (!settings.quiet || path === undefined)
      await surface.stderr.write(onScreen(shown, chooseView(settings, surface, false)))
    if ((surface.environment.GITHUB_ACTIONS ?? '') !== '') {
      for (const line of renderAnnotations(report)) await surface.stderr.write(print`${line}\n`)
    }
  } catch (error) {
    // Standard error takes nothing more: there is nobody to tell, and the command's code still counts.
    if (!isWriteError(error)) throw error
    return endLike(end, code === EXIT.done ? EXIT.incomplete : code, surface)
  }
  return endLike(end, code, surface)
}

async function save(path: string, text: Printable, report: GuardReport, surface: Surface): Promise<number> {
  const target = checkReport(
    path,
    report.ledgers.map((ledger) => ledger.path),
    surface,
  )
  const written = target.ok ? writeWhole(target.value, text) : target
  return written.ok ? EXIT.done : refuse(written.fault, surface)
}

/** Ends as the command ended: by the same signal, if it was one that ended it. */
async function endLike(end: ChildEnd, code: number, surface: Surface): Promise<number> {
  if (end.kind === 'killed') {
    surface.signals.raise(end.signal)
    await surface.pause(LAST_WAIT)
  }
  return code
}

function chooseView(settings: Reading['settings'], surface: Surface, toFile: boolean): View {
  const { stderr } = surface
  const colour = settings.colour === 'auto' && toFile ? false : wantsColour(settings.colour, stderr, surface)
  const terminal = stderr.isTerminal ? (stderr.columns ?? 80) : 120
  return {
    columns: settings.width ?? forcedColumns(surface) ?? terminal,
    paint: createPaint(colour),
    glyphs: settings.ascii ? ASCII : UNICODE,
    zone: settings.zone,
    now: undefined,
  }
}
