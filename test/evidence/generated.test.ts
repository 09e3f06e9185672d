import { describe, expect, it } from 'vitest'
import { loadCatalogue } from '../../src/evidence/catalogue/load.ts'
import { createTestExaminer } from '../setup/helpers.ts'

const RECORDS = 20_000

/** A small generator of numbers, so that a failing record can be made again. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Random = (below: number) => number
const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

const WORDS = [
  'gate',
  'audit',
  'refuses',
  'limit',
  'Größe',
  'x',
  'temp',
  'tmp',
  'test',
  'pytest',
  'bats',
  'junit',
  'fixture',
]
const word = (random: Random): string => `${pick(random, WORDS)}${random(3) === 0 ? random(100) : ''}`
const words = (random: Random): string => Array.from({ length: 1 + random(3) }, () => word(random)).join('_')
const letters = (random: Random, count: number, from: string): string =>
  Array.from({ length: count }, () => from.charAt(random(from.length))).join('')
const DIGITS = '0123456789'
const HEX = '0123456789abcdef'
const MIXED = 'abcdefXYZ0123456789'

const TEMP = [
  '/tmp',
  '/private/tmp',
  '/var/tmp',
  '/dev/shm',
  '/var/folders/7x/k2m8w1v50000gn/T',
  '/private/var/folders/zz/abc/T',
]
const LASTING = [
  '/home/agent/code',
  '/srv/agents',
  '/Users/agent/code',
  '/opt/builds-of-ours',
  '/data/tmp/worktrees',
  '/home/agent/pytest',
]

/** For each framework: a path that it makes, and paths that only look like one. */
const SHAPES: Readonly<
  Record<string, { make: (random: Random) => string; alike: (random: Random) => string }>
> = {
  pytest: {
    make: (r) =>
      `${pick(r, [...TEMP, ...LASTING])}/pytest-of-${word(r)}/pytest-${pick(r, [String(r(2000)), 'current'])}/${pick(r, ['', `popen-gw${r(9)}/`])}test_${words(r)}${r(9)}`,
    alike: (r) =>
      `${pick(r, LASTING)}/${pick(r, [`pytest-of-${word(r)}/${words(r)}`, `my-pytest-of-a/pytest-${r(9)}`, `pytest-${r(99)}/test_${words(r)}0`, `PYTEST-OF-A/PYTEST-${r(9)}`, `pytest-of-a/pytest-${r(9)}x`])}`,
  },
  'pytest-slug': {
    make: (r) =>
      `${pick(r, LASTING)}/.agent/projects/-tmp-pytest-of-${letters(r, 4, 'abc')}-pytest-${r(99)}-test-${letters(r, 6, 'abc')}${r(9)}`,
    alike: (r) =>
      `${pick(r, LASTING)}/.agent/projects/-${pick(r, ['home-agent-pytest-of-things', 'srv-pytest-12-test-a0', 'tmp-pytest-of'])}/x`,
  },
  'go-tempdir': {
    make: (r) =>
      `${pick(r, TEMP)}/${pick(r, ['Test', 'Benchmark', 'Fuzz'])}${pick(r, ['Gate', '_x', 'Ä'])}${letters(r, r(8), 'abcXYZ')}${1 + r(9)}${letters(r, r(9), DIGITS)}/${letters(r, 3, DIGITS)}`,
    alike: (r) =>
      `${pick(r, LASTING)}/${pick(r, [`Plan2026/00${r(9)}`, `TestPlan${r(9999)}/00${r(9)}`, `Testing${r(99)}/001`])}`,
  },
  bats: {
    make: (r) =>
      `${pick(r, [...TEMP, ...LASTING])}/bats-run-${letters(r, 6, MIXED)}/${pick(r, [`test/${r(99)}`, `file/${r(9)}`, 'suite'])}`,
    alike: (r) =>
      `${pick(r, LASTING)}/${pick(r, ['bats-runner/test/1', `bats-run-${letters(r, 9, MIXED)}/test/1`, `bats-run-${letters(r, 6, MIXED)}/testing/1`])}`,
  },
  'bats-slug': {
    make: (r) =>
      `${pick(r, LASTING)}/.agent/projects/-tmp-bats-run-${letters(r, 6, MIXED)}-${pick(r, [`test-${r(99)}`, `file-${r(9)}`, 'suite'])}`,
    alike: (r) =>
      `${pick(r, LASTING)}/.agent/projects/-${pick(r, ['home-agent-bats-runner-test-1', 'tmp-bats-run-abc123', 'srv-bats-run'])}/x`,
  },
  junit: {
    make: (r) => `${pick(r, TEMP)}/junit${pick(r, ['', '-'])}${letters(r, 10 + r(11), DIGITS)}`,
    alike: (r) =>
      `${pick(r, LASTING)}/${pick(r, [`junit${letters(r, 15, DIGITS)}`, 'junit-report', 'junit5'])}`,
  },
  'bazel-test-tmpdir': {
    make: (r) => `${pick(r, LASTING)}/execroot/${word(r)}/_tmp/${letters(r, 32, HEX)}`,
    alike: (r) =>
      `${pick(r, LASTING)}/${pick(r, [`_tmp/${letters(r, 32, HEX)}`, `execroot/_main/_tmp/${letters(r, 8, HEX)}`, `execroot/_main/tmp/${letters(r, 32, HEX)}`])}`,
  },
  'bazel-runfiles': {
    make: (r) => `${pick(r, LASTING)}/bazel-out/bin/${word(r)}/${word(r)}_test.runfiles/_main`,
    alike: (r) =>
      `${pick(r, LASTING)}/${pick(r, ['bin/license.runfiles/_main', 'license_test/runfiles', 'latest.runfiles.d'])}`,
  },
  'mstest-deploy': {
    make: (r) =>
      `D:\\src\\${word(r)}\\TestResults\\Deploy_${letters(r, 3, 'abc')} 20260301T1011${r(5)}${r(9)}_${r(9999)}\\Out`,
    alike: (r) =>
      `D:\\src\\${pick(r, ['TestResults\\Deploy_dev', 'Deploy_dev 20260301T101112_1', 'TestResults\\notes 2026'])}`,
  },
}

const proofs = loadCatalogue().shapes.filter((shape) => shape.checked && shape.strength.startsWith('A'))

describe('records of every framework, with lookalikes beside them', () => {
  it('are made for each shape that proves a test', () => {
    expect(Object.keys(SHAPES).sort()).toEqual(proofs.map((shape) => shape.id).sort())
  })

  it.each(Object.keys(SHAPES))(`%s: no false verdict in ${RECORDS} records`, (id) => {
    const random = createRandom(418)
    const examine = createTestExaminer()
    const shape = SHAPES[id]
    if (shape === undefined) throw new Error('no such shape')
    const wrong: unknown[] = []
    for (let i = 0; i < RECORDS; i++) {
      const isTest = random(2) === 0
      const path = isTest ? shape.make(random) : shape.alike(random)
      const workspace = pick(random, ['workspace', 'cwd', 'project_root'])
      const session = {
        session_id: `s-${letters(random, 8, HEX)}`,
        harness: pick(random, ['codex', 'claude-code']),
      }
      const record =
        random(3) === 0
          ? { context: { [workspace]: path, ...session }, message: 'x' }
          : { [workspace]: path, ...session, message: words(random) }
      const { verdict } = examine({ line: 1, offset: 0, length: 0 }, record)
      if (verdict.class !== (isTest ? 'synthetic' : 'real')) wrong.push([path, verdict.class])
    }
    expect(wrong.slice(0, 5)).toEqual([])
  })
})
