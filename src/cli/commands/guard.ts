import { CLASSES } from '../../classify/decide.ts'
import type { GuardFindings, Plan } from '../../guard/findings.ts'
import { guardRun } from '../../guard/guard.ts'
import { createLaunch } from '../../guard/run.ts'
import { distinctPaths } from '../../guard/stand.ts'
import { namedPlaces, usualPlaces } from '../../profile/places.ts'
import type { Profile } from '../../profile/schema.ts'
import type { GuardReport } from '../../report/guard-model.ts'
import { buildGuardReport } from '../../report/guard-report.ts'
import { type GuardRender, renderGuard } from '../../report/render/guard.ts'
import { renderAnnotations } from '../../report/render/guard-annotations.ts'
import { renderGuardJson } from '../../report/render/guard-json.ts'
import { renderGuardJunit } from '../../report/render/guard-junit.ts'
import { renderGuardMarkdown } from '../../report/render/guard-markdown.ts'
import type { View } from '../../report/view.ts'
import { explainNotRun, explainNotStarted } from '../../report/wording/guard.ts'
import { explainSourceFault } from '../../report/wording/source-faults.ts'
import { ASCII, UNICODE } from '../../text/glyphs.ts'
import { type Printable, print } from '../../text/printable.ts'
import { EXIT } from '../exit.ts'
import { type GuardSettings, readGuardSettings } from '../guard-settings.ts'
import { checkOutput, writeWhole } from '../output.ts'
import { createProgress } from '../progress.ts'
import { complain, prepareReading, type Reading, refuse } from '../session.ts'
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

/** The ledgers to guard: those that are named, else those of the variables, else the usual places, absent ones too. */
function chooseLedgers(named: readonly string[], profiles: readonly Profile[], surface: Surface): string[] {
  if (named.length > 0) return distinctPaths(named)
  const moved = namedPlaces(profiles, surface)
  return distinctPaths(moved.length > 0 ? moved : usualPlaces(profiles, surface))
}

/** Counts a ledger before and after a command, and lays what was appended to its tests, to live work, or to nobody. */
export async function guard(words: readonly string[], options: unknown, surface: Surface): Promise<number> {
  if (surface.platform === 'win32') return refuse({ code: 'no-guard-here' }, surface)
  const reading = prepareReading({ options, formats: GUARD_FORMAT_NAMES }, surface)
  if (!reading.ok) return refuse(reading.fault, surface)
  const guarding = readGuardSettings(options)
  if (!guarding.ok) return refuse(guarding.fault, surface)
  const profiles = [...reading.value.profiles.values()]
  const ledgers = chooseLedgers(guarding.value.ledgers, profiles, surface)
  if (ledgers.length === 0) return refuse({ code: 'no-guarded-ledger' }, surface)
  const { report } = guarding.value
  const target = report === undefined ? undefined : checkReport(report, ledgers, surface)
  if (target?.ok === false) return refuse(target.fault, surface)

  const plan = toPlan(words, ledgers, profiles, guarding.value, reading.value, surface)
  const guarded = await guardRun(plan, {
    examine: reading.value.examine,
    launch: createLaunch(surface.signals),
    pause: surface.pause,
    progress: createProgress(
      ledgers.map((path) => ({ path, bytes: 0 })),
      surface,
      reading.value.settings.quiet,
    ),
  })
  if (guarded.kind === 'not-run') {
    for (const fault of guarded.faults) await complain(explainSourceFault(fault), EXIT.unreadable, surface)
    await surface.stderr.write(print`${explainNotRun(plan.command)}\n`)
    if (guarded.faults.length > 0) return EXIT.unreadable
    return surface.isInterrupted() ? EXIT.interrupted : EXIT.incomplete
  }
  const written = await tell(guarded.findings, guarding.value, reading.value, surface)
  const code = written.outcome.code === 0 ? written.code : written.outcome.code
  return endLike(guarded.findings, code, surface)
}

/** A report lies neither onto nor beside a guarded ledger, even one that is not there yet. */
const checkReport = (path: string, ledgers: readonly string[], surface: Surface) =>
  checkOutput(
    path,
    ledgers.map((ledger) => ({ path: ledger, identity: undefined })),
    surface,
  )

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

/** Shows a guarded run on standard error, or in the file of `--report`; gives the report and 0, or why it was not written. */
async function tell(
  findings: GuardFindings,
  { report: path }: GuardSettings,
  { settings, tool }: Reading,
  surface: Surface,
): Promise<{ readonly outcome: GuardReport['outcome']; readonly code: number }> {
  const report = buildGuardReport(findings, tool)
  const { end } = findings
  if (end.kind === 'not-started')
    await complain(explainNotStarted(report.command[0] ?? '', end.errno), 0, surface)
  const render = GUARD_FORMATS[settings.format] ?? renderGuard
  const inFile = path === undefined ? undefined : render(report, chooseView(settings, surface, true))
  const onScreen = path === undefined ? render : renderGuard
  if (!settings.quiet || path === undefined) {
    await surface.stderr.write(onScreen(report, chooseView(settings, surface, false)))
  }
  if ((surface.environment.GITHUB_ACTIONS ?? '') !== '') {
    for (const line of renderAnnotations(report)) await surface.stderr.write(print`${line}\n`)
  }
  const code = inFile === undefined ? EXIT.done : await save(path ?? '', inFile, report, surface)
  return { outcome: report.outcome, code: report.complete ? code : EXIT.incomplete }
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
async function endLike({ end }: GuardFindings, code: number, surface: Surface): Promise<number> {
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
