import { Command } from 'commander'
import type { Printable } from '../text/printable.ts'
import { VERSION } from '../version.ts'
import { classify } from './commands/classify.ts'
import { COUNT_FORMATS, count } from './commands/count.ts'
import { DIFF_FORMATS, diff } from './commands/diff.ts'
import { EXPLAIN_FORMATS, explain, parsePlace } from './commands/explain.ts'
import { GATE_FORMATS, gate, splitGateWords } from './commands/gate.ts'
import { GUARD_FORMAT_NAMES, guard } from './commands/guard.ts'
import { help } from './commands/help.ts'
import { detectProfiles, listProfiles, showProfile } from './commands/profiles.ts'
import { listRules, RULES_FORMATS, showRule, testRules } from './commands/rules.ts'
import { SCAN_FORMATS, scan } from './commands/scan.ts'
import { SCHEMA_NAMES, schema } from './commands/schema.ts'
import { SHOW_FORMATS, show } from './commands/show.ts'
import { DIFF_HELP, EXAMPLES, GATE_HELP, GUARD_HELP, printLines } from './help.ts'
import { addOptions } from './options.ts'
import { refuse, withSession } from './session.ts'
import type { Surface } from './surface.ts'
import { TOPIC_NAMES } from './topics/topics.ts'

/** The commands with their options, help and actions; `finish` takes the exit code of the one that was run. */
export function createProgram(
  surface: Surface,
  said: { sink: 'stdout' | 'stderr'; text: Printable }[],
  finish: (code: number) => void,
): Command {
  const program = new Command('ledger-triage')
    .description(
      'Sorts a JSONL ledger of denials, frictions and errors into what tests wrote, what is real, and what nobody can tell.',
    )
    .version(VERSION)
    .addHelpText('after', EXAMPLES)
    .enablePositionalOptions()
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => said.push({ sink: 'stdout', text: printLines(text) }),
      writeErr: () => undefined,
      getOutHelpWidth: () => surface.stdout.columns ?? 100,
    })

  const scanFormats = Object.keys(SCAN_FORMATS)
  addOptions(
    program
      .command('scan', { isDefault: true })
      .description('clusters with verdicts, in work order (the default command)')
      .argument('[ledger...]', 'files, quoted patterns, or - for standard input')
      .addHelpText('after', EXAMPLES),
    ['select', 'class', 'layout', 'exit'],
    scanFormats,
  ).action(async (ledgers: string[], options: unknown) => {
    finish(await withSession({ ledgers, options, formats: scanFormats, twice: false }, surface, scan))
  })

  addOptions(
    program
      .command('count')
      .description('numbers only: records that match, by class')
      .argument('[ledger...]', 'files, quoted patterns, or - for standard input'),
    ['select', 'class', 'exit', 'expect'],
    COUNT_FORMATS,
  ).action(async (ledgers: string[], options: unknown) => {
    finish(await withSession({ ledgers, options, formats: COUNT_FORMATS, twice: false }, surface, count))
  })

  addOptions(
    program
      .command('classify')
      .description('one verdict per line, in order, as NDJSON')
      .argument('[ledger...]', 'files, quoted patterns, or - for standard input'),
    ['exit', 'links'],
    ['ndjson'],
  ).action(async (ledgers: string[], options: { readonly links: boolean }) => {
    finish(
      await withSession({ ledgers, options, formats: ['ndjson'], twice: options.links }, surface, classify),
    )
  })

  addOptions(
    program
      .command('show')
      .description(
        'one cluster: why together, verdicts and reasons, values, suspect tests, look-alikes, records',
      )
      .argument('<id>', 'the id of the cluster or of any signature in it, or its first characters')
      .argument('[ledger...]', 'files, quoted patterns, or - for standard input'),
    ['screen', 'tz'],
    SHOW_FORMATS,
  ).action(async (id: string, ledgers: string[], options: object) => {
    const request = {
      ledgers,
      options: { ...options, match: `id:${id.replace(/^id:/, '')}` },
      formats: SHOW_FORMATS,
      twice: true,
    }
    finish(await withSession(request, surface, show))
  })

  addOptions(
    program
      .command('explain')
      .description('one record: every fact for and against, and what its verdict hangs on')
      .argument('<place...>', 'LEDGER:LINE, or :LINE beside one ledger'),
    ['screen', 'raw'],
    EXPLAIN_FORMATS,
  ).action(async (words: string[], options: unknown) => {
    const place = parsePlace(words)
    if (!place.ok) {
      finish(await refuse(place.fault, surface))
      return
    }
    const { ledger, line } = place.value
    const request = { ledgers: [ledger], options, formats: EXPLAIN_FORMATS, twice: true }
    finish(await withSession(request, surface, (session) => explain(session, line)))
  })

  addOptions(
    program
      .command('guard')
      .description('count before, run a command, count after: what did its tests write into the ledger?')
      .argument('<command...>', 'the command and its arguments, behind --')
      .passThroughOptions()
      .addHelpText('after', GUARD_HELP),
    ['guard', 'screen'],
    GUARD_FORMAT_NAMES,
  ).action(async (words: string[], options: unknown) => {
    finish(await guard(words, options, surface))
  })

  addOptions(
    program
      .command('diff')
      .description(
        'two ledgers, saved reports, or --at a time: clusters new, gone, grown, of another verdict',
      )
      .argument('<side...>', 'BEFORE AFTER, each a ledger or a saved JSON report; with --at one LEDGER')
      .addHelpText('after', DIFF_HELP),
    ['select', 'class', 'at', 'exit', 'screen'],
    DIFF_FORMATS,
  ).action(async (names: string[], options: unknown) => {
    finish(await diff(names, options, surface))
  })

  addOptions(
    program
      .command('gate')
      .description("investigate or not: 0 a real record exists, 1 every record is a test's, 10 undecided")
      .argument('[words...]', 'ID LEDGER..., or with --match LEDGER...')
      .addHelpText('after', GATE_HELP),
    ['select', 'trust', 'screen'],
    GATE_FORMATS,
  ).action(async (words: string[], options: { readonly match?: string }) => {
    const { match, ledgers } = splitGateWords(words, options.match)
    if (match === undefined || (options.match === undefined && ledgers.length === 0)) {
      finish(await refuse({ code: 'no-gate-words' }, surface))
      return
    }
    const request = { ledgers, options: { ...options, match }, formats: GATE_FORMATS, twice: false }
    finish(await withSession(request, surface, gate))
  })

  const rules = program.command('rules').description('the rules of evidence: built in, and yours')
  rules
    .command('list')
    .description('every built-in rule, one a line')
    .action(async () => {
      finish(await listRules(surface))
    })
  rules
    .command('show')
    .description('one built-in rule, with its source and examples')
    .argument('<name>')
    .action(async (name: string) => {
      finish(await showRule(name, surface))
    })
  addOptions(
    rules
      .command('test')
      .description('what your rules hit and change in a ledger, both ways')
      .argument('[ledger...]', 'files, quoted patterns, or - for standard input'),
    [],
    RULES_FORMATS,
  ).action(async (ledgers: string[], options: unknown) => {
    finish(await withSession({ ledgers, options, formats: RULES_FORMATS, twice: true }, surface, testRules))
  })

  const profiles = program.command('profiles').description('the kinds of ledgers that are known')
  profiles
    .command('list')
    .description('every profile, one a line')
    .action(async () => {
      finish(await listProfiles(surface))
    })
  profiles
    .command('show')
    .description('one profile: fields, denials, places, state files')
    .argument('<name>')
    .action(async (name: string) => {
      finish(await showProfile(name, surface))
    })
  addOptions(
    profiles
      .command('detect')
      .description('which profile reads which records of a ledger, and why')
      .argument('[ledger...]', 'files, quoted patterns, or - for standard input'),
    [],
    RULES_FORMATS,
  ).action(async (ledgers: string[], options: unknown) => {
    finish(
      await withSession({ ledgers, options, formats: RULES_FORMATS, twice: false }, surface, detectProfiles),
    )
  })

  program
    .command('schema')
    .description(`prints the JSON Schema of a document: ${SCHEMA_NAMES.join(', ')}`)
    .argument('<name>')
    .action(async (name: string) => {
      finish(await schema(name, surface))
    })
  program
    .helpCommand(false)
    .command('help')
    .description(`help on a command, or on: ${TOPIC_NAMES.join(', ')}`)
    .argument('[topic...]')
    .action(async (words: string[]) => {
      finish(await help(words, program, surface))
    })
  return program
}
