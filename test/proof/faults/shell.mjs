// The program run by a shell, with streams as a shell can set them up: full, closed, limited, or led to a reader that is slow
// or goes away.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from '../harness.mjs'
import { prepare } from './desk.mjs'

/**
 * Runs `script` of the shell in which `"$@"` is the program with its arguments, `$OUT` a file to send output to and `$STATUS`
 * one to note its exit code in. Gives the run, that code, and what came into the file.
 */
export async function runInShell(desk, args, script, options = {}) {
  const { place, out, words } = prepare(desk, args)
  const [output, noted] = [join(out, 'stdout'), join(place, 'status')]
  const env = { ...desk.program.env, OUT: output, STATUS: noted, TMPDIR: desk.scratch }
  const ran = await run('sh', ['-c', script, 'sh', process.execPath, desk.program.tool, ...words], {
    env,
    ...options,
  })
  return {
    ran,
    status: existsSync(noted) ? Number(readFileSync(noted, 'utf8')) : ran.status,
    output: existsSync(output) ? readFileSync(output) : Buffer.alloc(0),
  }
}

/** Runs the program for a reader that goes away after so many bytes. Node gives it a socket where a shell gives a pipe. */
export function runUntil(desk, args, bytes) {
  const { words } = prepare(desk, args)
  const { env, tool } = desk.program
  const child = spawn(process.execPath, [tool, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = []
  let seen = 0
  child.stderr.on('data', (part) => said.push(part))
  if (bytes === 0) child.stdout.destroy()
  child.stdout.on('data', (part) => {
    seen += part.length
    if (seen >= bytes) child.stdout.destroy()
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
  return new Promise((done) => {
    child.on('close', (status, signal) => {
      clearTimeout(timer)
      done({ status, signal, late: signal === 'SIGKILL', stderr: Buffer.concat(said) })
    })
  })
}

/** Runs the program for a reader that rests before each of its reads. */
export async function readSlowly(desk, args, rest) {
  const { words } = prepare(desk, args)
  const { env, tool } = desk.program
  const child = spawn(process.execPath, [tool, ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const parts = []
  await pause(500)
  for await (const part of child.stdout) {
    parts.push(part)
    await pause(rest)
  }
  return Buffer.concat(parts)
}
