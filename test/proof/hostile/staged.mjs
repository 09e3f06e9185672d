// What runs inside a player must be what runs as a process: the same bytes on both streams, and the same code.

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inPairs } from '../harness.mjs'

const NOW = ['--now', '2026-06-01T00:00:00Z']

export async function proveStage({ stage, tally, own, benign, folder, full }) {
  const ledger = 'carries-runners.jsonl'
  const commands = [
    ['scan', ledger, '--top', 'all', ...NOW],
    ['scan', ledger, '--json'],
    ['scan', ledger, '--by', 'test', ...NOW],
    ['count', ledger],
    ['classify', ledger],
    ['explain', `${ledger}:2`],
    ['explain', `${ledger}:2`, '--raw'],
    ['diff', benign, ledger, '--json'],
    ['gate', '--match', 'canary', ledger],
    ['profiles', 'detect', ledger],
    ['scan', 'missing.jsonl'],
    ['scan', ledger, '--no-\u001b[31msuch'],
    ['\u009b2J'],
  ]
  await inPairs(
    commands.flatMap((argv, i) =>
      [{}, { LEDGER_TRIAGE_FORCE_TTY: '80' }].map((env, at) => async () => {
        if (!full && i % 2 !== at) return
        const [inside, alone] = await Promise.all([
          stage.play(argv, { cwd: own.folder, env }),
          stage.runAlone(argv, { cwd: own.folder, env }),
        ])
        const same = ['stdout', 'stderr', 'status'].filter(
          (key) => String(inside[key]) !== String(alone[key]),
        )
        tally.hold('players like processes', same.length === 0, `${argv.join(' ')}: other ${same.join(', ')}`)
      }),
    ),
  )
  const target = join(folder, 'written.json')
  const [, shown] = await Promise.all([
    stage.runAlone(['scan', ledger, '--json', '-o', target], { cwd: own.folder }),
    stage.play(['scan', ledger, '--json'], { cwd: own.folder }),
  ])
  const written = readFileSync(target, 'utf8')
  rmSync(target)
  tally.hold('written files like what is shown', written === shown.stdout, 'scan --json -o FILE')
}
