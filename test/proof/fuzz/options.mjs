// Command lines around a ledger: layouts, selections, rules files, all of them within what the help allows.
import { writeFileSync } from 'node:fs'
import { profiles, texts, times } from './dictionary.mjs'

const RULES = {
  fixtureSessions: ['test-session', 'idle-*', '*a*'],
  markers: [
    { field: 'harness', equals: 'codex', class: 'real' },
    { field: 'pid', equals: 1, class: 'synthetic' },
    { field: 'a', equals: true },
  ],
  testPaths: ['/home/agent/code/api/.basetemp', '/srv/**/x'],
  tempRoots: ['/scratch', 'C:\\Scratch'],
  productionRoots: ['/tmp/worktrees'],
  fields: { workspace: ['checkout', 'path'], message: ['note'], time: ['when'], session: ['a'], run: ['b'] },
  signature: { merge: [], split: [], keep: ['nightly', 'deny'] },
}

/** An argument as a shell could give it: no NUL, no lone surrogate, no dash in front. */
const toArgument = (text) => text.replaceAll('\0', '').toWellFormed().replace(/^-+/, '') || 'x'

function wordOf(random, bytes) {
  if (random.chance(0.5)) return toArgument(random.pick(texts))
  const from = random.below(bytes.length + 1)
  return toArgument(bytes.subarray(from, from + random.between(1, 20)).toString('utf8'))
}

const timeOf = (random) =>
  random.chance(0.5)
    ? '2026-08-16T01:00:01Z'
    : toArgument(random.pick([...times, '7d', 'yesterday', '12h', '0d']))

/** Options of `scan`: some of each run, all values that its help names and some that it refuses. */
export function layoutOptions(random, { formats, rulesPath }, bytes) {
  const options = ['--width', String(random.chance(0.2) ? random.between(40, 60) : random.between(60, 240))]
  const add = (probability, ...words) => {
    if (random.chance(probability)) options.push(...words)
  }
  add(0.5, '--format', random.pick(formats))
  add(0.15, '--by', 'test')
  add(0.2, '--ascii')
  add(0.1, '--sort', random.pick(['count', 'last', 'first', 'synthetic', 'real', 'unattributed', 'id']))
  add(0.1, '--top', random.pick(['1', '3', 'all']))
  add(0.05, '--min', '2')
  add(0.1, '--class', random.pick(['real', 'synthetic,unattributed']))
  add(0.05, '--denials')
  add(0.05, '--profile', random.pick(profiles).name)
  add(0.05, '--tz', random.pick(['Europe/Berlin', 'Asia/Kathmandu', '+05:30', 'local', 'Nowhere/Land']))
  add(0.05, '--since', timeOf(random))
  add(0.05, '--until', timeOf(random))
  if (random.chance(0.1)) {
    const word = wordOf(random, bytes)
    options.push('--match', random.chance(0.3) ? `${random.pick(['message', 'pid', 'a.b'])}=${word}` : word)
  }
  if (random.chance(0.08)) {
    writeFileSync(rulesPath, makeRules(random, bytes))
    options.push('--rules', rulesPath)
  }
  return options
}

/** A rules file: whole, with some keys only, or with a piece that does not belong there. */
function makeRules(random, bytes) {
  const kept = Object.entries(RULES).filter(() => random.chance(0.6))
  const rules = Object.fromEntries(kept)
  if (random.chance(0.3)) rules.testPaths = [`/${wordOf(random, bytes)}`]
  if (random.chance(0.3)) rules.fixtureSessions = [wordOf(random, bytes)]
  const text = JSON.stringify(rules)
  if (random.chance(0.7)) return text
  const at = random.below(text.length + 1)
  return text.slice(0, at) + random.pick(texts) + text.slice(at + random.below(3))
}

/** The formats that a command's help names. */
export async function findFormats(run, command) {
  const { stdout } = await run([command, '--help'], { columns: 10_000 })
  return /--format <name>\s+one of: ([\w, ]+)/.exec(stdout)?.[1].split(/,\s*/) ?? ['table', 'json']
}
