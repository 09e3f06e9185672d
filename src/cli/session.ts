import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { parseConfig } from '../config/parse.ts'
import { type Catalogue, loadCatalogue } from '../evidence/catalogue/load.ts'
import { compileRules, type UserRules } from '../evidence/user-rules.ts'
import { createExaminer, type Examiner } from '../examine.ts'
import { loadProfiles } from '../profile/load.ts'
import type { Profile } from '../profile/schema.ts'
import type { ToolIdentity } from '../report/build.ts'
import type { Note } from '../report/model.ts'
import type { UsageFault } from '../report/usage-fault.ts'
import { explainSourceFault, layOutMessage, type Message } from '../report/wording/source-faults.ts'
import { explainUsageFault } from '../report/wording/usage-faults.ts'
import { findConfig, readConfig } from '../source/config-file.ts'
import { type Result, type SourceFault, succeed } from '../source/fault.ts'
import type { Progress } from '../source/read.ts'
import { type Printable, print } from '../text/printable.ts'
import { VERSION } from '../version.ts'
import { EXIT } from './exit.ts'
import { existingFiles, type InputLedger, knownPlaces, openInputs } from './inputs.ts'
import { checkOutput, writeWhole } from './output.ts'
import { createProgress } from './progress.ts'
import { readSettings, type Settings } from './settings.ts'
import { createPaint, type Surface, wantsColour } from './surface.ts'

/** What every command that reads ledgers works with. */
export type Session = {
  readonly settings: Settings
  readonly ledgers: readonly InputLedger[]
  readonly faults: readonly SourceFault[]
  readonly notes: readonly Note[]
  readonly examine: Examiner
  /** The same without the user's rules, to tell what they change. */
  readonly examinePlainly: Examiner
  readonly rules: RulesFile | undefined
  readonly tool: ToolIdentity
  readonly progress: Progress
  readonly surface: Surface
}

/** What a command is given, before anything was checked or opened. */
export type Request = {
  readonly ledgers: readonly string[]
  readonly options: unknown
  readonly formats: readonly string[]
  /** True for a command that reads its input two times. */
  readonly twice: boolean
}

/** Prints a message on standard error and gives the exit code back. */
export async function complain(message: Message, code: number, surface: Surface): Promise<number> {
  const paint = createPaint(wantsColour('auto', surface.stderr, surface))
  const [first = print``, ...others] = layOutMessage(message)
  try {
    for (const line of [paint('alarm', first), ...others]) await surface.stderr.write(print`${line}\n`)
  } catch {
    // Where standard error takes nothing there is no place to say so: the code says what it can.
  }
  return code
}

export const refuse = (fault: UsageFault, surface: Surface): Promise<number> =>
  complain(explainUsageFault(fault), EXIT.usage, surface)

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A user's rules: the file as it was named or found, and what it says. */
export type RulesFile = { readonly path: string; readonly sha256: string; readonly rules: UserRules }

/** The rules in force: those of `--rules`, else of the nearest rules file, else none. */
function loadRules(settings: Settings, surface: Surface): Result<RulesFile | undefined, UsageFault> {
  const found = settings.rules === false ? undefined : (settings.rules ?? findConfig(surface.workingFolder))
  if (found === undefined) return succeed(undefined)
  const path =
    settings.rules === false || settings.rules === undefined ? relative(surface.workingFolder, found) : found
  const text = readConfig(found)
  if (!text.ok) return text
  const config = parseConfig(text.value, path)
  return config.ok ? succeed({ path, sha256: hash(text.value), rules: compileRules(config.value) }) : config
}

const identifyTool = (catalogue: Catalogue, file: RulesFile | undefined): ToolIdentity => ({
  version: VERSION,
  catalogue: hash(JSON.stringify(catalogue)),
  rules: file === undefined ? undefined : { path: file.path, sha256: file.sha256, ids: file.rules.ids },
})

/** What reading needs besides ledgers: checked options, rules, and the stages that look at one record. */
export type Reading = Pick<Session, 'settings' | 'examine' | 'examinePlainly' | 'rules' | 'tool'> & {
  readonly profiles: ReadonlyMap<string, Profile>
}

/** Checks the options of a command and makes ready what they ask for. */
export function prepareReading(
  { options, formats }: Pick<Request, 'options' | 'formats'>,
  surface: Surface,
): Result<Reading, UsageFault> {
  const profiles = loadProfiles()
  const settings = readSettings(options, formats, [...profiles.keys()], surface.now())
  if (!settings.ok) return settings
  const rules = loadRules(settings.value, surface)
  if (!rules.ok) return rules
  const catalogue = loadCatalogue()
  const forced: Profile | undefined = profiles.get(settings.value.profile ?? '')
  return succeed({
    settings: settings.value,
    profiles,
    examine: createExaminer(catalogue, profiles, forced, rules.value?.rules),
    examinePlainly: createExaminer(catalogue, profiles, forced),
    rules: rules.value,
    tool: identifyTool(catalogue, rules.value),
  })
}

/**
 * Checks the options, opens the ledgers, and runs a command over them; closes them whatever happens. Gives the exit
 * code: 2 for a command line that cannot be carried out, 3 where no ledger could be opened.
 */
export async function withSession(
  request: Request,
  surface: Surface,
  run: (session: Session) => Promise<number>,
): Promise<number> {
  const reading = prepareReading(request, surface)
  if (!reading.ok) return refuse(reading.fault, surface)
  const { settings, profiles } = reading.value
  if (request.ledgers.length === 0) {
    const found = existingFiles(knownPlaces([...profiles.values()], surface))
    return refuse({ code: 'no-input', found }, surface)
  }
  const { ledgers, faults, notes } = await openInputs(request.ledgers, surface, request.twice)
  try {
    for (const fault of faults) await complain(explainSourceFault(fault), EXIT.unreadable, surface)
    if (ledgers.length === 0) return EXIT.unreadable
    const { output } = settings
    const target = output === undefined ? undefined : checkOutput(output, ledgers, surface)
    if (target?.ok === false) return await refuse(target.fault, surface)
    const progress = createProgress(ledgers, surface, settings.quiet)
    return await run({ ...reading.value, ledgers, faults, notes, progress, surface })
  } finally {
    for (const ledger of ledgers) ledger.close()
  }
}

/** Sends a whole text to `--output` or to standard output; gives `code`, or 2 where the file could not be written. */
export async function deliver(
  text: Printable,
  code: number,
  { settings, surface }: Session,
): Promise<number> {
  if (settings.output === undefined) {
    await surface.stdout.write(text)
    return code
  }
  const target = checkOutput(settings.output, [], surface)
  const written = target.ok ? writeWhole(target.value, text) : target
  return written.ok ? code : refuse(written.fault, surface)
}

/** Prints lines that no option sends elsewhere. */
export async function printLines(lines: readonly Printable[], surface: Surface): Promise<number> {
  for (const line of lines) await surface.stdout.write(print`${line}\n`)
  return EXIT.done
}
