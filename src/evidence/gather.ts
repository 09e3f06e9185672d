import type { Leaf, LeafFilter } from '../profile/leaves.ts'
import type { RoleFinder } from '../profile/roles.ts'
import type { JsonObject } from '../source/parse.ts'
import type { Catalogue } from './catalogue/load.ts'
import { decodePercent, hasPercent } from './encoding.ts'
import type { Fact, FactBasis } from './fact.ts'
import { isJsonText, readJsonText } from './json-text.ts'
import { createMarkerFinder } from './markers.ts'
import { isAbsolute, readPath } from './path.ts'
import { isPlaceholder } from './placeholder.ts'
import { createShapeMatcher, type ShapeMatch } from './shapes.ts'
import { isWholePath, spotPaths } from './spot.ts'
import type { UserRules } from './user-rules.ts'

/** Gathers what one record's strings say of its origin; pure functions of them. */
export type Gatherer = {
  readonly gather: (leaves: readonly Leaf[], record: JsonObject) => Fact[]
  /** False for a string that can prove nothing, so that it need not be kept for gathering. */
  readonly mayTell: LeafFilter
}

/** Workspaces repeat; what this many of them say is remembered, then the memory starts afresh. */
const MAX_REMEMBERED = 4096

/** No path that the catalogue takes for proof is shorter, in UTF-16 units (`bats-run-x`). */
const SHORTEST_PROOF = 10

/** How often JSON text inside a string is looked into. */
const MAX_JSON_DEPTH = 2

type Remembered = { readonly field: string; readonly fact: Fact | undefined }

/** Remembers what a field's value says; the same value in another field is asked again. */
function remember(find: (text: string, field: string) => Fact | undefined): typeof find {
  const known = new Map<string, Remembered>()
  return (text, field) => {
    const before = known.get(text)
    if (before?.field === field) return before.fact
    const fact = find(text, field)
    if (known.size >= MAX_REMEMBERED) known.clear()
    known.set(text, { field, fact })
    return fact
  }
}

/** Makes the gatherer of a catalogue: paths, fixture sessions, framework variables, workspaces and actors. */
export function createGatherer(catalogue: Catalogue, findRole: RoleFinder, rules?: UserRules): Gatherer {
  const matcher = createShapeMatcher(catalogue.shapes, catalogue.roots, rules)
  const markers = createMarkerFinder(catalogue.markers)
  const fixtures = new Set(catalogue.fixtureSessions)
  /** Longest text that trims to a fixture's name, blanks around it allowed. */
  const longestFixture = Math.max(0, ...catalogue.fixtureSessions.map((name) => name.length)) + 8

  const mayTell: LeafFilter = (text) => {
    if (rules === undefined && text.length < SHORTEST_PROOF) return false
    if (hasPercent(text)) return true
    return text.includes('/') || text.includes('\\') ? matcher.mayProve(text) : matcher.mayStandAlone(text)
  }

  /** A plain POSIX path that nothing in the catalogue can match, and no rule of the user's is asked about. */
  const isLasting = (text: string): boolean =>
    rules === undefined &&
    text.charCodeAt(0) === 0x2f &&
    text.charCodeAt(1) !== 0x2f &&
    text.charCodeAt(1) !== 0x5c &&
    isWholePath(text) &&
    !matcher.mayMatter(text)

  const findWorkspace = (text: string, field: string): Fact | undefined =>
    isLasting(text)
      ? { rule: 'workspace', kind: 'workspace', basis: 'field', field, span: [0, text.length], value: text }
      : readWorkspace(text, field)

  const readWorkspace = remember((text, field) => {
    const url = /^file:\/\//i.test(text) ? decodePercent(text.slice(7)) : text
    if (!isWholePath(url)) return undefined
    const path = readPath(url)
    const { proof, temporary, root } = matcher.read(path)
    if (proof !== undefined) return pathFact(proof, url, field, 'field')
    const whole = { field, span: [0, url.length], value: url } as const
    const own = rules?.findTestPath(path)
    if (own !== undefined) return { rule: own, kind: 'test', basis: 'rule', ...whole }
    const production = rules?.findProductionRoot(path)
    if (production !== undefined) return { rule: production, kind: 'workspace', basis: 'rule', ...whole }
    const place = temporary ?? root
    if (place !== undefined) {
      const rule = temporary === undefined ? nameRoot(root?.id ?? '') : `temp-path/${temporary.shape.id}`
      const value = url.slice(place.start, place.end)
      return { rule, kind: 'temporary', basis: 'field', field, span: [place.start, place.end], value }
    }
    if (!isAbsolute(path)) return undefined
    return { rule: 'workspace', kind: 'workspace', basis: 'field', ...whole }
  })

  const findSession = (text: string, field: string): Fact | undefined => {
    const own = rules?.findFixture(text)
    if (own !== undefined) {
      return { rule: own, kind: 'test', basis: 'rule', field, span: [0, text.length], value: text }
    }
    return text.length <= longestFixture && fixtures.has(text.trim())
      ? { rule: 'session/fixture', kind: 'test', basis: 'field', field, span: [0, text.length], value: text }
      : actorFact('session', text, field)
  }

  /** Proof by a framework's shape or by a user's test path, in text[from, to) read as a path. */
  const findProof = (
    text: string,
    from: number,
    to: number,
    field: string,
    basis: FactBasis,
  ): Fact | undefined => {
    const path = readPath(text, from, to)
    const proof = matcher.findProof(path)
    if (proof !== undefined) return pathFact(proof, text, field, basis)
    const rule = rules?.findTestPath(path)
    if (rule === undefined) return undefined
    return {
      rule,
      kind: 'test',
      basis: basis === 'field' ? 'rule' : basis,
      field,
      span: [from, to],
      value: text.slice(from, to),
    }
  }

  const gatherSpans = (text: string, field: string, basis: FactBasis, facts: Fact[]): void => {
    for (const span of spotPaths(text, matcher.mayStandAlone(text))) {
      const fact = findProof(text, span.start, span.end, field, span.whole ? basis : 'text')
      if (fact !== undefined) facts.push(fact)
    }
  }

  /** Test proof in a string that is no workspace: a whole path, JSON text, or a path in running text. */
  const gatherString = (text: string, leaf: Leaf, facts: Fact[], jsonDepth: number): void => {
    if (!mayTell(text)) return
    const isMessage = leaf.role === 'message'
    if (jsonDepth < MAX_JSON_DEPTH && isJsonText(text)) {
      const inner = readJsonText(text, leaf, findRole)
      if (inner !== undefined) {
        const found: Fact[] = []
        for (const nested of inner) gatherLeaf(nested, found, jsonDepth + 1)
        for (const fact of found)
          if (fact.kind === 'test') facts.push(isMessage ? { ...fact, basis: 'text' } : fact)
        return
      }
    }
    const decoded = hasPercent(text) ? decodePercent(text) : text
    const url = /^file:\/\//i.test(decoded) ? decoded.slice(7) : decoded
    if (!isMessage && isWholePath(url)) {
      const fact = findProof(url, 0, url.length, leaf.field, 'field')
      if (fact !== undefined) {
        facts.push(fact)
        return
      }
    }
    gatherSpans(decoded, leaf.field, isMessage ? 'text' : 'field', facts)
  }

  const findByRole = (leaf: Leaf, text: string): Fact | undefined => {
    switch (leaf.role) {
      case 'workspace':
        return findWorkspace(text, leaf.field)
      case 'session':
        return findSession(text, leaf.field)
      case 'harness':
        return actorFact('harness', text, leaf.field)
      case 'marker':
        return markers.byName(leaf.key, text, leaf.field)
      case undefined:
        return markers.byAssignment(text, leaf.field)
      default:
        return undefined
    }
  }

  const gatherLeaf = (leaf: Leaf, facts: Fact[], jsonDepth: number): void => {
    const text = typeof leaf.value === 'string' ? leaf.value : String(leaf.value)
    const fact = findByRole(leaf, text)
    if (fact !== undefined) facts.push(fact)
    else if (typeof leaf.value === 'string' && !isPlainTime(leaf)) gatherString(text, leaf, facts, jsonDepth)
  }

  const gather = (leaves: readonly Leaf[], record: JsonObject): Fact[] => {
    const facts: Fact[] = rules === undefined ? [] : rules.findMarkers(record)
    for (const leaf of leaves) gatherLeaf(leaf, facts, 0)
    for (const fact of facts) {
      // Whoever recorded a fixture's session name recorded no real actor, whatever the harness says.
      if (isFixture(fact)) return facts.filter((other) => other.kind !== 'actor')
    }
    return facts
  }

  return { gather, mayTell: (text) => mayTell(text) || markers.isAssignment(text) }
}

/** A time as it is usually written holds no path. */
const isPlainTime = ({ role, value }: Leaf): boolean =>
  role === 'time' && typeof value === 'string' && value.length < 40 && value.charCodeAt(0) <= 0x39

const isFixture = ({ kind, rule }: Fact): boolean =>
  kind === 'test' && (rule === 'session/fixture' || rule.startsWith('user/fixtureSessions'))

const nameRoot = (id: string): string => (id.startsWith('user/') ? id : `temp-root/${id}`)

function actorFact(rule: 'session' | 'harness', text: string, field: string): Fact | undefined {
  if (isPlaceholder(text)) return undefined
  return { rule, kind: 'actor', basis: 'field', field, span: [0, text.length], value: text }
}

function pathFact(match: ShapeMatch, text: string, field: string, basis: FactBasis): Fact {
  const { shape, start, end, test, truncated, run, within } = match
  return {
    rule: `temp-path/${shape.id}`,
    kind: 'test',
    basis,
    field,
    span: [start, end],
    value: text.slice(start, end),
    ...(shape.framework === undefined ? {} : { framework: shape.framework }),
    ...(test === undefined ? {} : { test }),
    ...(truncated ? { truncated } : {}),
    ...(run === undefined ? {} : { run }),
    ...(within === undefined ? {} : { within }),
  }
}
