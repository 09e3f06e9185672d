/**
 * Paths as the evidence rules compare them: split into components after undoing the spellings that name the same folder
 * (backslashes, `\\?\`, `/private`, `//wsl$/…`, `/mnt/c/…`, doubled slashes, `.` and `..`).
 */
export type Component = { readonly text: string; readonly start: number; readonly end: number }

export type PathValue = {
  /** `relative` paths still hold framework segments, but have no root and are no workspace. */
  readonly kind: 'posix' | 'drive' | 'unc' | 'relative'
  /** Lower-case letter for `drive`, else empty. */
  readonly drive: string
  readonly components: readonly Component[]
  /** True where the file system ignores case: drive and share paths. */
  readonly folded: boolean
  readonly start: number
  readonly end: number
}

const SLASH = 0x2f
const BACKSLASH = 0x5c

export const isSeparator = (unit: number): boolean => unit === SLASH || unit === BACKSLASH

function isLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
}

function splitComponents(text: string, from: number, to: number, backslash: boolean): Component[] {
  const components: Component[] = []
  let start = from
  for (let i = from; i <= to; i++) {
    const unit = i === to ? SLASH : text.charCodeAt(i)
    if (unit !== SLASH && !(backslash && unit === BACKSLASH)) continue
    if (i > start) {
      const name = text.slice(start, i)
      if (name === '..') components.pop()
      else if (name !== '.') components.push({ text: name, start, end: i })
    }
    start = i + 1
  }
  return components
}

const isNamed = (component: Component | undefined, name: string): boolean =>
  component !== undefined && component.text.toLowerCase() === name

/** Reads text[from, to) as one path. Any text can be read; `kind` tells what it turned out to be. */
export function readPath(text: string, from = 0, to: number = text.length): PathValue {
  const first = text.charCodeAt(from)
  const second = from + 1 < to ? text.charCodeAt(from + 1) : 0
  const span = { start: from, end: to }

  if (isLetter(first) && second === 0x3a && (to === from + 2 || isSeparator(text.charCodeAt(from + 2)))) {
    const components = splitComponents(text, from + 2, to, true)
    return { kind: 'drive', drive: text.charAt(from).toLowerCase(), components, folded: true, ...span }
  }
  if (isSeparator(first) && isSeparator(second)) {
    const share = readShare(text, from, to)
    if (share !== undefined) return share
  }
  if (first === SLASH) return readPosix(splitComponents(text, from, to, false), span)
  const backslashed = text.slice(from, to).includes('\\')
  const components = splitComponents(text, from, to, backslashed)
  return { kind: 'relative', drive: '', components, folded: backslashed, ...span }
}

/** `\\?\C:\x` is a drive path, `\\wsl$\Distro\x` a POSIX one, `\\server\share\x` a share; `//x` in POSIX is `/x`. */
function readShare(text: string, from: number, to: number): PathValue | undefined {
  const span = { start: from, end: to }
  const mark = text.charAt(from + 2)
  if ((mark === '?' || mark === '.') && isSeparator(text.charCodeAt(from + 3))) {
    const inside = splitComponents(text, from + 4, to, true)
    const [first] = inside
    if (isNamed(first, 'unc')) return fromShare(inside.slice(1), span)
    const isDrive = first !== undefined && /^[A-Za-z]:$/.test(first.text)
    const drive = isDrive ? first.text.charAt(0).toLowerCase() : ''
    return {
      kind: isDrive ? 'drive' : 'unc',
      drive,
      components: inside.slice(isDrive ? 1 : 0),
      folded: true,
      ...span,
    }
  }
  const components = splitComponents(text, from, to, true)
  const [head] = components
  if (head === undefined) return undefined
  if (text.charCodeAt(from) === BACKSLASH || isNamed(head, 'wsl$') || isNamed(head, 'wsl.localhost'))
    return fromShare(components, span)
  return undefined
}

function fromShare(components: readonly Component[], span: { start: number; end: number }): PathValue {
  const [head] = components
  if (isNamed(head, 'wsl$') || isNamed(head, 'wsl.localhost')) return readPosix(components.slice(2), span)
  return { kind: 'unc', drive: '', components, folded: true, ...span }
}

/** macOS resolves /tmp and /var to /private; WSL mounts drive C at /mnt/c; a file URL writes it /C:/. */
function readPosix(components: readonly Component[], span: { start: number; end: number }): PathValue {
  const [first, second] = components
  if (first !== undefined && /^[A-Za-z]:$/.test(first.text)) {
    const drive = first.text.charAt(0).toLowerCase()
    return { kind: 'drive', drive, components: components.slice(1), folded: true, ...span }
  }
  if (isNamed(first, 'mnt') && second !== undefined && /^[A-Za-z]$/.test(second.text)) {
    const drive = second.text.toLowerCase()
    return { kind: 'drive', drive, components: components.slice(2), folded: true, ...span }
  }
  const resolved =
    first?.text === 'private' && ['tmp', 'var', 'etc'].includes(second?.text ?? '')
      ? components.slice(1)
      : components
  return { kind: 'posix', drive: '', components: resolved, folded: false, ...span }
}

/** True for a path that names a place on a machine, whichever way it is spelled. */
export const isAbsolute = (path: PathValue): boolean => path.kind !== 'relative'
