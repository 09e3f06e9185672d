import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDoubts } from '../../src/source/doubts.ts'

const spell = (text: string): string[] =>
  findDoubts(text).map((doubt) =>
    doubt.kind === 'duplicate'
      ? `${doubt.field} ${doubt.times}x`
      : `${doubt.field} ${doubt.source} -> ${doubt.read}`,
  )

describe('findDoubts', () => {
  it.each([
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', []],
    ['{"message":"first","message":"second"}', ['message 2x']],
    ['{"message" :"first","mess\\u0061ge"\t:"second"}', ['message 2x']],
    ['{"a":{"b":1,"b":2,"b":3}}', ['a.b 3x']],
    ['{"a":[{"b":"x","b":"y"}]}', ['a.b 2x']],
    ['{"a":"\\"b\\":1","b":"{\\"a\\":1e999}"}', []],
    ['{"":1,"":2}', [' 2x']],
    ['{"n":12345678901234567890}', ['n 12345678901234567890 -> 12345678901234567000']],
    ['{"n":[0.1,1E+2,100,-0,0.0,1.50,9007199254740992]}', []],
    ['{"n":9007199254740993}', ['n 9007199254740993 -> 9007199254740992']],
    ['{"n":1e999,"m":-1e999,"k":1e-999}', ['n 1e999 -> Infinity', 'm -1e999 -> -Infinity', 'k 1e-999 -> 0']],
    ['{"n":[true,false,null,{"x":0.30000000000000004}]}', []],
  ])('finds in %s what others may read otherwise', (text, wanted) => {
    expect(spell(text)).toEqual(wanted)
  })

  it('finds nothing in what the engine itself writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(findDoubts(JSON.stringify(value))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('takes time in proportion, however deep a value is', () => {
    const deep = `${'{"a":['.repeat(100_000)}1e999${']}'.repeat(100_000)}`
    const started = performance.now()
    expect(findDoubts(deep)).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('lists so many at most', () => {
    expect(findDoubts(`[${'1e999,'.repeat(100)}0]`)).toHaveLength(20)
    expect(findDoubts(`[${'{"a":1,"a":2},'.repeat(100)}0]`)).toHaveLength(20)
  })
})
