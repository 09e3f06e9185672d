import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/parse.ts'
import { loadCatalogue } from '../../src/evidence/catalogue/load.ts'
import { compileRules } from '../../src/evidence/user-rules.ts'
import { createExaminer } from '../../src/examine.ts'
import { loadProfiles } from '../../src/profile/load.ts'
import { tokensOf } from '../../src/signature/sign.ts'
import { runTriage, type Triage } from '../../src/triage.ts'
import { ALL, sourceOf, triageRecords } from '../setup/helpers.ts'

const MESSAGES = [
  'quota exhausted for the day',
  'disk is full on the host',
  'push of main refused',
  'push of dev refused',
  'push of wip refused',
]

async function triageWith(rules: object): Promise<Triage> {
  const config = parseConfig(JSON.stringify(rules), 'rules.json')
  if (!config.ok) throw new Error(config.fault.code)
  const examine = createExaminer(loadCatalogue(), loadProfiles(), undefined, compileRules(config.value))
  const text = MESSAGES.map((message) => `${JSON.stringify({ message })}\n`).join('')
  return runTriage([sourceOf(text)], examine, ALL)
}

const plain = await triageRecords(MESSAGES.map((message) => ({ message })))
const idOf = (words: string): string =>
  plain.clusters.flatMap(({ signatures }) => signatures).find(({ text }) => text.includes(words))?.id ?? ''
const sizes = ({ clusters }: Triage): number[] => clusters.map(({ count }) => count).sort()

describe('what a user says of clusters', () => {
  it('is nothing by itself', () => {
    expect(sizes(plain)).toEqual([1, 1, 3])
  })

  it('merges clusters by their ids, and says which rule did', async () => {
    const triage = await triageWith({ signature: { merge: [[idOf('quota').slice(0, 6), idOf('disk')]] } })
    expect(sizes(triage)).toEqual([2, 3])
    expect(triage.fired.get('user/signature.merge[0]')).toBe(2)
    expect(triage.clusters.flatMap(({ joins }) => joins).filter(({ step }) => step === 'rule')).toHaveLength(
      1,
    )
  })

  it('splits a signature from its cluster', async () => {
    const triage = await triageWith({ signature: { split: [idOf('dev')] } })
    expect(sizes(triage)).toEqual([1, 1, 1, 2])
    expect(triage.fired.get('user/signature.split[0]')).toBe(1)
  })

  it('keeps a word that always parts', async () => {
    const triage = await triageWith({ signature: { keep: ['Main'] } })
    const kept = triage.clusters.find((cluster) => tokensOf(cluster).includes('main'))
    expect([kept?.count, triage.fired.get('user/signature.keep[0]')]).toEqual([1, 1])
  })

  it.each([
    { signature: { merge: [['no id']] } },
    { signature: { keep: ['two words'] } },
    { signature: { join: [] } },
  ])('is refused where it is none: %j', (rules) => {
    expect(parseConfig(JSON.stringify(rules), 'rules.json').ok).toBe(false)
  })
})
