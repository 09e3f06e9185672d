import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { membersOf } from '../../src/cluster/cluster.ts'
import { type Family, groupFamilies, type Member } from '../../src/signature/family.ts'
import { refine } from '../../src/signature/refine.ts'
import { identify, keyOf, sign, tokensOf } from '../../src/signature/sign.ts'
import { tokenise } from '../../src/signature/tokenise.ts'
import { parts, toWords } from '../../src/signature/word.ts'
import { runTriage } from '../../src/triage.ts'
import { ALL, createTestExaminer, sourceOf } from '../setup/helpers.ts'

/** Signatures of messages, each once, as the fold hands them over. */
function toMembers(messages: readonly string[]): Member[] {
  const members = new Map<string, Member>()
  for (const message of messages) {
    const signed = sign([], message)
    const id = identify(keyOf(signed))
    if (!members.has(id)) members.set(id, { id, scope: signed.scope, text: signed.text })
  }
  return [...members.values()]
}

const spell = (families: readonly Family[]): string[] =>
  families.map(({ members, text }) => `${members.join(' ')} | ${text}`).sort()

const FRAMES = [
  'door # stays shut: proof @ is %',
  'sync of # to # turned back: far side is % by 3 commits',
  'claim on "#" % 5 minutes ago, owner #',
  'tool # % after 30 s (attempt 2)',
  'upload # %',
]
const NAMES = ['main', 'docs', 'fix-queue', 'reviewer', 'api.relay', 'Bash', 'wip', 'night run']
const STATES = ['missing', 'stale', 'ahead', 'behind', 'expired', 'revoked', 'failed', 'pending']

const message = fc
  .tuple(
    fc.constantFrom(...FRAMES),
    fc.array(fc.constantFrom(...NAMES), { minLength: 3, maxLength: 3 }),
    fc.constantFrom(...STATES),
  )
  .map(([frame, names, state]) => {
    let at = 0
    return frame
      .replace(/#/g, () => names[at++] ?? 'x')
      .replace('@', '/tmp/a.json')
      .replace('%', state)
  })
const messages = fc.array(message, { maxLength: 60 })

describe('families of signatures', () => {
  it('do not depend on the order of what is grouped', () => {
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 1_000_000 }), (texts, seed) => {
        const members = toMembers(texts)
        const rank = ({ id }: Member): string => identify(`${id}${seed}`)
        const shuffled = [...members].sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
        const turned = [...members].reverse()
        expect(spell(groupFamilies(shuffled))).toEqual(spell(groupFamilies(members)))
        expect(spell(groupFamilies(turned))).toEqual(spell(groupFamilies(members)))
      }),
      { numRuns: 200 },
    )
  })

  it('are a partition: every signature is in one of them, once', () => {
    fc.assert(
      fc.property(messages, (texts) => {
        const members = toMembers(texts)
        const grouped = groupFamilies(members).flatMap((family) => family.members)
        expect([...grouped].sort()).toEqual(members.map(({ id }) => id).sort())
      }),
      { numRuns: 200 },
    )
  })

  it('never hold two different words that part', () => {
    fc.assert(
      fc.property(messages, (texts) => {
        const members = toMembers(texts)
        const partsOf = new Map(
          members.map(({ id, text }) => [
            id,
            toWords(refine(tokensOf({ text })))
              .filter(parts)
              .map(({ text }) => text)
              .join(' '),
          ]),
        )
        for (const family of groupFamilies(members))
          expect(new Set(family.members.map((id) => partsOf.get(id))).size).toBe(1)
      }),
      { numRuns: 300 },
    )
  })

  it('have joins that hang all their members together', () => {
    fc.assert(
      fc.property(messages, (texts) => {
        for (const { members, joins } of groupFamilies(toMembers(texts))) {
          const reached = new Set([members[0]])
          for (let grew = true; grew; ) {
            grew = false
            for (const { left, right } of joins) {
              if (reached.has(left) === reached.has(right)) continue
              reached.add(left).add(right)
              grew = true
            }
          }
          expect(reached.size).toBe(members.length)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('many signatures', () => {
  it('are grouped in seconds: 20,000 of 500 frames with two plain slots', () => {
    const words = Array.from({ length: 4000 }, (_, i) => `w${identify(`${i}`).replace(/[^a-z]/g, '')}`)
    const texts = Array.from({ length: 20_000 }, (_, i) => {
      const frame = Array.from({ length: 8 }, (_word, at) => words[((i % 500) * 8 + at) % words.length] ?? '')
      return [
        ...frame.slice(0, 3),
        words[(i * 7 + (i >> 9)) % words.length],
        ...frame.slice(3, 6),
        words[(i * 13 + (i >> 7)) % words.length],
        ...frame.slice(6),
      ].join(' ')
    })
    const members = toMembers(texts)
    const from = performance.now()
    const families = groupFamilies(members)
    expect(performance.now() - from).toBeLessThan(10_000)
    expect(families.length).toBeLessThan(members.length / 10)
  })
})

describe('clusters of records', () => {
  const toLedger = (texts: readonly string[], from: number): string =>
    texts
      .map(
        (text, i) =>
          `${JSON.stringify({ timestamp: new Date(1_780_000_000_000 + (from + i) * 1000).toISOString(), message: text })}\n`,
      )
      .join('')

  it('of two halves read as two ledgers are those of the whole', async () => {
    await fc.assert(
      fc.asyncProperty(messages, fc.nat(60), async (texts, cut) => {
        const [left, right] = [texts.slice(0, cut), texts.slice(cut)]
        const examine = createTestExaminer()
        const halves = await runTriage(
          [sourceOf(toLedger(left, 0), 64, 'a'), sourceOf(toLedger(right, left.length), 64, 'b')],
          examine,
          ALL,
        )
        const whole = await runTriage([sourceOf(toLedger(texts, 0))], examine, ALL)
        const tell = ({ clusters }: typeof whole): string[] =>
          clusters.map((cluster) => `${cluster.id} ${cluster.count} ${membersOf(cluster).join(' ')}`).sort()
        expect(tell(halves)).toEqual(tell(whole))
      }),
      { numRuns: 60 },
    )
  })

  it('keep their id when the ledger grows, or are found by it: the earliest signature names them', async () => {
    await fc.assert(
      fc.asyncProperty(messages, messages, async (texts, more) => {
        const examine = createTestExaminer()
        const before = await runTriage([sourceOf(toLedger(texts, 0))], examine, ALL)
        const after = await runTriage([sourceOf(toLedger([...texts, ...more], 0))], examine, ALL)
        for (const { id } of before.clusters) {
          const found = after.clusters.filter((cluster) => membersOf(cluster).includes(id))
          expect(found).toHaveLength(1)
        }
        const ids = new Set(after.clusters.map(({ id }) => id))
        for (const cluster of after.clusters) {
          const { id } = cluster
          const members = membersOf(cluster)
          const [first] = [...before.clusters.map((cluster) => cluster.id)].filter((known) =>
            members.includes(known),
          )
          if (first !== undefined)
            expect(ids.has(id) && before.clusters.some((one) => membersOf(one).includes(id))).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('the time that a signature takes', () => {
  it.each([
    "'a ",
    '"a ',
    '[',
    '(a',
    'a=',
    '/',
    'at x ',
    'File "',
    '`',
    '3 failed, ',
    'one two ',
    '› ',
    'a:',
    '漢字a',
  ])('is linear in a hostile text of %j, up to 1 MiB', (unit) => {
    const text = unit.repeat(Math.ceil((1024 * 1024) / unit.length))
    const from = performance.now()
    refine(tokenise(text).split(' '))
    expect(performance.now() - from).toBeLessThan(250)
  })
})
