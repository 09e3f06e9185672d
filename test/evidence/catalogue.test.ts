import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadCatalogue } from '../../src/evidence/catalogue/load.ts'
import { createMarkerFinder } from '../../src/evidence/markers.ts'
import { readPath } from '../../src/evidence/path.ts'
import { createShapeMatcher } from '../../src/evidence/shapes.ts'

const catalogue = loadCatalogue()

describe.each(catalogue.shapes)('shape $id', (shape) => {
  const matcher = createShapeMatcher([shape], catalogue.roots)
  const proves = shape.checked && shape.strength.startsWith('A')
  const find = (path: string) => {
    const { proof, temporary } = matcher.read(readPath(path))
    return proves ? proof : temporary
  }

  it.each(shape.examples.match)('matches $path', ({ path, test, run, truncated }) => {
    const match = find(path)
    expect(match?.shape.id).toBe(shape.id)
    expect(matcher.mayMatter(path)).toBe(true)
    if (test !== undefined || proves) expect(match?.test).toBe(test)
    if (run !== undefined) expect(match?.run).toBe(run)
    if (proves) expect(match?.truncated).toBe(truncated ?? false)
    if (proves) expect(matcher.mayProve(path)).toBe(true)
  })

  it.each(shape.examples.reject)('does not match %s', (path) => {
    expect(find(path)).toBeUndefined()
  })

  it('uses patterns that stay linear: no open repetition inside a repetition', () => {
    for (const { match } of shape.segments) expect(match).not.toMatch(/[+*][^()]*\)[+*{]/)
  })

  it('is answered at once for hostile names', () => {
    const started = performance.now()
    for (const name of ['a', '1', 'pytest-of-', '-pytest-of-x-pytest-1', 'Test1']) {
      matcher.read(readPath(`/tmp/${name.repeat(20_000)}/x`))
      matcher.read(readPath(`/tmp/${`${name}/`.repeat(5000)}`))
    }
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe.each(catalogue.roots)('temp root $id', (root) => {
  const matcher = createShapeMatcher([], [root])
  it.each(root.examples.match)('holds %s', (path) => {
    expect(matcher.read(readPath(path)).root?.id).toBe(root.id)
    expect(matcher.mayProve(path)).toBe(true)
  })
  it.each(root.examples.reject)('does not hold %s', (path) => {
    expect(matcher.read(readPath(path)).root).toBeUndefined()
  })
})

describe.each(catalogue.markers)('variable $variable', (marker) => {
  const { byName: find, byAssignment } = createMarkerFinder([marker])
  it.each(marker.examples.match)('proves a test by %j', (value) => {
    expect(find(marker.variable, value, 'env')).toMatchObject({ kind: 'test', framework: marker.framework })
    expect(byAssignment(`${marker.variable}=${value}`, 'env')?.value).toBe(value)
  })
  it.each(marker.examples.reject)('proves nothing by %j', (value) => {
    expect(find(marker.variable, value, 'env')).toBeUndefined()
  })
})

describe('the catalogue as a whole', () => {
  it('has marks for every shape that needs no root', () => {
    const unmarked = catalogue.shapes.filter((shape) => shape.where !== 'root' && shape.marks === undefined)
    expect(unmarked.map((shape) => shape.id)).toEqual([])
  })

  it('reads nothing in a path that holds no mark', () => {
    const matcher = createShapeMatcher(catalogue.shapes, catalogue.roots)
    const part = fc.constantFrom(
      'home',
      'srv',
      'work',
      'api',
      'Tmp',
      'x1',
      '..',
      '.',
      '',
      'Test1',
      'junit1234567890',
      'a',
      'mnt',
      'c',
      'private',
      'var',
      'nix',
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const path = `/${parts.join('/')}`
        fc.pre(!matcher.mayMatter(path))
        const { root, proof, temporary } = matcher.read(readPath(path))
        expect([path, root, proof, temporary]).toEqual([path, undefined, undefined, undefined])
      }),
      { numRuns: 5000 },
    )
  })

  it('has no id twice', () => {
    const ids = [...catalogue.shapes, ...catalogue.roots].map((entry) => entry.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('lets no shape whose source was not read prove a test', () => {
    const matcher = createShapeMatcher(
      catalogue.shapes.filter((shape) => !shape.checked),
      catalogue.roots,
    )
    for (const shape of catalogue.shapes) {
      for (const { path } of shape.examples.match) expect(matcher.read(readPath(path)).proof).toBeUndefined()
    }
  })

  it('rejects with all shapes what every proof rejects', () => {
    const matcher = createShapeMatcher(catalogue.shapes, catalogue.roots)
    const proving = catalogue.shapes.filter((shape) => shape.checked && shape.strength.startsWith('A'))
    for (const shape of proving) {
      for (const path of shape.examples.reject)
        expect([path, matcher.read(readPath(path)).proof]).toEqual([path, undefined])
    }
  })
})
