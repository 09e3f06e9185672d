import { escapeRaw, print, word } from '../../text/printable.ts'
import type { UsageFault } from '../usage-fault.ts'
import { list } from './counts.ts'
import type { Message } from './source-faults.ts'

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
        advice: print`name a file in another folder, such as ${escapeRaw(fault.elsewhere)}`,
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
        advice: print`name a file in a folder that exists and may be written`,
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
    case 'no-gate-words':
      return {
        what: print`gate needs a cluster's id, or --match`,
        advice: print`ledger-triage gate ID LEDGER, or ledger-triage gate --match 'WORDS' LEDGER`,
      }
    case 'diff-words':
    case 'bad-report':
    case 'report-selection':
    case 'not-comparable':
    case 'diff-sides':
      return explainDiffFault(fault)
    case 'needs-option':
      return {
        what: print`${word(fault.option)} means nothing without ${word(fault.needs.join(' or '))}`,
        advice: print`add one of them, or leave ${word(fault.option)} out`,
      }
    case 'no-guard-here':
      return {
        what: print`guard does not work on Windows: its signals and exit codes differ`,
        advice: print`ledger-triage LEDGER --format json before the run, ledger-triage diff after it`,
      }
    case 'bad-ledger-name':
      return {
        what: print`--ledger ${escapeRaw(JSON.stringify(fault.name))} names no ledger that could be guarded`,
        where: print`a pattern must match files; a ledger that is not there yet is named without one`,
        advice: print`ledger-triage guard --ledger FILE -- COMMAND`,
      }
    case 'temp-beside-ledger':
      return {
        what: print`the temp folder ${escapeRaw(fault.path)} holds a guarded ledger, and nothing is ever written beside one`,
        advice: print`TMPDIR=ANOTHER-FOLDER ledger-triage guard …`,
      }
    case 'report-is-watched':
      return {
        what: print`${escapeRaw(fault.path)} is among the files that --watch watches`,
        advice: print`--report FILE in another folder`,
      }
    case 'no-guarded-ledger':
      return {
        what: print`there is no ledger to guard`,
        where: print`no variable names one, and without a home folder there are no usual places`,
        advice: print`ledger-triage guard --ledger FILE -- COMMAND`,
      }
    case 'no-such-record':
      return explainPlace(fault)
    case 'command-line':
      return {
        what: escapeRaw(fault.message),
        advice:
          fault.command === undefined
            ? print`ledger-triage --help`
            : print`ledger-triage ${escapeRaw(fault.command)} --help`,
      }
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

type DiffFault = Extract<
  UsageFault,
  { code: 'diff-words' | 'bad-report' | 'report-selection' | 'not-comparable' | 'diff-sides' }
>

function explainDiffFault(fault: DiffFault): Message {
  switch (fault.code) {
    case 'diff-words':
      return {
        what: fault.at
          ? print`diff --at takes one ledger, not ${fault.given}`
          : print`diff takes two sides, not ${fault.given}`,
        advice: print`ledger-triage diff BEFORE AFTER, each a ledger or a saved report; or diff LEDGER --at TIME`,
      }
    case 'bad-report':
      return {
        what: print`${escapeRaw(fault.path)} is no report that can be read back`,
        where: escapeRaw(fault.detail),
        advice: print`ledger-triage LEDGER --format json --top all -o FILE saves one`,
      }
    case 'report-selection':
      return {
        what: print`a saved report was counted with its own selection, which cannot be changed afterwards`,
        advice: print`leave out --match, --class, --denials, --since and --until: the ledger is counted as the report was`,
      }
    case 'diff-sides':
      return fault.at
        ? {
            what: print`--at parts a ledger, and a saved report cannot be parted`,
            advice: print`ledger-triage diff LEDGER --at TIME`,
          }
        : {
            what: print`standard input can be one side of a comparison, not both`,
            advice: print`ledger-triage diff BEFORE - < AFTER`,
          }
    case 'not-comparable':
      if (fault.what === 'rules')
        return {
          what: print`the two sides were judged by different rules files`,
          advice: print`--rules FILE with the rules of the saved report, or --no-rules where it had none`,
        }
      return fault.what === 'selection'
        ? {
            what: print`the two reports were made with other selections`,
            advice: print`save both with the same --match, --class, --denials, --since and --until`,
          }
        : {
            what: print`a report was signed by other rules, so its clusters have other ids`,
            advice: print`save it again with this version of ledger-triage`,
          }
  }
}
