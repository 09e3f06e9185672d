import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../src/classify/decide.ts'
import type { Fact, FactBasis, FactKind } from '../../src/evidence/fact.ts'

const fact = (kind: FactKind, basis: FactBasis = 'field', rule = 'temp-path/pytest'): Fact => ({
  rule,
  kind,
  basis,
  field: 'workspace',
  span: [0, 1],
  value: 'x',
})

const FIELD = fact('test')
const TEXT = fact('test', 'text')
const FIXTURE = fact('test', 'field', 'session/fixture')
const MARKER = fact('test', 'field', 'marker/VITEST')
const RULE = fact('test', 'rule', 'rule/testPaths')
const WORKSPACE = fact('workspace', 'field', 'workspace')
const ACTOR = fact('actor', 'field', 'session')
const TEMPORARY = fact('temporary', 'field', 'temp-root/tmp')

describe('decide', () => {
  it.each<[string, Fact[], string]>([
    ['proof in a field', [FIELD], 'synthetic test-path'],
    ['proof in a field and half of production', [FIELD, ACTOR], 'synthetic test-path'],
    ['proof by a fixture session', [FIXTURE], 'synthetic fixture-session'],
    ['proof by a marker', [MARKER], 'synthetic test-marker'],
    ['proof by a rule', [RULE], 'synthetic user-rule'],
    ['several proofs, the strongest reason first', [MARKER, FIXTURE, FIELD], 'synthetic test-path'],
    ['proof in a field against production', [FIELD, WORKSPACE, ACTOR], 'unattributed conflict'],
    ['text alone', [TEXT], 'synthetic test-path-in-text'],
    ['text and an actor', [TEXT, ACTOR], 'synthetic test-path-in-text'],
    ['text and a workspace', [TEXT, WORKSPACE], 'unattributed conflict'],
    ['text against production', [TEXT, WORKSPACE, ACTOR], 'unattributed conflict'],
    ['both halves of production', [WORKSPACE, ACTOR], 'real production-provenance'],
    ['production beside a temporary place', [WORKSPACE, ACTOR, TEMPORARY], 'real production-provenance'],
    ['one half', [WORKSPACE], 'unattributed thin'],
    ['the other half', [ACTOR], 'unattributed thin'],
    ['merely temporary', [TEMPORARY, ACTOR], 'unattributed thin'],
    ['nothing', [], 'unattributed no-provenance'],
  ])('%s', (_name, facts, wanted) => {
    const verdict = decide(facts)
    expect(`${verdict.class} ${verdict.reason}`).toBe(wanted)
    expect(verdict.facts).toBe(facts)
  })

  const anyFacts = fc.array(
    fc.constantFrom(FIELD, TEXT, FIXTURE, MARKER, RULE, WORKSPACE, ACTOR, TEMPORARY),
    { maxLength: 6 },
  )

  it('does not depend on the order of facts', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { class: of, reason } = decide(facts)
        expect(decide([...facts].reverse())).toMatchObject({ class: of, reason })
      }),
    )
  })

  it('calls nothing synthetic without proof of a test, and nothing real with it', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const told = facts.some((one) => one.kind === 'test')
        expect(decide(facts).class).not.toBe(told ? 'real' : 'synthetic')
      }),
    )
  })
})
