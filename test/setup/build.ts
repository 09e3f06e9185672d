import { execFileSync } from 'node:child_process'

/** Spawned tests run the bundle: it is built from the sources under test. */
export default function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
