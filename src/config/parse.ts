import type * as z from 'zod'
import { fail, type Result, succeed } from '../source/fault.ts'
import { findNearest } from '../text/nearest.ts'
import { Config } from './schema.ts'

/** What is wrong with a rules file: where in it, what stands there, what should. */
export type ConfigFault =
  | { readonly code: 'config-unreadable'; readonly path: string; readonly errno: string }
  | { readonly code: 'config-syntax'; readonly path: string; readonly detail: string }
  | {
      readonly code: 'config-key'
      readonly path: string
      readonly place: string
      readonly found: string
      readonly known: readonly string[]
      readonly nearest?: string
    }
  | {
      readonly code: 'config-value'
      readonly path: string
      readonly place: string
      readonly found: string
      readonly expected: string
    }

/** `markers[0].field`; `the file` for the whole. */
function spellPlace(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>(
    (place, part) =>
      typeof part === 'number'
        ? `${place}[${part}]`
        : place === ''
          ? String(part)
          : `${place}.${String(part)}`,
    '',
  )
  return text === '' ? 'the file' : text
}

/** A value as JSON, cut where it is long. */
function spellValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined
    at = Object.getOwnPropertyDescriptor(at, part)?.value
  }
  return at
}

const MARKER_KEYS = ['field', 'equals', 'class']

function knownKeys(path: readonly PropertyKey[]): string[] {
  if (path[0] === 'markers') return MARKER_KEYS
  if (path[0] === 'signature') return ['merge', 'split', 'keep']
  return path[0] === 'fields'
    ? ['workspace', 'session', 'harness', 'run', 'process', 'host', 'message', 'time']
    : Object.keys(Config.shape)
}

function spellExpected(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return `${issue.expected === 'array' ? 'a list' : issue.expected === 'object' ? 'an object' : `a ${issue.expected}`}`
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_union') return 'a string, a number, true or false'
  return issue.code === 'too_small' ? 'text that is not empty' : issue.message
}

function toFault(issue: z.core.$ZodIssue, path: string, value: unknown): ConfigFault {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const known = knownKeys(issue.path)
    const nearest = findNearest(key, known)
    return {
      code: 'config-key',
      path,
      place: spellPlace(issue.path),
      found: key,
      known,
      ...(nearest === undefined ? {} : { nearest }),
    }
  }
  return {
    code: 'config-value',
    path,
    place: spellPlace(issue.path),
    found: spellValue(valueAt(value, issue.path)),
    expected: spellExpected(issue),
  }
}

/** Reads the text of a rules file; `path` is its name in messages. Gives the rules, or the first thing wrong with them. */
export function parseConfig(text: string, path: string): Result<Config, ConfigFault> {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return fail({ code: 'config-syntax', path, detail: error.message })
  }
  const checked = Config.safeParse(value)
  if (checked.success) return succeed(checked.data)
  // A misspelt key explains a missing one, so it is told first.
  const { issues } = checked.error
  const issue = issues.find((one) => one.code === 'unrecognized_keys') ?? issues[0]
  if (issue === undefined) throw new Error('a rules file failed without an issue')
  return fail(toFault(issue, path, value))
}
