import { describe, expect, it } from 'vitest'
import { countDoubted, decideGate } from '../../src/classify/gate.ts'

const counts = (synthetic: number, real: number, unattributed: number, reasons = {}) => ({
  synthetic,
  real,
  unattributed,
  reasons,
})
const none = { text: false, links: false }

describe('decideGate', () => {
  it('investigates where one real record exists', () => {
    expect(decideGate(counts(99, 1, 0), none)).toBe('investigate')
  })

  it('dismisses only what is wholly synthetic', () => {
    expect(decideGate(counts(3, 0, 0), none)).toBe('dismiss')
    expect(decideGate(counts(3, 0, 1), none)).toBe('undecided')
    expect(decideGate(counts(0, 0, 0), none)).toBe('none')
    expect(decideGate(counts(3, 0, 0), none, false)).toBe('undecided')
  })

  it('does not dismiss on text or links alone, unless told to trust them', () => {
    const byText = counts(3, 0, 0, { 'test-path': 2, 'test-path-in-text': 1 })
    const byLink = counts(3, 0, 0, { 'test-path': 1, linked: 2 })
    expect(decideGate(byText, none)).toBe('undecided')
    expect(decideGate(byText, { text: true, links: false })).toBe('dismiss')
    expect(decideGate(byLink, { text: true, links: false })).toBe('undecided')
    expect(decideGate(byLink, { text: false, links: true })).toBe('dismiss')
    expect([countDoubted(byText, none), countDoubted(byLink, none)]).toEqual([1, 2])
  })
})
