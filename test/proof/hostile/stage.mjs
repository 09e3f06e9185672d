// The built program on a stage: a private copy of it, so that a build in between changes nothing, run as a
// process of its own or, thousands of command lines in a row, inside a few processes that stay. Streams,
// environment and clock are given.
import { fork } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { root, run } from '../harness.mjs'

const PLAYERS = 2
const LIMIT = 60_000
const START = /^process\.exitCode = await main\(process\.argv\.slice\(2\), surface\);$/m

/** Copies the built program; `entry` is the copy that gives its `main` away instead of running it. */
async function copyProgram(folder) {
  for (let tries = 0; tries < 60 && !existsSync(join(root, 'dist/cli.mjs')); tries++) await pause(500)
  const home = join(folder, 'program')
  for (const part of ['bin', 'dist']) cpSync(join(root, part), join(home, part), { recursive: true })
  const built = readFileSync(join(home, 'dist/cli.mjs'), 'utf8')
  if (!START.test(built)) throw new Error('dist/cli.mjs does not end in a call of main as it used to')
  const entry = join(home, 'dist/main.mjs')
  writeFileSync(entry, built.replace(START, 'export { main as main };'))
  return { tool: join(home, 'bin/ledger-triage.js'), entry }
}

/** One process that stays; a command line that takes too long, or ends it, costs this process and is told. */
function openPlayer(entry, tempRoot) {
  let child
  const start = () => {
    child = fork(new URL('player.mjs', import.meta.url), [entry, tempRoot], {
      serialization: 'advanced',
      env: { PATH: process.env.PATH, HOME: tempRoot },
      // A command line that needs more than this for a small ledger ends its process, and is told.
      execArgv: ['--max-old-space-size=512'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    return new Promise((done) => child.once('message', done))
  }
  const play = (job) =>
    new Promise((done) => {
      const { limit = LIMIT } = job
      const end = (result) => {
        clearTimeout(timer)
        child.removeAllListeners('message')
        child.removeAllListeners('exit')
        done({ argv: job.argv, ...result })
      }
      const fall = (thrown) => start().then(() => end({ thrown, stdout: '', stderr: '', cpu: limit }))
      const timer = setTimeout(() => {
        child.removeAllListeners('exit')
        child.kill('SIGKILL')
        fall(`not done after ${limit} ms`)
      }, limit)
      child.once('message', (result) =>
        end(result.lost === undefined ? result : { ...result, thrown: result.lost }),
      )
      child.once('exit', (code, signal) => fall(`the process ended (${code ?? signal})`))
      child.send(job)
    })
  return { start, play, close: () => child.kill() }
}

/**
 * Opens a stage in a private folder. `play` runs one command line inside a player and gives status, stdout
 * and stderr as strings, milliseconds of processor time, `thrown` where an exception escaped, and whether
 * `Object.prototype` changed. `runAlone` runs it as a process of its own, `runProgram` another program in the
 * same environment.
 */
export async function openStage(folder) {
  const { tool, entry } = await copyProgram(folder)
  const temp = join(folder, 'temp')
  mkdirSync(temp)
  const players = Array.from({ length: PLAYERS }, () => openPlayer(entry, temp))
  await Promise.all(players.map((player) => player.start()))
  const idle = [...players]
  const waiting = []
  const play = async (argv, options = {}) => {
    const player = idle.pop() ?? (await new Promise((done) => waiting.push(done)))
    try {
      return await player.play({ argv, ...options })
    } finally {
      const next = waiting.shift()
      if (next === undefined) idle.push(player)
      else next(player)
    }
  }
  const env = { PATH: process.env.PATH, HOME: temp, TMPDIR: temp }
  return {
    tool,
    temp,
    env,
    play,
    runAlone: (args, { env: more, ...options } = {}) =>
      run(process.execPath, [tool, ...args], { ...options, env: { ...env, ...more } }),
    runProgram: (program, args, options = {}) => run(program, args, { env, ...options }),
    close: () => {
      for (const player of players) player.close()
    },
  }
}
