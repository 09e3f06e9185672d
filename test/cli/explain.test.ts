import { describe, expect, it } from 'vitest'
import { findCounterfactuals } from '../../src/classify/counterfactual.ts'
import { Explanation } from '../../src/report/explanation.ts'
import { run } from '../setup/stage.ts'

const LEDGER = 'test/fixtures/evidence.jsonl'
const KINDS = ['synthetic', 'real', 'conflict', 'linked', 'text-only', 'bare', 'thin'].map((kind, i) => ({
  kind,
  line: i + 1,
}))

describe('explain', () => {
  describe.each([80, 120])('at %i columns', (width) => {
    it.each(KINDS)('explains a record that is $kind', async ({ kind, line }) => {
      const { code, stdout, stderr } = await run(['explain', `${LEDGER}:${line}`, '--width', String(width)])
      expect([code, stderr]).toEqual([0, ''])
      await expect(stdout).toMatchFileSnapshot(`../golden/explain-${kind}.${width}.txt`)
      expect(stdout.split('\n').filter((text) => [...text].length > width)).toEqual([])
    })
  })

  it.each(KINDS)('gives the same as data, of a record that is $kind', async ({ line }) => {
    const { stdout } = await run(['explain', `${LEDGER}:${line}`, '--json'])
    const explanation = Explanation.parse(JSON.parse(stdout))
    const verdict = JSON.parse((await run(['classify', LEDGER])).stdout.split('\n')[line - 1] ?? '')
    expect(explanation).toMatchObject({
      line,
      class: verdict.class,
      reason: verdict.reason,
      facts: verdict.facts,
      cluster: verdict.cluster,
    })
  })

  it('takes :LINE beside one ledger, in either order', async () => {
    const { stdout } = await run(['explain', `${LEDGER}:3`])
    expect((await run(['explain', ':3', LEDGER])).stdout).toBe(stdout)
    expect((await run(['explain', LEDGER, ':3'])).stdout).toBe(stdout)
  })

  it('tells blank and malformed lines as such', async () => {
    expect((await run(['explain', `${LEDGER}:8`])).stdout).toContain('BLANK')
    expect((await run(['explain', `${LEDGER}:9`])).stdout).toContain('MALFORMED   torn')
  })

  it('prints the line itself with --raw', async () => {
    expect((await run(['explain', `${LEDGER}:9`, '--raw'])).stdout).toBe('{"torn":\n')
  })

  it.each([
    [['explain', `${LEDGER}:99`], 'the ledger has no such line'],
    [['explain', `${LEDGER}:0`], 'the ledger has no such line'],
    [['explain', ':3'], 'does not say of which ledger'],
    [['explain', LEDGER], 'names no line of a ledger'],
    [['explain', ':3', LEDGER, 'other'], 'does not say of which ledger'],
  ])('%j exits 2', async (argv, wanted) => {
    const { code, stderr } = await run(argv)
    expect(code).toBe(2)
    expect(stderr).toContain(wanted)
  })
})

describe('findCounterfactuals', () => {
  it('says what one more fact would make of half an evidence', () => {
    const fact = {
      rule: 'workspace',
      kind: 'workspace',
      basis: 'field',
      field: 'cwd',
      span: [0, 1],
      value: 'x',
    } as const
    expect(findCounterfactuals({ class: 'unattributed', reason: 'thin', facts: [fact] })).toEqual([
      { kind: 'with', lacking: 'actor', class: 'real', reason: 'production-provenance' },
    ])
  })
})

describe('scan --by test', () => {
  it.each(['preflight-story', 'hook-denials', 'empty'])(
    'shows who wrote the synthetic records of %s',
    async (sample) => {
      const { stdout } = await run([`sample-ledgers/${sample}.jsonl`, '--by', 'test', '--width', '80'])
      await expect(stdout).toMatchFileSnapshot(`../golden/${sample}.tests.80.txt`)
    },
  )
})

describe('rules', () => {
  it('lists and shows what is built in', async () => {
    const { stdout } = await run(['rules', 'list'])
    expect(stdout).toContain(' temp-path/pytest ')
    expect(stdout.split('\n').length).toBeGreaterThan(50)
    expect((await run(['rules', 'show', 'temp-path/pytest'])).stdout).toContain(
      'does not match\n    /home/dev/src/pytest-of-things/api',
    )
    expect((await run(['rules', 'show', 'marker/VITEST'])).stdout).toContain('variable of vitest')
    expect((await run(['rules', 'show', 'temp-path/pytst'])).stderr).toContain(
      'did you mean temp-path/pytest?',
    )
  })

  it("tests a user's rules: hits, and changes both ways", async () => {
    const argv = ['rules', 'test', LEDGER, '--rules', 'test/fixtures/rules.json']
    const { code, stdout } = await run(argv)
    expect(code).toBe(0)
    await expect(stdout).toMatchFileSnapshot('../golden/rules-test.txt')
    const document = JSON.parse((await run([...argv, '--json'])).stdout)
    expect(document.changed).toEqual([
      { before: 'real', after: 'synthetic', records: 1 },
      { before: 'unattributed', after: 'real', records: 1 },
      { before: 'unattributed', after: 'synthetic', records: 1 },
    ])
    expect((await run(['rules', 'test', LEDGER])).stderr).toContain('there is no rules file to test')
  })
})

describe('profiles', () => {
  it('lists, shows and detects', async () => {
    expect((await run(['profiles', 'list'])).stdout).toContain(' friction ')
    expect((await run(['profiles', 'show', 'hook-blocks'])).stdout).toContain(
      'decision_shape is deny, denied',
    )
    expect((await run(['profiles', 'show', 'frction'])).stderr).toContain('did you mean friction?')
    expect((await run(['profiles', 'detect', LEDGER])).stdout).toContain('generic   that no profile fits')
    const { inputs } = JSON.parse(
      (await run(['profiles', 'detect', 'sample-ledgers/hook-denials.jsonl', '--json'])).stdout,
    )
    expect(inputs).toMatchObject([{ profile: 'hook-blocks', records: 84 }])
  })
})
