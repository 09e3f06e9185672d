import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Config } from '../../src/config/schema.ts'
import { loadCatalogue } from '../../src/evidence/catalogue/load.ts'
import { compileRules } from '../../src/evidence/user-rules.ts'
import { createExaminer, type Examined } from '../../src/examine.ts'
import { loadProfiles } from '../../src/profile/load.ts'
import type { JsonObject } from '../../src/source/parse.ts'
import { matchesName, startsLike } from '../../src/text/glob.ts'

const examineWith = (config: Given, value: JsonObject): Examined =>
  createExaminer(
    loadCatalogue(),
    loadProfiles(),
    undefined,
    compileRules(Config.parse(config)),
  )({ line: 1, offset: 0, length: 0 }, value)

type Given = Record<string, unknown>

const judge = (config: Given, value: JsonObject): string => {
  const { verdict, fired } = examineWith(config, value)
  return [verdict.class, verdict.reason, ...fired].join(' ')
}

const WS = '/home/agent/code/api'
const ACTOR = { session_id: 'c82561ec-215a-4e31-a07c-eedf3b3bd25e' }

describe('user rules', () => {
  it.each<[string, Given, JsonObject, string]>([
    [
      'a fixture session',
      { fixtureSessions: ['idle-timer'] },
      { cwd: WS, session_id: 'idle-timer', harness: 'codex' },
      'synthetic fixture-session user/fixtureSessions[0]',
    ],
    [
      'a session that starts the same',
      { fixtureSessions: ['idle-timer'] },
      { cwd: WS, session_id: 'idle-timer-2' },
      'real production-provenance',
    ],
    [
      'a fixture pattern',
      { fixtureSessions: ['x', 'idle-*'] },
      { session_id: 'idle-timer-2' },
      'synthetic fixture-session user/fixtureSessions[1]',
    ],
    [
      'a marker',
      { markers: [{ field: 'workflow', equals: 'noop' }] },
      { cwd: WS, ...ACTOR, workflow: 'noop' },
      'synthetic user-rule user/markers[0]',
    ],
    [
      'a marker deep inside',
      { markers: [{ field: 'workflow', equals: 'noop' }] },
      { a: [{ workflow: 'noop' }] },
      'synthetic user-rule user/markers[0]',
    ],
    [
      'a marker by dotted name',
      { markers: [{ field: 'a.workflow', equals: true }] },
      { a: { workflow: true } },
      'synthetic user-rule user/markers[0]',
    ],
    [
      'a marker of another value',
      { markers: [{ field: 'workflow', equals: 'noop' }] },
      { workflow: 'noop-2' },
      'unattributed no-provenance',
    ],
    [
      'a marker of another type',
      { markers: [{ field: 'n', equals: 1 }] },
      { n: '1' },
      'unattributed no-provenance',
    ],
    [
      'a marker for real work against a test path',
      { markers: [{ field: 'env', equals: 'prod', class: 'real' }] },
      { env: 'prod', cwd: '/tmp/pytest-of-a/pytest-1/test_a0' },
      'real user-rule user/markers[0]',
    ],
    [
      'markers that disagree',
      {
        markers: [
          { field: 'a', equals: 1 },
          { field: 'b', equals: 1, class: 'real' },
        ],
      },
      { a: 1, b: 1 },
      'unattributed conflict user/markers[0] user/markers[1]',
    ],
    [
      'a test path',
      { testPaths: [`${WS}/.basetemp`] },
      { cwd: `${WS}/.basetemp/test_a0`, ...ACTOR },
      'synthetic user-rule user/testPaths[0]',
    ],
    [
      'a sibling of a test path',
      { testPaths: [`${WS}/.basetemp`] },
      { cwd: `${WS}/.basetemp-archive`, ...ACTOR },
      'real production-provenance',
    ],
    [
      'a test path in text',
      { testPaths: [`${WS}/.basetemp`] },
      { message: `see ${WS}/.basetemp/log` },
      'synthetic test-path-in-text user/testPaths[0]',
    ],
    [
      'a test path in any field',
      { testPaths: ['/srv/fixtures'] },
      { a: { settings: '/srv/fixtures/x' } },
      'synthetic user-rule user/testPaths[0]',
    ],
    [
      'a short test path',
      { testPaths: ['/srv/t'] },
      { a: '/srv/t' },
      'synthetic user-rule user/testPaths[0]',
    ],
    [
      'a test path pattern',
      { testPaths: ['/srv/*/fixtures'] },
      { cwd: '/srv/shop/fixtures/a' },
      'synthetic user-rule user/testPaths[0]',
    ],
    [
      'a deep test path pattern',
      { testPaths: ['/srv/**/fixtures'] },
      { cwd: '/srv/a/b/fixtures/c' },
      'synthetic user-rule user/testPaths[0]',
    ],
    [
      'a test path on a drive, in other case',
      { testPaths: ['D:\\Code\\Fixtures'] },
      { cwd: 'd:/code/fixtures/a' },
      'synthetic user-rule user/testPaths[0]',
    ],
    [
      'a temp root',
      { tempRoots: ['/scratch'] },
      { cwd: '/scratch/x', ...ACTOR },
      'unattributed thin user/tempRoots[0]',
    ],
    [
      'a framework below a temp root',
      { tempRoots: ['/scratch'] },
      { cwd: '/scratch/TestGate123/001' },
      'synthetic test-path user/tempRoots[0]',
    ],
    [
      'a production root',
      { productionRoots: ['/tmp/worktrees'] },
      { cwd: '/tmp/worktrees/api/fix', ...ACTOR },
      'real production-provenance user/productionRoots[0]',
    ],
    [
      'proof below a production root',
      { productionRoots: ['/tmp'] },
      { cwd: '/tmp/pytest-of-a/pytest-1/test_a0', ...ACTOR },
      'synthetic test-path',
    ],
    [
      'a test path below a production root',
      { productionRoots: [WS], testPaths: [`${WS}/t`] },
      { cwd: `${WS}/t/a`, ...ACTOR },
      'synthetic user-rule user/testPaths[0]',
    ],
    [
      'further fields',
      { fields: { workspace: ['checkout'], session: ['conversation'] } },
      { checkout: WS, conversation: 'abc' },
      'real production-provenance user/fields.workspace[0] user/fields.session[0]',
    ],
  ])('%s', (_name, config, value, wanted) => {
    expect(judge(config, value)).toBe(wanted)
  })
})

describe('patterns', () => {
  it('match names as a whole', () => {
    expect([
      matchesName('idle-2', 'idle-*'),
      matchesName('idle-2', 'idle-?'),
      matchesName('x-idle-2', 'idle-*'),
      matchesName('', '*'),
      matchesName('ab', 'a*b*'),
    ]).toEqual([true, true, false, true, true])
  })

  it('match leading components, and everything below', () => {
    const starts = (path: string, pattern: string): boolean =>
      startsLike(path.split('/'), pattern.split('/'), false)
    expect([
      starts('a/b/c', 'a/b'),
      starts('a/bc', 'a/b'),
      starts('a', 'a/b'),
      starts('a/x/y/b/c', 'a/**/b'),
      starts('a/b', 'a/**/b'),
      starts('a/c', '**/b'),
    ]).toEqual([true, false, false, true, true, false])
  })

  it('agree with a plain definition', () => {
    const plain = (name: string, pattern: string): boolean => {
      if (pattern === '') return name === ''
      if (pattern[0] === '*')
        return plain(name, pattern.slice(1)) || (name !== '' && plain(name.slice(1), pattern))
      return (
        name !== '' &&
        (pattern[0] === '?' || pattern[0] === name[0]) &&
        plain(name.slice(1), pattern.slice(1))
      )
    }
    const text = (extra: string) => fc.stringMatching(new RegExp(`^[ab${extra}]{0,7}$`))
    fc.assert(
      fc.property(text(''), text('*?'), (name, pattern) => {
        expect(matchesName(name, pattern)).toBe(plain(name, pattern))
      }),
      { numRuns: 2000 },
    )
  })

  it('take no more than the product of both lengths', () => {
    const started = performance.now()
    matchesName('a'.repeat(20_000), `${'*a'.repeat(200)}b`)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
