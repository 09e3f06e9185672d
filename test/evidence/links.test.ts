import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLinkIndex, findLinkKeys } from '../../src/evidence/links.ts'
import { settleVerdict } from '../../src/examine.ts'
import type { JsonObject } from '../../src/source/parse.ts'
import { ALL, createTestExaminer, triageRecords } from '../setup/helpers.ts'

const REAL = { cwd: '/srv/agents/planner', session_id: '9948c645-c094-4477-a4f4-c7acdbeb2bb6' }
const TEST = { cwd: '/tmp/pytest-of-agent/pytest-9/test_gate0' }
const at = (minute: number): string => new Date(Date.UTC(2026, 7, 1, 10, minute)).toISOString()

/** Class and reason of every record, links resolved over all of them. */
function judge(records: readonly JsonObject[], limit?: number): string[] {
  const examine = createTestExaminer()
  const links = createLinkIndex(limit)
  const examined = records.map((value, i) => examine({ line: i + 1, offset: 0, length: 0 }, value))
  for (const { record, verdict } of examined)
    links.learn(record, verdict, { ledger: 0, line: record.position.line })
  return examined.map(({ record, verdict }) => {
    const { class: of, reason } = settleVerdict(record, verdict, links).verdict
    return `${of} ${reason}`
  })
}

const last = (records: readonly JsonObject[], limit?: number): string => judge(records, limit).at(-1) ?? ''

describe('links', () => {
  it.each<[string, JsonObject[], string]>([
    ['a shared run id', [{ run_id: 'ct-7f', ...TEST }, { run_id: 'ct-7f' }], 'synthetic linked'],
    ['a nested run id', [{ run: { id: 'ct-7f' }, ...TEST }, { run_id: 'ct-7f' }], 'synthetic linked'],
    [
      'a proof in text',
      [{ run_id: 'ct-7f', msg: `see ${TEST.cwd}/a` }, { run_id: 'ct-7f' }],
      'synthetic linked',
    ],
    [
      'a record with half an evidence',
      [
        { run_id: 'ct-7f', ...TEST },
        { run_id: 'ct-7f', harness: 'codex' },
      ],
      'synthetic linked',
    ],
    [
      'real work in the same run, at any time',
      [{ run_id: 'ct-7f', ...TEST }, { run_id: 'ct-7f', ...REAL }, { run_id: 'ct-7f' }],
      'unattributed no-provenance',
    ],
    [
      'a conflict in the same run',
      [{ run_id: 'ct-7f', ...TEST }, { run_id: 'ct-7f', ...REAL, msg: TEST.cwd }, { run_id: 'ct-7f' }],
      'unattributed no-provenance',
    ],
    [
      'a conflict alone',
      [{ run_id: 'ct-7f', ...REAL, msg: TEST.cwd }, { run_id: 'ct-7f' }],
      'unattributed no-provenance',
    ],
    ['another run id', [{ run_id: 'ct-7f', ...TEST }, { run_id: 'ct-7f0' }], 'unattributed no-provenance'],
    ['a shared session', [{ session_id: 'abc', ...TEST }, { session_id: 'abc' }], 'unattributed thin'],
    [
      'a fallback run id',
      [{ run_id: 'standalone', ...TEST }, { run_id: 'standalone' }],
      'unattributed no-provenance',
    ],
    ['an empty run id', [{ run_id: '', ...TEST }, { run_id: '' }], 'unattributed no-provenance'],
    ['a zero run id', [{ run_id: '000', ...TEST }, { run_id: '000' }], 'unattributed no-provenance'],
    [
      'a shared process',
      [
        { pid: 7, ts: at(0), ...TEST },
        { pid: 7, ts: at(15) },
      ],
      'synthetic linked',
    ],
    [
      'a shared process, number or text',
      [
        { pid: 7, ts: at(0), ...TEST },
        { pid: '7', ts: at(1) },
      ],
      'synthetic linked',
    ],
    [
      'a shared process before its proof',
      [
        { pid: 7, ts: at(9), ...TEST },
        { pid: 7, ts: at(0) },
      ],
      'synthetic linked',
    ],
    [
      'a process long after',
      [
        { pid: 7, ts: at(0), ...TEST },
        { pid: 7, ts: at(16) },
      ],
      'unattributed no-provenance',
    ],
    [
      'a process on another host',
      [
        { pid: 7, host: 'a', ts: at(0), ...TEST },
        { pid: 7, host: 'b', ts: at(1) },
      ],
      'unattributed no-provenance',
    ],
    [
      'a process on a host that only one names',
      [
        { pid: 7, host: 'a', ts: at(0), ...TEST },
        { pid: 7, ts: at(1) },
      ],
      'unattributed no-provenance',
    ],
    [
      'process 1',
      [
        { pid: 1, ts: at(0), ...TEST },
        { pid: 1, ts: at(1) },
      ],
      'unattributed no-provenance',
    ],
    ['an undated record', [{ pid: 7, ts: at(0), ...TEST }, { pid: 7 }], 'unattributed no-provenance'],
    [
      'an undated proof',
      [
        { pid: 7, ...TEST },
        { pid: 7, ts: at(1) },
      ],
      'unattributed no-provenance',
    ],
    [
      'real work in the process near the proof',
      [
        { pid: 7, ts: at(0), ...TEST },
        { pid: 7, ts: at(14), ...REAL },
        { pid: 7, ts: at(1) },
      ],
      'unattributed no-provenance',
    ],
    [
      'real work in the process far from the proof',
      [
        { pid: 7, ts: at(0), ...TEST },
        { pid: 7, ts: at(16), ...REAL },
        { pid: 7, ts: at(1) },
      ],
      'synthetic linked',
    ],
    [
      'a blocked process beside a free run',
      [
        { run_id: 'r-1', ...TEST },
        { pid: 7, ts: at(0), ...TEST },
        { pid: 7, ts: at(1), ...REAL },
        { run_id: 'r-1', pid: 7, ts: at(2) },
      ],
      'unattributed no-provenance',
    ],
    [
      'a chain of links',
      [
        { pid: 7, run_id: 'r-1', ts: at(0), ...TEST },
        { pid: 8, run_id: 'r-1', ts: at(0) },
        { pid: 8, ts: at(1) },
      ],
      'unattributed no-provenance',
    ],
    [
      'real work, which never spreads',
      [
        { pid: 7, ts: at(0), ...REAL },
        { pid: 7, ts: at(1) },
      ],
      'unattributed no-provenance',
    ],
  ])('%s', (_name, records, wanted) => {
    expect(last(records)).toBe(wanted)
    expect(judge([...records].reverse())[0]).toBe(wanted)
  })

  it('are off past their limit, for all records alike', () => {
    const records = [{ run_id: 'a-1', ...TEST }, { run_id: 'b-1', ...TEST }, { run_id: 'a-1' }]
    expect(last(records, 2)).toBe('synthetic linked')
    expect(last(records, 1)).toBe('unattributed no-provenance')
  })

  it('name the earliest record that proves them', () => {
    const examine = createTestExaminer()
    const links = createLinkIndex()
    for (const line of [9, 3, 5]) {
      const { record, verdict } = examine({ line, offset: 0, length: 0 }, { run_id: 'ct-7f', ...TEST })
      links.learn(record, verdict, { ledger: 0, line })
    }
    const { record, verdict } = examine({ line: 1, offset: 0, length: 0 }, { run_id: 'ct-7f' })
    expect(settleVerdict(record, verdict, links).link).toMatchObject({
      by: 'run',
      proof: { ledger: 0, line: 3 },
      key: { value: 'ct-7f' },
    })
  })

  it('count the same in one pass as in two, in any order', async () => {
    const record = fc.record(
      {
        run_id: fc.constantFrom('r-1', 'r-2', 'local'),
        pid: fc.constantFrom(1, 7, 8),
        ts: fc.constantFrom(at(0), at(10), at(20), at(40)),
        side: fc.constantFrom(REAL, TEST, {}, {}),
      },
      { requiredKeys: ['side'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 14 }), async (drawn) => {
        const records = drawn.map(({ side, ...rest }) => ({ ...rest, ...side, message: 'x' }))
        const { totals } = await triageRecords(records, ALL)
        const verdicts = judge(records)
        const count = (of: string): number => verdicts.filter((verdict) => verdict.startsWith(of)).length
        expect(totals.counts).toEqual({
          synthetic: count('synthetic'),
          real: count('real'),
          unattributed: count('unattributed'),
        })
        expect(judge([...records].reverse()).reverse()).toEqual(verdicts)
      }),
      { numRuns: 400 },
    )
  })
})

describe('findLinkKeys', () => {
  it('finds nothing where nothing is shared with anyone', () => {
    const { record } = createTestExaminer()(
      { line: 1, offset: 0, length: 0 },
      { session_id: 's', request_id: 'r', client_id: 'c', op_id: 'o', run_id: 'main', pid: 1 },
    )
    expect(findLinkKeys(record.leaves)).toBeUndefined()
  })
})
