import type { Command } from 'commander'
import { CLASSES } from '../classify/decide.ts'
import { SORTS } from '../cluster/order.ts'
import { FAIL_CONDITIONS } from './exit.ts'
import { GROUPINGS } from './settings.ts'
import { COLOUR_CHOICES } from './surface.ts'

type OptionName =
  | 'select'
  | 'layout'
  | 'screen'
  | 'exit'
  | 'expect'
  | 'links'
  | 'raw'
  | 'guard'
  | 'trust'
  | 'class'
  | 'at'
  | 'tz'

/** Adds the options of a command, in groups that its help shows. */
export function addOptions(
  command: Command,
  groups: readonly OptionName[],
  formats: readonly string[],
): Command {
  if (groups.includes('select')) {
    command
      .optionsGroup('What is counted:')
      .option('--match <what>', 'words in the message, field=value, or id:PREFIX of a cluster')
      .option('--denials', 'records only that their profile calls a denial')
      .option('--since <time>', 'from this time on: 7d, 12h, yesterday, 2026-08-01, or an ISO time')
      .option('--until <time>', 'before this time; a day includes its last second')
      .option('--tz <zone>', 'zone of days and of times without one, and of times shown', 'UTC')
  }
  if (groups.includes('class')) {
    command.option('--class <list>', `records of these classes only: ${CLASSES.join(', ')}`)
  }
  if (groups.includes('at')) {
    command.option('--at <time>', 'compare one ledger before and from this time on')
    command.option('--top <n>', 'changed clusters shown, or all', '20')
  }
  if (groups.includes('tz')) command.option('--tz <zone>', 'zone of times shown', 'UTC')
  if (groups.includes('guard')) addGuardOptions(command)
  command
    .optionsGroup('How ledgers are read:')
    .option('--profile <name>', 'read every record by this profile')
    .option('--rules <file>', 'your rules; else the nearest ledger-triage.config.json')
    .option('--no-rules', 'leave your rules out')
  if (groups.includes('raw')) command.option('--raw', 'print the line itself, control characters shown')
  if (groups.includes('links')) {
    command.option('--no-links', 'look at each line alone: one pass, constant memory, no cluster ids')
  }
  command.optionsGroup('Output:').option('--format <name>', `one of: ${formats.join(', ')}`)

  if (formats.includes('json')) command.option('--json', 'the same as --format json')
  if (groups.includes('layout')) {
    command
      .option('--top <n>', 'clusters shown, or all', '20')
      .option('--min <n>', 'leave out clusters with fewer records', '1')
      .option('--by <what>', `one row for each: ${GROUPINGS.join(', ')}`, 'diagnosis')
      .option('--sort <key>', `one of: ${SORTS.join(', ')}`, 'work')
  }
  if (groups.includes('layout') || groups.includes('screen')) {
    command
      .option('--width <n>', 'columns to fill; the terminal has its own, else 120')
      .option('--ascii', 'draw with ASCII marks')
      .option('--color <when>', `one of: ${COLOUR_CHOICES.join(', ')}`, 'auto')
  }
  if (groups.includes('guard')) {
    command.option(
      '--report <file>',
      'write the result there, in --format; the screen stays on standard error',
    )
  } else
    command.option('-o, --output <file>', 'write there instead of to standard output; never beside a ledger')
  command.option('--quiet', 'no progress, no hints; count prints the bare number')
  if (groups.includes('trust')) {
    command
      .optionsGroup('What counts as proven:')
      .option('--trust-text', 'count records as tests that only name a test path in their text')
      .option('--trust-links', 'count records as tests that only share a run or process with one')
  }
  if (groups.includes('exit') || groups.includes('expect')) command.optionsGroup('Exit code:')
  if (groups.includes('expect')) command.option('--expect <n>', 'exit 1 unless exactly N records are counted')
  if (groups.includes('exit')) {
    command
      .option('--fail-on <list>', `exit 1 where a counted record is one of: ${FAIL_CONDITIONS.join(', ')}`)
      .option('--strict', 'exit 4 where a line is malformed')
      .option('--exit-zero', 'exit 0 whatever was found')
  }
  return command
    .optionsGroup('Other:')
    .option('--now <time>', 'take this for the present time')
    .option('--debug', 'show where a failure came from')
}

const collect = (value: string, before: readonly string[] = []): string[] => [...before, value]

/** What is guarded and how; `--ledger` and `--watch` may be given several times. */
function addGuardOptions(command: Command): void {
  command
    .optionsGroup('What is guarded:')
    .option('--ledger <file>', 'a ledger, also one that does not exist yet; may be repeated', collect)
    .option('--watch <glob>', 'other files that the command must leave alone; may be repeated', collect)
    .option('--match <what>', 'count these in a row of their own: words, field=value, or id:PREFIX')
    .optionsGroup('How the command is run:')
    .option('--settle <time>', 'wait for late writers before the second count', '2s')
    .option('--beacon', 'a private temp root with a token, so that a leaked path names this very run')
    .option('--isolate [what]', 'its own ledger and home, or with =ledger its own ledger alone')
    .option('--keep', 'keep the private folders of --beacon and --isolate')
    .option('--allow-unattributed', 'accept records and state files that nobody can attribute')
}
