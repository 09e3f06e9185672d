import type { Config } from '../config/schema.ts'
import { NAMED_ROLES, ROLE_NAMES, type RoleNames } from '../profile/roles.ts'
import type { Grouping } from '../signature/grouping.ts'
import { isJsonObject, type JsonObject } from '../source/parse.ts'
import { matchesName, startsLike } from '../text/glob.ts'
import type { Fact } from './fact.ts'
import { type PathValue, readPath } from './path.ts'

/** A user's rules, ready to be asked. Every answer names the rule that gave it, as `user/KEY[INDEX]`. */
export type UserRules = {
  /** Names of all rules, in the order of the file. */
  readonly ids: readonly string[]
  readonly roleNames: RoleNames
  readonly findFixture: (session: string) => string | undefined
  readonly findTestPath: (path: PathValue) => string | undefined
  readonly findTempRoot: (path: PathValue) => { readonly id: string; readonly depth: number } | undefined
  readonly findProductionRoot: (path: PathValue) => string | undefined
  readonly findMarkers: (record: JsonObject) => Fact[]
  /** Rules of `fields` by the field name that they add. */
  readonly fieldRules: ReadonlyMap<string, string>
  /** Literals of which a path that a rule proves or roots holds one; undefined where any text may match. */
  readonly marks: readonly string[] | undefined
  readonly grouping: Grouping
}

type PathRule = { readonly id: string; readonly path: PathValue; readonly parts: readonly string[] }

const toPathRules = (key: string, patterns: readonly string[]): PathRule[] =>
  patterns.map((pattern, i) => {
    const path = readPath(pattern)
    return { id: `user/${key}[${i}]`, path, parts: path.components.map((component) => component.text) }
  })

function fits(path: PathValue, rule: PathRule): boolean {
  if (path.kind !== rule.path.kind || path.drive !== rule.path.drive) return false
  return startsLike(
    path.components.map((component) => component.text),
    rule.parts,
    path.folded,
  )
}

const findPath =
  (rules: readonly PathRule[]) =>
  (path: PathValue): string | undefined =>
    rules.find((rule) => fits(path, rule))?.id

/** The longest component of a pattern that is literal: text without it cannot hold a path that fits. */
function markOf({ parts }: PathRule): string | undefined {
  const literal = parts.filter((part) => !/[*?]/.test(part)).sort((a, b) => b.length - a.length)[0]
  return literal !== undefined && literal.length >= 2 ? literal : undefined
}

/** Every value of that name in a record, at any depth, or of that dotted name from its top. */
function findValues(record: JsonObject, name: string): { readonly field: string; readonly value: unknown }[] {
  const found: { field: string; value: unknown }[] = []
  const pending: { field: string; value: unknown }[] = [{ field: '', value: record }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { field, value } = next
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) pending.push({ field: `${field}[${i}]`, value: item })
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value)) {
        const inside = field === '' ? key : `${field}.${key}`
        if (key === name || inside === name) found.push({ field: inside, value: value[key] })
        if (typeof value[key] === 'object') pending.push({ field: inside, value: value[key] })
      }
    }
  }
  return found.sort((a, b) => (a.field < b.field ? -1 : 1))
}

function compileMarkers(markers: Config['markers']): (record: JsonObject) => Fact[] {
  return (record) =>
    markers.flatMap(({ field, equals, class: of }, i) => {
      const hit = findValues(record, field).find(({ value }) => value === equals)
      if (hit === undefined) return []
      const value = String(equals)
      const kind = of === 'synthetic' ? ('test' as const) : ('production' as const)
      return [
        {
          rule: `user/markers[${i}]`,
          kind,
          basis: 'rule' as const,
          field: hit.field,
          span: [0, value.length] as const,
          value,
        },
      ]
    })
}

function addNames(fields: Config['fields']): RoleNames {
  const { workspace, session, harness, run, process, host, message, time } = fields
  return {
    workspace: [...ROLE_NAMES.workspace, ...(workspace ?? [])],
    session: [...ROLE_NAMES.session, ...(session ?? [])],
    harness: [...ROLE_NAMES.harness, ...(harness ?? [])],
    run: [...ROLE_NAMES.run, ...(run ?? [])],
    process: [...ROLE_NAMES.process, ...(process ?? [])],
    host: [...ROLE_NAMES.host, ...(host ?? [])],
    message: [...ROLE_NAMES.message, ...(message ?? [])],
    time: [...ROLE_NAMES.time, ...(time ?? [])],
  }
}

/** Makes a user's rules ready. */
export function compileRules(config: Config): UserRules {
  const testPaths = toPathRules('testPaths', config.testPaths)
  const tempRoots = toPathRules('tempRoots', config.tempRoots)
  const productionRoots = toPathRules('productionRoots', config.productionRoots)
  const fieldRules = new Map<string, string>()
  for (const role of NAMED_ROLES) {
    for (const [i, name] of (config.fields[role] ?? []).entries())
      fieldRules.set(name, `user/fields.${role}[${i}]`)
  }
  const marks = [...testPaths, ...tempRoots].map(markOf)
  const idsOf = (key: string, list: readonly unknown[]): string[] => list.map((_, i) => `user/${key}[${i}]`)
  return {
    ids: [
      ...idsOf('fixtureSessions', config.fixtureSessions),
      ...idsOf('markers', config.markers),
      ...[...testPaths, ...tempRoots, ...productionRoots].map((rule) => rule.id),
      ...fieldRules.values(),
      ...idsOf('signature.merge', config.signature.merge),
      ...idsOf('signature.split', config.signature.split),
      ...idsOf('signature.keep', config.signature.keep),
    ],
    roleNames: addNames(config.fields),
    findFixture: (session) => {
      const i = config.fixtureSessions.findIndex((pattern) => matchesName(session.trim(), pattern))
      return i < 0 ? undefined : `user/fixtureSessions[${i}]`
    },
    findTestPath: findPath(testPaths),
    findTempRoot: (path) => {
      const rule = tempRoots.find((one) => fits(path, one))
      return rule === undefined ? undefined : { id: rule.id, depth: rule.parts.length }
    },
    findProductionRoot: findPath(productionRoots),
    findMarkers: compileMarkers(config.markers),
    fieldRules,
    grouping: {
      merge: config.signature.merge,
      split: config.signature.split,
      keep: config.signature.keep.map((word) => word.toLowerCase()),
    },
    marks: marks.some((mark) => mark === undefined) ? undefined : marks.filter((mark) => mark !== undefined),
  }
}
