import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/parse.ts'

const parse = (value: unknown) =>
  parseConfig(typeof value === 'string' ? value : JSON.stringify(value), 'rules.json')

describe('parseConfig', () => {
  it('takes what is known, with empty lists for what is not said', () => {
    const parsed = parse({ $schema: 'x', fixtureSessions: ['a-*'], markers: [{ field: 'a', equals: 1 }] })
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        fixtureSessions: ['a-*'],
        markers: [{ field: 'a', equals: 1, class: 'synthetic' }],
        testPaths: [],
      },
    })
    expect(parse({}).ok).toBe(true)
  })

  it.each<[unknown, object]>([
    [
      { fixtureSesions: [] },
      { code: 'config-key', place: 'the file', found: 'fixtureSesions', nearest: 'fixtureSessions' },
    ],
    [
      { markers: [{ field: 'a', equal: 1 }] },
      { code: 'config-key', place: 'markers[0]', found: 'equal', nearest: 'equals' },
    ],
    [
      { fields: { worspace: [] } },
      { code: 'config-key', place: 'fields', found: 'worspace', nearest: 'workspace' },
    ],
    [{ testPaths: '/a' }, { code: 'config-value', place: 'testPaths', found: '"/a"', expected: 'a list' }],
    [{ testPaths: [7] }, { code: 'config-value', place: 'testPaths[0]', found: '7', expected: 'a string' }],
    [
      { testPaths: ['a/b'] },
      {
        code: 'config-value',
        place: 'testPaths[0]',
        found: '"a/b"',
        expected: expect.stringContaining('an absolute path'),
      },
    ],
    [
      { tempRoots: ['/a/[b'] },
      {
        code: 'config-value',
        place: 'tempRoots[0]',
        found: '"/a/[b"',
        expected: expect.stringContaining('sets and braces'),
      },
    ],
    [
      { productionRoots: ['/a/b**'] },
      { code: 'config-value', expected: expect.stringContaining('** stands between slashes') },
    ],
    [
      { fixtureSessions: [''] },
      { code: 'config-value', place: 'fixtureSessions[0]', expected: 'a pattern that is not empty' },
    ],
    [
      { markers: [{ field: 'a', equals: [] }] },
      { code: 'config-value', place: 'markers[0].equals', found: '[]' },
    ],
    [
      { markers: [{ field: 'a', equals: 1, class: 'fake' }] },
      { code: 'config-value', place: 'markers[0].class', expected: 'one of synthetic, real' },
    ],
    [[], { code: 'config-value', place: 'the file', found: '[]', expected: 'an object' }],
    ['{"a":', { code: 'config-syntax' }],
  ])('says of %j where it is wrong, what stands there and what should', (value, fault) => {
    expect(parse(value)).toMatchObject({ ok: false, fault: { path: 'rules.json', ...fault } })
  })
})
