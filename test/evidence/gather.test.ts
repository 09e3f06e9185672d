import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadCatalogue } from '../../src/evidence/catalogue/load.ts'
import { isPlaceholder } from '../../src/evidence/placeholder.ts'
import type { JsonObject } from '../../src/source/parse.ts'
import { createTestExaminer, examineObject } from '../setup/helpers.ts'

const WS = '/home/agent/code/api'
const TEST = '/tmp/pytest-of-agent/pytest-17/test_hook_reports0'
const SESSION = 'c82561ec-215a-4e31-a07c-eedf3b3bd25e'

const judge = (value: JsonObject): string => {
  const { verdict } = examineObject(value)
  return `${verdict.class} ${verdict.reason}`
}

describe('verdicts of whole records', () => {
  it.each<[string, JsonObject, string]>([
    [
      'a test path as workspace',
      { workspace: TEST, session_id: SESSION, message: 'x' },
      'synthetic test-path',
    ],
    ['a test path in any field', { message: 'x', settings: `${TEST}/settings.json` }, 'synthetic test-path'],
    ['a test path deep inside', { message: 'x', a: [{ b: { env: { HOME: TEST } } }] }, 'synthetic test-path'],
    ['a test path as a name', { message: 'x', files: { [`${TEST}/a`]: 3 } }, 'synthetic test-path'],
    ['a test path in the message', { message: `no such file ${TEST}/a` }, 'synthetic test-path-in-text'],
    [
      'a test path in a nested message',
      { error: { message: `no such file ${TEST}/a` } },
      'synthetic test-path-in-text',
    ],
    ['a test path in a command', { command: `cat ${TEST}/a`, message: 'x' }, 'synthetic test-path-in-text'],
    ['JSON inside a string', { message: 'x', payload: JSON.stringify({ cwd: TEST }) }, 'synthetic test-path'],
    [
      'JSON inside JSON inside a string',
      { message: 'x', payload: JSON.stringify({ inner: JSON.stringify({ cwd: TEST }) }) },
      'synthetic test-path',
    ],
    ['JSON as the message', { message: JSON.stringify({ cwd: TEST }) }, 'synthetic test-path-in-text'],
    ['a file URL', { message: 'x', uri: `file://${TEST}/a` }, 'synthetic test-path'],
    [
      'a percent-encoded path',
      { message: 'x', uri: `hook://run?cwd=${encodeURIComponent(TEST)}` },
      'synthetic test-path-in-text',
    ],
    [
      'an agent slug',
      {
        message: 'x',
        transcript_path: '/home/a/.claude/projects/-tmp-pytest-of-a-pytest-17-test-x0/1.jsonl',
      },
      'synthetic test-path',
    ],
    [
      'an agent slug alone',
      { message: 'x', project: '-tmp-pytest-of-a-pytest-17-test-x0' },
      'synthetic test-path',
    ],
    [
      'a recorded framework variable',
      { message: 'x', env: { PYTEST_CURRENT_TEST: 'tests/a.py::test_a (call)' } },
      'synthetic test-marker',
    ],
    ['a variable in a list', { message: 'x', env: ['HOME=/x', 'VITEST=true'] }, 'synthetic test-marker'],
    [
      'a fixture session',
      { workspace: WS, session_id: 'test-session', harness: 'codex', message: 'x' },
      'synthetic fixture-session',
    ],
    [
      'workspace and session',
      { workspace: WS, session_id: SESSION, message: 'x' },
      'real production-provenance',
    ],
    [
      'workspace and harness',
      { workspace: WS, harness: 'codex', message: 'x' },
      'real production-provenance',
    ],
    [
      'nested workspace and session',
      { context: { cwd: WS }, session: { id: SESSION }, message: 'x' },
      'real production-provenance',
    ],
    [
      'a drive path and a session',
      { cwd: 'D:\\work\\api', sessionId: SESSION, message: 'x' },
      'real production-provenance',
    ],
    [
      'a file URL as workspace',
      { cwd: `file://${WS}`, sessionId: SESSION, message: 'x' },
      'real production-provenance',
    ],
    [
      'both sides',
      { workspace: TEST, project_root: WS, session_id: SESSION, message: 'x' },
      'unattributed conflict',
    ],
    [
      'an agent that describes a test',
      { workspace: WS, session_id: SESSION, message: `see ${TEST}/log` },
      'unattributed conflict',
    ],
    [
      'a workspace and a test in text, no session',
      { workspace: WS, message: `see ${TEST}/log` },
      'unattributed conflict',
    ],
    ['workspace alone', { workspace: WS, message: 'x' }, 'unattributed thin'],
    ['session alone', { session_id: SESSION, message: 'x' }, 'unattributed thin'],
    [
      'a merely temporary workspace',
      { workspace: '/tmp/worktrees/api/fix', session_id: SESSION, harness: 'codex', message: 'x' },
      'unattributed thin',
    ],
    [
      'placeholders only',
      { workspace: '', session_id: null, harness: 'unknown', message: 'x' },
      'unattributed no-provenance',
    ],
    ['a relative workspace', { workspace: 'src/api', message: 'x' }, 'unattributed no-provenance'],
    ['nothing', { message: 'x' }, 'unattributed no-provenance'],
    ['no field at all', {}, 'unattributed no-provenance'],
    [
      'fields that say nothing of origin',
      { environment: 'production', script: `${WS}/bin/x`, ledger: `${WS}/l`, message: 'x' },
      'unattributed no-provenance',
    ],
    [
      'a path cut before it says anything',
      { message: 'no such file /tmp/pytest-o' },
      'unattributed no-provenance',
    ],
    [
      'a path with its middle left out',
      { message: 'no such file /tmp/…/test_x0' },
      'unattributed no-provenance',
    ],
  ])('%s', (_name, value, wanted) => {
    expect(judge(value)).toBe(wanted)
  })

  it('names rule, field and matched span of each fact', () => {
    const { verdict } = examineObject({ workspace: `${TEST}/ws`, session_id: SESSION, message: 'x' })
    expect(verdict.facts[0]).toEqual({
      rule: 'temp-path/pytest',
      kind: 'test',
      basis: 'field',
      field: 'workspace',
      span: [5, TEST.length],
      value: TEST.slice(5),
      framework: 'pytest',
      test: 'test_hook_reports',
      run: '17',
    })
  })

  it('gives the same verdict whatever was examined before', () => {
    const records = [
      { workspace: WS, a: WS, session_id: SESSION },
      { a: TEST, workspace: WS },
      { cwd: TEST },
      { message: TEST },
    ]
    const examine = createTestExaminer()
    const position = { line: 1, offset: 0, length: 0 }
    for (const record of [...records, ...records.reverse()]) {
      expect(examine(position, record).verdict).toEqual(examineObject(record).verdict)
    }
  })

  it('is linear in hostile strings', () => {
    const started = performance.now()
    for (const piece of ['/tmp/', '%2F', '\\\\', '{"a":', '-pytest-of-', '/pytest-of-a/pytest-1']) {
      examineObject({ cwd: piece.repeat(100_000), x: piece.repeat(100_000), message: piece.repeat(100_000) })
    }
    expect(performance.now() - started).toBeLessThan(6000)
  })
})

describe('generated workspaces', () => {
  const leaf = fc.stringMatching(/^[a-z][a-z0-9_-]{0,11}$/)
  const home = fc.constantFrom('/home/agent', '/srv', '/Users/agent', '/opt/work', 'D:\\src')
  const lookalike = fc.constantFrom(
    'tmp',
    'temp',
    'Templates',
    'pytest',
    'pytest-of-things',
    'bats-runner',
    'junit5',
    'contest',
    'testing',
    'TestPlan2026',
    'fixtures',
  )
  const join = (path: string, parts: string[]): string =>
    [path, ...parts].join(path.includes('\\') ? '\\' : '/')

  it('never takes a lookalike for a test, nor real work for anything else', () => {
    const examine = createTestExaminer()
    fc.assert(
      fc.property(
        home,
        fc.array(fc.oneof(leaf, lookalike), { minLength: 1, maxLength: 4 }),
        fc.uuid(),
        (path, parts, session) => {
          fc.pre(!/^(?:.*[\\/])?(?:work[\\/]_temp|target[\\/]tmp)/.test(join(path, parts)))
          fc.pre(!(path === 'D:\\src' && /^temp?$/.test(parts[0] ?? '')))
          const { verdict } = examine(
            { line: 1, offset: 0, length: 0 },
            { workspace: join(path, parts), session_id: session, message: 'x' },
          )
          expect([join(path, parts), session, verdict.class]).toEqual([
            join(path, parts),
            session,
            /^[0-]+$/.test(session) ? 'unattributed' : 'real',
          ])
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('always finds a proof, under every root', () => {
    const examine = createTestExaminer()
    const proofs = loadCatalogue().shapes.filter((shape) => shape.checked && shape.strength === 'A')
    const below = fc
      .constantFrom(...proofs.flatMap((shape) => shape.examples.match.map(({ path }) => path)))
      .filter((path) => path.startsWith('/tmp/'))
    fc.assert(
      fc.property(
        home.filter((path) => path.startsWith('/')),
        leaf,
        below,
        fc.uuid(),
        (path, part, shape, session) => {
          const workspace = `${path}/${part}${shape}`
          const { verdict } = examine(
            { line: 1, offset: 0, length: 0 },
            { workspace, session_id: session, message: 'x' },
          )
          expect([workspace, verdict.class]).toEqual([workspace, 'synthetic'])
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('isPlaceholder', () => {
  it('knows the values of writers that know nothing', () => {
    expect(
      [
        '',
        ' ',
        'unknown',
        'Unknown',
        'NULL',
        'none',
        'n/a',
        'undefined',
        '-',
        '0',
        '000',
        '00000000-0000-0000-0000-000000000000',
      ].filter((text) => !isPlaceholder(text)),
    ).toEqual([])
    expect(['codex', 'none-of-it', '0a', '--', 'unknown-agent'].filter(isPlaceholder)).toEqual([])
  })
})
