import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokensOf } from '../../src/signature/sign.ts'
import { renderTemplate } from '../../src/signature/token.ts'
import { tokenise as mask } from '../../src/signature/tokenise.ts'

const tokenise = (text: string): string[] => tokensOf({ text: mask(text) })

const show = (text: string): string => renderTemplate(tokenise(text))

describe('tokenise', () => {
  it.each([
    [
      'budget exceeded: 41200 tokens used of 100000 allowed',
      'budget exceeded: <n> tokens used of <n> allowed',
    ],
    ['hook timed out after 90 s (limit 1.5 min)', 'hook timed out after <n> (limit <n>)'],
    ['waited 1m 30s', 'waited <n>'],
    ["open '/home/a/b.ts' failed", 'open <text> failed'],
    ['cannot open /home/a/b.ts:10:3.', 'cannot open <path>'],
    ['lock C:\\a\\b.lock is held', 'lock <path> is held'],
    ['see src/app/main.ts and read/write', 'see <path> and read/write'],
    ['commit 7cfbf6e by dev@example.invalid', 'commit <id> by <id>'],
    ['fetch https://example.invalid/a?b=1 failed', 'fetch <url> failed'],
    ['user=root port= 22 reason=EXPIRED code=ab12', 'user=<value> port=<value> reason=EXPIRED code=<id>'],
    ["missing ['a', 'b', 'c'] here", 'missing <text> here'],
    ['missing [] here', 'missing <value> here'],
    ['files a.ts, b.ts, c.ts changed', 'files <path> changed'],
    ['attempt (3) of 4', 'attempt of <n>'],
    ['done () now', 'done now'],
    ["can't stop; won't", "can't stop; won't"],
    ['\u001b[31mError\u001b[0m: x', 'error: x'],
    ['Timeout reached.', 'timeout reached'],
    ['first line\n  at frame 1\n  at frame 2\nlast', 'first line <text> last'],
    ['日本語 と 漢字', '日本語 と 漢字'],
    ['“quoted” text', '<text> text'],
    ['an "unclosed quote', 'an <text>'],
    ['', ''],
  ])('masks %j as %j', (text, wanted) => {
    expect(show(text)).toBe(wanted)
  })

  it('gives equal tokens for values of any length and number', () => {
    expect(tokenise('missing a.ts')).toEqual(tokenise('missing a.ts, b/c.ts, d.ts'))
    expect(tokenise('took 3 ms')).toEqual(tokenise('took 12 minutes'))
  })

  it('is pure: nothing that was masked before plays in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, other) => {
        const before = tokenise(text)
        tokenise(other)
        expect(tokenise(text)).toEqual(before)
      }),
    )
  })

  it('makes no token that holds a blank', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(tokenise(text).filter((token) => token === '' || token.includes(' '))).toEqual([])
      }),
    )
  })

  it('takes time that grows with the text, not with its square', () => {
    const started = performance.now()
    for (const piece of ["'a ", '"', '(', '[', 'a=', '1 ', 'a/', "a'", '\n ', '\u001b[', 'x', '.', 'é"']) {
      tokenise(piece.repeat(1_000_000))
    }
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
