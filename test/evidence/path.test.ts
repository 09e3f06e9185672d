import { describe, expect, it } from 'vitest'
import { isAbsolute, readPath } from '../../src/evidence/path.ts'

const spell = (text: string): string => {
  const { kind, drive, components } = readPath(text)
  return `${kind}:${drive}:${components.map((component) => component.text).join('/')}`
}

describe('readPath', () => {
  it.each([
    ['/private/tmp/a', 'posix::tmp/a'],
    ['/private/var/folders/x', 'posix::var/folders/x'],
    ['/private/etc-like/a', 'posix::private/etc-like/a'],
    ['//tmp//a/', 'posix::tmp/a'],
    ['/tmp/a/../b/./c', 'posix::tmp/b/c'],
    ['/../..', 'posix::'],
    ['C:\\Users\\dev\\x', 'drive:c:Users/dev/x'],
    ['c:/Users/dev', 'drive:c:Users/dev'],
    ['\\\\?\\C:\\Users', 'drive:c:Users'],
    ['\\\\.\\D:\\x', 'drive:d:x'],
    ['\\\\?\\UNC\\server\\share', 'unc::server/share'],
    ['\\\\server\\share\\x', 'unc::server/share/x'],
    ['\\\\wsl$\\Ubuntu\\tmp\\x', 'posix::tmp/x'],
    ['//wsl.localhost/Debian/home/x', 'posix::home/x'],
    ['/mnt/c/Users/dev', 'drive:c:Users/dev'],
    ['/mnt/data/x', 'posix::mnt/data/x'],
    ['/C:/Users/dev', 'drive:c:Users/dev'],
    ['src/api', 'relative::src/api'],
    ['.', 'relative::'],
    ['~/x', 'relative::~/x'],
    ['C:relative', 'relative::C:relative'],
  ])('reads %s as %s', (text, wanted) => {
    expect(spell(text)).toBe(wanted)
  })

  it('keeps where each component stands in the text', () => {
    const text = 'see C:\\Users\\dev here'
    const path = readPath(text, 4, 16)
    expect(path.components.map(({ start, end }) => text.slice(start, end))).toEqual(['Users', 'dev'])
  })

  it('folds case where the file system does', () => {
    expect([readPath('C:\\x').folded, readPath('/mnt/c/x').folded, readPath('/x').folded]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('takes only rooted spellings for absolute', () => {
    expect(['/x', 'C:\\x', '\\\\server\\share', '/'].every((text) => isAbsolute(readPath(text)))).toBe(true)
    expect(
      ['x', '.', '~', '~/x', '[redacted]', '', 'C:'].filter((text) => isAbsolute(readPath(text))),
    ).toEqual(['C:'])
  })
})
