import { describe, expect, it } from 'vitest'
import { explainSyntax } from '../../src/source/malformed.ts'

describe('explainSyntax', () => {
  it('does not search a line that is longer than any record for one that follows a tear', () => {
    const torn = (length: number): string => `{"a":"${'x'.repeat(length)}{"b":2}`
    expect(explainSyntax(torn(1000), true)).toBe('cut-then-record')
    expect(explainSyntax(torn(300 * 1024), true)).toBe('cut')
  })

  it('calls what is not terminated torn, whatever it begins with', () => {
    expect(explainSyntax('{"a":', false)).toBe('torn')
    expect(explainSyntax('Traceback', false)).toBe('torn')
    expect(explainSyntax('{"a":1},', false)).toBe('torn')
  })
})
