import { describe, expect, it } from 'vitest'
import { loadProfiles } from '../../src/profile/load.ts'
import { namedPlaces, usualPlaces } from '../../src/profile/places.ts'

const profiles = [...loadProfiles().values()]

describe('places of ledgers', () => {
  it('are named by the variables of the profiles, empty ones aside', () => {
    const account = { home: '/home/agent', environment: { GPTME_FRICTION_LEDGER_PATH: '/data/f.jsonl' } }
    expect(namedPlaces(profiles, account)).toEqual(['/data/f.jsonl'])
    expect(namedPlaces(profiles, { home: '', environment: { GPTME_FRICTION_LEDGER_PATH: '' } })).toEqual([])
  })

  it('are below the home folder, and below a variable that is set', () => {
    const home = '/home/agent'
    const usual = `${home}/.local/share/gptme/friction-ledger.jsonl`
    expect(usualPlaces(profiles, { home, environment: {} })).toEqual([usual])
    expect(usualPlaces(profiles, { home, environment: { XDG_DATA_HOME: '/data' } })).toEqual([
      '/data/gptme/friction-ledger.jsonl',
      usual,
    ])
  })

  it('are none without a home folder', () => {
    expect(usualPlaces(profiles, { home: '', environment: {} })).toEqual([])
  })
})
