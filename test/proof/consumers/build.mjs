// A private copy of the built program, so that another build meanwhile changes nothing, and how it is run.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { root, run } from '../harness.mjs'

/** Copies the program; waits while it is being built. Gives `tool`, `env`, and `runTool`. */
export async function copyProgram(folder) {
  const tool = join(folder, 'program/bin/ledger-triage.js')
  const home = join(folder, 'home')
  mkdirSync(home)
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home, LANG: 'C.UTF-8' }
  const runTool = (args, { env: more, ...options } = {}) =>
    run(process.execPath, [tool, ...args], { cwd: home, ...options, env: { ...env, ...more } })
  for (let tries = 0; tries < 60; tries++) {
    rmSync(join(folder, 'program'), { recursive: true, force: true })
    try {
      for (const part of ['bin', 'dist', 'package.json'])
        cpSync(join(root, part), join(folder, 'program', part), { recursive: true })
      if ((await runTool(['--version'])).status === 0) return { tool, home, env, runTool }
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
    await pause(1000)
  }
  throw new Error('there is no built program to prove: npm run build')
}
