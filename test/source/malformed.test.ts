import { describe, expect, it } from 'vitest'
import { explainSyntax } from '../../src/source/malformed.ts'

describe('explainSyntax', () => {
  it('does not search a line that is longer than any record for one that follows a tear', () => {
    const torn = (length: number): string => `{"a":"${'x'.repeat(length)}{"b":2}`
    expect(explainSyntax(torn(1000), true)).toBe('cut-then-record')
    expect(explainSyntax(torn(300 * 1024), true)).toBe('cut')
  })

  it.each([
    ['{"a":"}"},', 'trailing-comma'],
    ['{"a":"["},', 'trailing-comma'],
    ['{"a":"]"},', 'trailing-comma'],
    ['{"a":"\\"}"},', 'trailing-comma'],
    ['{"a":"\\""},', 'trailing-comma'],
    ['{"a":[1,{"b":[2]},[]]},', 'trailing-comma'],
    ['{"a":[1,{"b":[2]},[]]} {"c":3}', 'several-values'],
  ] as const)('finds the end of the value in %s', (text, reason) => {
    expect(explainSyntax(text, true)).toBe(reason)
  })

  it.each([
    '{"a":"NaN","b":NaN}',
    '{"a":"\\"NaN","b":NaN}',
    '{"a":"\\"","b":NaN}',
    '{"a":"[","b":-Infinity}',
    '{"a":"]","b":[Infinity,NaN]}',
    '{"a":{"b":NaN},"c":-1,"d":"Infinity"}',
  ])('tells words for numbers that JSON has not from text that holds them: %s', (text) => {
    expect(explainSyntax(text, true)).toBe('non-finite')
  })

  it.each(['{"a":None}', '{"a":Nan}', '{"a":In}', '{"a":"NaN" 1}'])('takes %s for no such word', (text) => {
    expect(explainSyntax(text, true)).toBe('syntax')
  })

  it('calls what is not terminated torn, whatever it begins with', () => {
    expect(explainSyntax('{"a":', false)).toBe('torn')
    expect(explainSyntax('Traceback', false)).toBe('torn')
    expect(explainSyntax('{"a":1},', false)).toBe('torn')
  })
})
