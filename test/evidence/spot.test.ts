import { describe, expect, it } from 'vitest'
import { isWholePath, spotPaths } from '../../src/evidence/spot.ts'

const spot = (text: string): string[] => spotPaths(text).map(({ start, end }) => text.slice(start, end))

describe('spotPaths', () => {
  it.each([
    ['open /tmp/a/b failed', ['/tmp/a/b']],
    ['see "/tmp/a", (/tmp/b) and [/tmp/c]', ['/tmp/a', '/tmp/b', '/tmp/c']],
    ['cwd=/tmp/a;x', ['/tmp/a']],
    ['in /tmp/a.', ['/tmp/a']],
    ['at load (/tmp/a/plugin.js:10:3)', ['/tmp/a/plugin.js']],
    ['PATH=/usr/bin:/tmp/a', ['/usr/bin', '/tmp/a']],
    ['host:/srv/x', ['/srv/x']],
    ['file:///tmp/a', ['///tmp/a']],
    ['C:\\a\\b and D:/c', ['C:\\a\\b', 'D:/c']],
    ['file:///C:/a', ['///C:/a']],
    ['no path here: 3/4', ['3/4']],
    ['/tmp/…/test_a0', ['/tmp/', '/test_a0']],
    ['\\"/tmp/a\\"', ['\\', '/tmp/a']],
    ['nothing', []],
  ])('finds the paths of %j', (text, wanted) => {
    expect(spot(text)).toEqual(wanted)
  })

  it('says where a path fills its string', () => {
    expect(spotPaths('/tmp/a')[0]?.whole).toBe(true)
    expect(spotPaths('/tmp/a b')[0]?.whole).toBe(false)
  })

  it('is linear in hostile text', () => {
    const started = performance.now()
    for (const piece of ['/', 'a/', ':1', '/:', '\\"', 'a:/']) spotPaths(piece.repeat(500_000))
    expect(performance.now() - started).toBeLessThan(2500)
  })
})

describe('isWholePath', () => {
  it('takes a string that starts as an absolute path does, blanks in it allowed', () => {
    expect(['/a b', 'C:\\Program Files\\x', '\\\\server\\share'].every(isWholePath)).toBe(true)
    expect(['a/b', '', 'C:', '~/x', '/a\n/b'].some(isWholePath)).toBe(false)
  })
})
