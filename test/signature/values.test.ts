import { describe, expect, it } from 'vitest'
import { HOLE_N, HOLE_PATH, HOLE_VALUE } from '../../src/signature/token.ts'
import { tokenise } from '../../src/signature/tokenise.ts'
import { listHoles, readValues } from '../../src/signature/values.ts'

describe('readValues', () => {
  it.each([
    [
      'gate refused (exit 78): /tmp/a b is 3 days old',
      ['78', '/tmp/a b', '3 days'],
      ['gate', 'refused', '(', 'exit', HOLE_N, ')', ':', HOLE_PATH, 'is', HOLE_N, 'old'],
    ],
    [
      'Push of main to origin refused',
      ['main', 'origin'],
      ['push', 'of', HOLE_VALUE, 'to', HOLE_VALUE, 'refused'],
    ],
    [
      'Hook blocked "grep in x" in /a because',
      ['grep in x', '/a'],
      ['hook', 'blocked', HOLE_VALUE, 'in', HOLE_PATH, 'because'],
    ],
    ['\u001b[31mgone for 7\u001b[0m', ['7'], ['gone', 'for', HOLE_N]],
    ['push of main refused', [''], ['push', 'of', 'main', HOLE_VALUE, 'refused']],
  ] as const)('of %j are %j', (message, values, tokens) => {
    expect(readValues(tokens, message)).toEqual(values)
  })

  it('are undefined where the words of the template are not there', () => {
    expect(readValues(['disk', 'is', 'full'], 'disk is empty')).toBeUndefined()
  })

  it('never take a word for a part of another', () => {
    expect(readValues(['of', HOLE_VALUE], 'offset of nine')).toEqual(['nine'])
  })

  it('take linear time where blanks stand inside one', () => {
    const value = `a${' ,'.repeat(1900)}b`
    const from = performance.now()
    for (let i = 0; i < 200; i++)
      expect(readValues(['of', HOLE_VALUE], `of ${value}`)).toEqual([value.slice(0, 200)])
    expect(performance.now() - from).toBeLessThan(500)
  })

  it('can be read of any message by its own template', () => {
    const message = "record 7 of 'a.json' skipped: 'x' should be array, is null at 2026-08-21T09:14:07Z"
    expect(readValues(tokenise(message).split(' '), message)).not.toBeUndefined()
  })
})

describe('listHoles', () => {
  it('names each hole by the words right before it', () => {
    expect(listHoles(['gate', HOLE_VALUE, 'refused', '(', 'exit', HOLE_N, ')'])).toEqual([
      { index: 0, name: 'value', before: 'gate' },
      { index: 1, name: 'n', before: 'refused exit' },
    ])
  })
})
