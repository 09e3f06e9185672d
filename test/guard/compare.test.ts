import { describe, expect, it } from 'vitest'
import { type Afterwards, type Former, isAltered, nameChange } from '../../src/guard/compare.ts'

const identity = { device: 1, inode: 7 }
const other = { device: 1, inode: 8 }
const former = (namesNow = 1): Former => ({ identity, bytes: 100, names: 1, namesNow })
const present = (
  start: 'identical' | 'shorter' | 'different',
  bytes: number,
  file = identity,
): Afterwards => ({
  identity: file,
  bytes,
  start,
})

describe('nameChange', () => {
  it.each([
    ['absent', undefined, 'nothing'],
    ['created', undefined, present('identical', 10)],
    ['unchanged', former(), present('identical', 100)],
    ['appended', former(), present('identical', 120)],
    ['truncated', former(), present('shorter', 40)],
    ['rewritten', former(), present('different', 100)],
    ['rewritten', former(), present('different', 40)],
    ['rotated', former(1), present('different', 10, other)],
    ['rotated', former(1), present('shorter', 0, other)],
    ['rotated', former(1), 'nothing'],
    ['replaced', former(0), present('different', 10, other)],
    ['replaced', former(0), present('identical', 120, other)],
    ['replaced', former(1), present('identical', 100, other)],
    ['deleted', former(0), 'nothing'],
    ['unreadable', former(), 'unreadable'],
    ['unreadable', undefined, 'unreadable'],
  ] as const)('tells a ledger that is %s', (change, before, now) => {
    expect(nameChange(before, now)).toBe(change)
  })

  it('takes a file of which one of two names is left for deleted, not for moved', () => {
    expect(nameChange({ ...former(1), names: 2 }, 'nothing')).toBe('deleted')
  })
})

describe('isAltered', () => {
  it('holds a replacement with the same first bytes for whole', () => {
    expect(isAltered('replaced', 'identical')).toBe(false)
    expect(isAltered('replaced', 'different')).toBe(true)
  })

  it.each(['rotated', 'truncated', 'rewritten', 'deleted', 'unreadable'] as const)(
    'takes %s for a loss',
    (change) => {
      expect(isAltered(change, undefined)).toBe(true)
    },
  )

  it.each(['absent', 'unchanged', 'appended', 'created'] as const)('takes %s for none', (change) => {
    expect(isAltered(change, 'identical')).toBe(false)
  })
})
