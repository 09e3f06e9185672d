// Where the program is run with faults: ledgers in one folder, outputs in another, and one run with what its calls meet.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { run } from '../harness.mjs'
import { commandLines } from '../races/command-lines.mjs'
import { makeLedger } from '../races/ledger.mjs'

const inject = fileURLToPath(import.meta.resolve('./inject.mjs'))
const LINE = 40

/** Lays out the ledgers and what the command lines speak of. `runTool` runs the program as it is. */
export async function layDesk(program, folder, random) {
  const paths = Object.fromEntries(
    ['ledger.jsonl', 'long.jsonl', 'other.jsonl', 'ledger.jsonl.gz', 'rules.json'].map((name) => [
      name,
      join(folder, 'in', name),
    ]),
  )
  for (const name of ['in', 'scratch', 'saved', 'runs']) mkdirSync(join(folder, name))
  const base = makeLedger(90, 'base', random)
  writeFileSync(paths['ledger.jsonl'], base)
  writeFileSync(paths['long.jsonl'], makeLedger(9000, 'long', random))
  writeFileSync(paths['other.jsonl'], makeLedger(40, 'other', random))
  writeFileSync(paths['ledger.jsonl.gz'], gzipSync(base, { level: 0 }))
  writeFileSync(paths['rules.json'], JSON.stringify({ fixtureSessions: ['s1', 's2'] }))
  const { stdout } = await program.runTool([
    'scan',
    '--format',
    'json',
    '--top',
    'all',
    paths['ledger.jsonl'],
  ])
  const saved = join(folder, 'saved/report.json')
  writeFileSync(saved, stdout)
  const { id } = JSON.parse(stdout).clusters[0]
  return {
    program,
    folder,
    ledger: paths['ledger.jsonl'],
    other: paths['other.jsonl'],
    /** One of which `classify` prints many times as much as it writes at once. */
    long: paths['long.jsonl'],
    packed: paths['ledger.jsonl.gz'],
    rules: paths['rules.json'],
    saved,
    id,
    base,
    /** Where standard input may be put for a second reading. */
    scratch: join(folder, 'scratch'),
    commands: commandLines({ id, saved, other: paths['other.jsonl'], line: String(LINE) }),
  }
}

/** A folder for one run, and the arguments of a command line with the places that it speaks of filled in. */
export function prepare({ folder, ledger }, args) {
  const place = mkdtempSync(join(folder, 'runs/run-'))
  const out = join(place, 'out')
  mkdirSync(out)
  const places = { LEDGER: ledger, OUTPUT: join(out, 'report') }
  return { place, out, words: args.map((word) => word.replace(/LEDGER|OUTPUT/g, (name) => places[name])) }
}

/**
 * Runs a command line with calls that fail or fall short. Gives the run, how often each watched call was made, and whether
 * one of them failed.
 */
export async function runFaulty(
  { program, scratch },
  { place, words },
  { watch, descriptor, calls },
  options = {},
) {
  const [fault, told] = [join(place, 'fault.json'), join(place, 'told.json')]
  writeFileSync(fault, JSON.stringify({ watch, descriptor, calls, told }))
  const env = { ...program.env, FAULT: fault, TMPDIR: scratch }
  const ran = await run(process.execPath, ['--import', inject, program.tool, ...words], { env, ...options })
  return { ran, ...JSON.parse(readFileSync(told, 'utf8')) }
}

const STACK = /^\s+at .+:\d+:\d+\)?$/m

/** Where a run did not end in an orderly way, whatever it met. */
export function* judgeOrder({ status, signal, late, stderr }) {
  if (late) yield 'did not end'
  else if (status === null) yield `died of ${signal}`
  if (STACK.test(stderr.toString())) yield 'showed a stack trace'
  if (status === 70) yield 'called it a fault of its own'
}

/** The numbers from 1 to `last`: all of them, or the first and last three and some between. */
export function chooseCalls(last, full, many = 12) {
  const all = Array.from({ length: last }, (_, i) => i + 1)
  if (full || last <= many) return all
  const step = (last - 6) / (many - 5)
  const inner = Array.from({ length: many - 6 }, (_, i) => Math.round(3 + step * (i + 1)))
  return [...all.slice(0, 3), ...inner, ...all.slice(-3)]
}

/** One command line for each way to read: another format of a command reads no other way. */
export const oneOfEach = (commands) => commands.filter(({ name }) => !/--(format|by|raw)/.test(name))
