import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** When a source, or what says how to build, was last changed. */
const lastChange = (): number =>
  Math.max(
    ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsdown.config.ts', 'src'].map(timeOf),
    ...readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => timeOf(join('src', name))),
  )

/**
 * Spawned tests run the bundle: it is built from the sources under test, unless it is newer than all of them. While it is
 * built there is none, and whoever runs it beside a test would not find it.
 */
export default function setup(): void {
  if (timeOf('dist/cli.mjs') > lastChange()) return
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
