import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseConfig } from '../src/config/parse.ts'
import { run } from './setup/stage.ts'

const readme = readFileSync('README.md', 'utf8')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([^\`]*)\`\`\``, 'g'))].map((match) => match[1] ?? '')

const commands = blocks('sh')
  .flatMap((block) => block.split('\n'))
  .map((line) => line.replace(/ {2,}#.*$/, '').trim())
  .filter((line) => line !== '')

/** Arguments of a command line without variables or substitutions: single quotes are all that the README uses. */
const split = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '')

/** The arguments of our own command, with the temp folder of this suite in place of the usual one. */
const toArguments = (line: string): string[] =>
  split(line)
    .slice(2)
    .map((word) => word.replace(/^\/tmp\//, `${tmpdir()}/`))

describe('the README', () => {
  it('starts with two commands that work on a fresh clone', () => {
    expect(commands.slice(0, 2)).toEqual(['npm ci && npm run demo', 'npm ci && npm test'])
    expect(scripts.demo).toBe('node bin/ledger-triage.js sample-ledgers/preflight-story.jsonl')
  })

  const direct = commands.filter((line) => line.startsWith('node bin/ledger-triage.js '))

  it.each(direct)('runs: %s', async (line) => {
    const { code, stdout, stderr } = await run(toArguments(line))
    const [command] = toArguments(line)
    // What guard finds goes to standard error, since standard output is the command's.
    const [shown, silent] = command === 'guard' ? [stderr, stdout] : [stdout, stderr]
    expect([code, silent]).toEqual([0, ''])
    expect(shown !== '' || line.includes(' -o ')).toBe(true)
  })

  it('has no command that is not run', () => {
    expect(commands.length).toBe(direct.length + 2)
    for (const [, name = ''] of readme.matchAll(/npm run ([\w:]+)/g))
      expect(Object.keys(scripts)).toContain(name)
  })

  it('shows a rules file that is valid', () => {
    for (const text of blocks('json')) expect(parseConfig(text, 'README.md')).toMatchObject({ ok: true })
  })

  it('shows what the first command prints', async () => {
    const { stdout } = await run(split(direct[0] ?? '').slice(2))
    const shown =
      blocks('text')[0]
        ?.split('\n')
        .filter((line) => line.trim() !== '…') ?? []
    for (const line of shown) expect(stdout.split('\n')).toContain(line)
  })
})
