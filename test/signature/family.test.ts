import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Family, groupFamilies, type Member } from '../../src/signature/family.ts'
import { tokensOf } from '../../src/signature/sign.ts'
import { keyOfTokens, renderTemplate } from '../../src/signature/token.ts'
import { tokenise } from '../../src/signature/tokenise.ts'

const toMembers = (texts: readonly string[], scope = ''): Member[] =>
  texts.map((text, i) => ({ id: `m${i}`, scope, text: tokenise(text) }))
const templates = (families: readonly Family[]): string[] =>
  families.map((family) => renderTemplate(tokensOf(family))).sort()

describe('groupFamilies', () => {
  it('frees a slot that holds names of different things', () => {
    const families = groupFamilies(
      toMembers(['hook pre-push refused it', 'hook post-merge refused it', 'hook branch-protect refused it']),
    )
    expect(templates(families)).toEqual(['hook <value> refused it'])
    expect(families[0]?.members).toEqual(['m0', 'm1', 'm2'])
  })

  it('frees a slot that holds a value once and a name once', () => {
    expect(templates(groupFamilies(toMembers(['tool 12 is not known', 'tool grep is not known'])))).toEqual([
      'tool <value> is not known',
    ])
  })

  it('keeps two words apart that are seen once each', () => {
    expect(groupFamilies(toMembers(['the build broke', 'the deploy broke'])).length).toBe(2)
  })

  it('never frees a slot of states and causes', () => {
    const states = ['pending', 'failed', 'missing', 'stale', 'expired', 'revoked', 'denied', 'locked']
    expect(groupFamilies(toMembers(states.map((state) => `the token is ${state} now`))).length).toBe(
      states.length,
    )
  })

  it('never joins across codes', () => {
    const names = ['pre-push', 'post-merge', 'branch-protect']
    const members = names.flatMap((name, i) =>
      toMembers([`hook ${name} refused it`], `code=${i}\n`).map((member) => ({ ...member, id: name })),
    )
    expect(groupFamilies(members).length).toBe(3)
  })

  it('gives the same families whatever the order of members', () => {
    const words = fc.constantFrom(
      'pre-push',
      'post-merge',
      'build',
      'deploy',
      'failed',
      '12',
      '/a/b',
      'in',
      'hook',
    )
    const texts = fc.array(
      fc.array(words, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' ')),
      { maxLength: 25 },
    )
    fc.assert(
      fc.property(texts, (given) => {
        const members = [
          ...new Map(toMembers(given).map((member) => [keyOfTokens(tokensOf(member)), member])).values(),
        ]
        const sort = (families: readonly Family[]): string[] =>
          families.map((family) => JSON.stringify(family)).sort()
        expect(sort(groupFamilies([...members].reverse()))).toEqual(sort(groupFamilies(members)))
        expect(
          groupFamilies(members)
            .flatMap((family) => family.members)
            .sort(),
        ).toEqual(members.map((member) => member.id).sort())
      }),
      { numRuns: 500 },
    )
  })
})
