// Reads what `strace -f -y` wrote: one call at a time, whole also where another process's line came between its halves,
// with every path that it names, by text or by descriptor.
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'

/** The options of strace; buffers are not printed, so that no bytes of a ledger can be taken for a path. */
export const straceOptions = (file) => [
  ...['-f', '-y', '-s', '0', '-o', file],
  ...['-e', 'trace=%file,%desc,%network', '-e', 'signal=none', '--'],
]

const ESCAPES = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f', '"': '"', '\\': '\\' }

/** A text as strace quotes it, in octal where it is no plain ASCII. */
const unquote = (text) =>
  Buffer.from(
    text.replace(/\\([0-7]{1,3}|x[0-9a-f]{2}|.)/g, (_, code) => {
      if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
      if (code.length === 3) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return ESCAPES[code] ?? code
    }),
    'latin1',
  ).toString('utf8')

/** Calls as `{ pid, name, args, result }`, in the order in which they ended; those that never did come last. */
export function* parseTrace(text) {
  const halves = new Map()
  for (const line of text.split('\n')) {
    const [, pid, rest] = /^(?:\[pid\s+)?(\d+)\]?\s+(.*)$/s.exec(line) ?? []
    if (rest === undefined || /^(\+\+\+|---)/.test(rest)) continue
    const cut = /^(.*?)\s*<unfinished \.\.\.>(?:\)?\s*=\s*\?)?$/s.exec(rest)
    if (cut !== null && !rest.startsWith('<...')) {
      halves.set(pid, cut[1])
      continue
    }
    const resumed = /^<\.\.\. [\w#]+ resumed>(.*)$/s.exec(rest)
    const whole = resumed === null ? rest : `${halves.get(pid) ?? ''}${resumed[1]}`
    if (resumed !== null) halves.delete(pid)
    yield parseCall(pid, whole)
  }
  for (const [pid, half] of halves) yield parseCall(pid, half)
}

function parseCall(pid, text) {
  const [, name = text, inner = ''] = /^(\w+)\((.*)$/s.exec(text) ?? []
  const [, args = inner, result = '?'] = /^(.*)\)\s+=\s(.*)$/s.exec(inner) ?? []
  return { pid, name, args, result }
}

/** Quoted texts, and descriptors with the path that -y shows behind them. */
const NAMED = /"((?:[^"\\]|\\.)*)"|\b(AT_FDCWD|\d+)<((?:[^<>\\]|\\.)*)>/gs

/** Texts of these calls name no path. */
const NO_PATHS = new Set(['memfd_create', 'fsconfig', 'fsopen'])

const resolveReally = (path) => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/**
 * Every absolute path that a call names. A relative one starts at the descriptor before it, which is then only a start, or
 * else at each folder of `folders` in turn: rather one path too many than one missed. Links are followed as well.
 */
export function pathsOf({ name, args, result }, folders) {
  const paths = new Set()
  let start
  const keepStart = () => {
    if (start?.isOpen) paths.add(start.path)
    start = undefined
  }
  for (const [, text, number, target] of `${args} = ${result}`.matchAll(NAMED)) {
    if (text === undefined) {
      keepStart()
      const path = unquote(target)
      if (path.startsWith('/')) start = { path, isOpen: number !== 'AT_FDCWD' }
    } else if (text !== '' && !NO_PATHS.has(name)) {
      for (const folder of start === undefined ? folders : [start.path])
        paths.add(resolve(folder, unquote(text)))
      start = undefined
    } else if (start !== undefined) {
      paths.add(start.path)
      start = undefined
    }
  }
  keepStart()
  return new Set([...paths, ...[...paths].map(resolveReally)])
}

/** The working folders that processes of a trace had. */
export function foldersOf(calls, first) {
  const folders = new Set([first])
  for (const { name, args } of calls) {
    for (const [, path] of args.matchAll(/AT_FDCWD<((?:[^<>\\]|\\.)*)>/g)) folders.add(unquote(path))
    const moved = name === 'chdir' || name === 'fchdir' ? /"([^"]*)"|<([^>]*)>/.exec(args) : null
    if (moved !== null) folders.add(resolve(first, unquote(moved[1] ?? moved[2])))
  }
  return [...folders]
}
