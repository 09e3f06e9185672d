import { createLiteralTest } from '../text/literals.ts'
import type { Shape, TempRoot } from './catalogue/schema.ts'
import type { Component, PathValue } from './path.ts'
import type { UserRules } from './user-rules.ts'

/** Longest component that is matched; a longer name is none of a framework's. */
const MAX_COMPONENT = 512

/** A shape found in a path: which, where, and what its names give away. */
export type ShapeMatch = {
  readonly shape: Shape
  readonly start: number
  readonly end: number
  readonly test?: string
  readonly truncated: boolean
  readonly run?: string
  /** The user's temp root that it lies under, where that is what made it proof. */
  readonly within?: string
}

/** The temp root that a path lies under; `depth` is the number of its components that name it. */
export type RootMatch = {
  readonly id: string
  readonly start: number
  readonly end: number
  readonly depth: number
}

/** What a path's components say: the temp root it lies under, proof of a test, and merely temporary shapes. */
export type PathReading = {
  readonly root: RootMatch | undefined
  readonly proof: ShapeMatch | undefined
  readonly temporary: ShapeMatch | undefined
}

export type ShapeMatcher = {
  /** Reads a path for all that it says. */
  readonly read: (path: PathValue) => PathReading
  /** Looks for test proof alone, which is all that running text can give. */
  readonly findProof: (path: PathValue) => ShapeMatch | undefined
  /** False where text holds none of the literals that every proof has one of: nothing in it can prove a test. */
  readonly mayProve: (text: string) => boolean
  /** False where no shape and no root of the catalogue can match a path: it names a lasting place. */
  readonly mayMatter: (text: string) => boolean
  /** True where text without a path separator may hold a shape all the same. */
  readonly mayStandAlone: (text: string) => boolean
}

/** `literal` is set where a component must read just so: most do, and comparing is much cheaper than a pattern. */
type CompiledSegment = {
  readonly literal: string | undefined
  readonly exact: RegExp
  readonly folded: RegExp
  readonly optional: boolean
}
type CompiledShape = { readonly shape: Shape; readonly segments: readonly CompiledSegment[] }
type ShapeIndex = {
  readonly byLead: ReadonlyMap<string, readonly CompiledShape[]>
  readonly unled: readonly CompiledShape[]
  readonly rooted: readonly CompiledShape[]
  readonly starting: readonly CompiledShape[]
}
type CompiledRoot = { readonly root: TempRoot; readonly segments: readonly CompiledSegment[] }

const compile = (match: string, optional = false): CompiledSegment => ({
  literal: /^\^([\w-]+)\$$/.exec(match)?.[1],
  exact: new RegExp(match),
  folded: new RegExp(match, 'i'),
  optional,
})

/** The literal character that every match of an anchored pattern starts with, or '' where it can start with several. */
function leadOf(match: string): string {
  const escaped = /^\^\\([.\\-])/.exec(match)
  const plain = /^\^([A-Za-z0-9_-])/.exec(match)
  const lead = escaped?.[1] ?? plain?.[1] ?? ''
  const after = match.charAt(1 + (escaped === null ? 1 : 2))
  return after === '?' || after === '*' || match.includes('|') ? '' : lead
}

/**
 * Makes the matcher of a catalogue. Shapes are looked up by the first character of a component, so that a path costs a
 * few table look-ups where nothing matches, however many frameworks are known.
 */
export function createShapeMatcher(
  shapes: readonly Shape[],
  roots: readonly TempRoot[],
  rules?: UserRules,
): ShapeMatcher {
  const proofs = createIndex(shapes.filter(proves))
  const others = createIndex(shapes.filter((shape) => !proves(shape)))
  const compiledRoots: readonly CompiledRoot[] = roots.map((root) => ({
    root,
    segments: root.segments.map((match) => compile(match)),
  }))
  const rootMarks = roots.flatMap((root) => root.marks)
  const marksOf = (some: readonly Shape[]): string[] => some.flatMap((shape) => shape.marks ?? [])
  const marks = [...marksOf(shapes.filter(proves)), ...rootMarks]
  const aloneMarks = [...new Set(marksOf(shapes.filter((shape) => shape.alone === true)))]

  const findRoot = (path: PathValue): RootMatch | undefined => {
    if (path.kind === 'relative' || path.kind === 'unc') return undefined
    const own = rules?.findTempRoot(path)
    const end = path.components[(own?.depth ?? 0) - 1]?.end
    if (own !== undefined && end !== undefined) return { ...own, start: path.start, end }
    for (const { root, segments } of compiledRoots) {
      if (root.kind !== path.kind) continue
      const depth = matchSegments(segments, path.components, 0, path.folded)?.next
      const last = depth === undefined ? undefined : path.components[depth - 1]
      if (depth !== undefined && last !== undefined)
        return { id: root.id, start: path.start, end: last.end, depth }
    }
    return undefined
  }

  return {
    mayProve:
      rules !== undefined && rules.marks === undefined
        ? () => true
        : createLiteralTest([...marks, ...(rules?.marks ?? [])]),
    mayMatter: createLiteralTest([...marksOf(shapes), ...rootMarks]),
    mayStandAlone: (text) => aloneMarks.some((mark) => text.includes(mark)),
    findProof: (path) => findIn(proofs, path, findRoot(path)),
    read(path) {
      const root = findRoot(path)
      const proof = findIn(proofs, path, root)
      return { root, proof, temporary: proof === undefined ? findIn(others, path, root) : undefined }
    },
  }
}

const proves = (shape: Shape): boolean => shape.checked && (shape.strength === 'A' || shape.strength === 'A-')

function createIndex(shapes: readonly Shape[]): ShapeIndex {
  const byLead = new Map<string, CompiledShape[]>()
  const unled: CompiledShape[] = []
  const rooted: CompiledShape[] = []
  const starting: CompiledShape[] = []
  for (const shape of shapes) {
    const compiled = { shape, segments: shape.segments.map((s) => compile(s.match, s.optional)) }
    const lead = shape.where === 'anywhere' ? leadOf(shape.segments[0]?.match ?? '').toLowerCase() : ''
    if (shape.where === 'root') rooted.push(compiled)
    else if (shape.where === 'start') starting.push(compiled)
    else if (lead === '') unled.push(compiled)
    else byLead.set(lead, [...(byLead.get(lead) ?? []), compiled])
  }
  return { byLead, unled, rooted, starting }
}

function findIn(index: ShapeIndex, path: PathValue, root: RootMatch | undefined): ShapeMatch | undefined {
  const { components } = path
  for (let at = 0; at < components.length; at++) {
    const lead = components[at]?.text.charAt(0).toLowerCase() ?? ''
    const found =
      firstMatch(index.byLead.get(lead), path, at) ??
      firstMatch(index.unled, path, at) ??
      (at === 0 && path.kind !== 'relative' ? firstMatch(index.starting, path, 0) : undefined) ??
      (at === root?.depth ? markRoot(firstMatch(index.rooted, path, at), root.id) : undefined)
    if (found !== undefined) return found
  }
  return undefined
}

const markRoot = (match: ShapeMatch | undefined, root: string): ShapeMatch | undefined =>
  match === undefined || !root.startsWith('user/') ? match : { ...match, within: root }

function firstMatch(
  candidates: readonly CompiledShape[] | undefined,
  path: PathValue,
  at: number,
): ShapeMatch | undefined {
  if (candidates === undefined) return undefined
  for (const candidate of candidates) {
    const match = matchShape(candidate, path, at)
    if (match !== undefined) return match
  }
  return undefined
}

type Groups = Readonly<Record<string, string>>
type SegmentsMatch = { readonly next: number; readonly groups: Groups }

const NO_GROUPS: Groups = {}

type ComponentMatch = { readonly groups?: Groups | undefined }

const PLAIN_MATCH: ComponentMatch = {}

/** Case-folded only where the exact spelling fails: folding would also fold what a pattern excludes. */
function matchComponent(
  segment: CompiledSegment,
  { text }: Component,
  folded: boolean,
): ComponentMatch | null {
  const { literal } = segment
  if (literal !== undefined) {
    if (text === literal) return PLAIN_MATCH
    return folded && text.length === literal.length && text.toLowerCase() === literal.toLowerCase()
      ? PLAIN_MATCH
      : null
  }
  if (text.length > MAX_COMPONENT) return null
  return segment.exact.exec(text) ?? (folded ? segment.folded.exec(text) : null)
}

/** Matches segments against components from `at` on. An optional segment is taken where that leads to a match. */
function matchSegments(
  segments: readonly CompiledSegment[],
  components: readonly Component[],
  at: number,
  folded: boolean,
  from = 0,
): SegmentsMatch | undefined {
  const segment = segments[from]
  if (segment === undefined) return { next: at, groups: NO_GROUPS }
  const component = components[at]
  const match = component === undefined ? null : matchComponent(segment, component, folded)
  if (match !== null) {
    const rest = matchSegments(segments, components, at + 1, folded, from + 1)
    if (rest !== undefined && match.groups === undefined) return rest
    if (rest !== undefined) return { next: rest.next, groups: { ...match.groups, ...rest.groups } }
  }
  return segment.optional ? matchSegments(segments, components, at, folded, from + 1) : undefined
}

function matchShape({ shape, segments }: CompiledShape, path: PathValue, at: number): ShapeMatch | undefined {
  const match = matchSegments(segments, path.components, at, path.folded)
  if (match === undefined) return undefined
  const first = path.components[at]
  const last = path.components[match.next - 1]
  if (first === undefined || last === undefined) return undefined
  const { test, run } = match.groups
  return {
    shape,
    start: first.start,
    end: last.end,
    truncated: test !== undefined && shape.cutAt !== undefined && [...test].length >= shape.cutAt,
    ...(test === undefined ? {} : { test }),
    ...(run === undefined ? {} : { run }),
  }
}
