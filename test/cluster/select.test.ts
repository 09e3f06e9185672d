import { describe, expect, it } from 'vitest'
import { isSelected, parseMatch } from '../../src/cluster/select.ts'
import { ALL, examineObject } from '../setup/helpers.ts'

const { record } = examineObject({
  timestamp: '2026-08-01T08:00:00Z',
  message: 'Partial context LOAD',
  session: { id: 's1' },
  ok: false,
  n: null,
})

describe('parseMatch', () => {
  it('tells words, fields and ids apart', () => {
    expect(parseMatch('Partial')).toEqual({ kind: 'text', text: 'partial' })
    expect(parseMatch('code=partial=x')).toEqual({ kind: 'field', field: 'code', value: 'partial=x' })
    expect(parseMatch('id:Q7F3')).toEqual({ kind: 'id', prefix: 'q7f3' })
    expect(parseMatch('a b=c')).toEqual({ kind: 'text', text: 'a b=c' })
  })
})

describe('isSelected', () => {
  it.each([
    ['context load', true],
    ['nothing', false],
    ['session.id=s1', true],
    ['session.id=s2', false],
    ['ok=false', true],
    ['n=null', true],
    ['missing=undefined', false],
    ['id:anything', true],
  ])('by --match %s: %s', (text, wanted) => {
    expect(isSelected(record, { ...ALL, match: parseMatch(text) })).toBe(wanted)
  })

  it('takes a span with its start and without its end', () => {
    const at = Date.parse('2026-08-01T08:00:00Z')
    expect(isSelected(record, { ...ALL, since: at })).toBe(true)
    expect(isSelected(record, { ...ALL, until: at })).toBe(false)
    expect(isSelected(record, { ...ALL, since: at + 1 })).toBe(false)
  })

  it('never lets an undated record pass a time filter', () => {
    const undated = examineObject({ message: 'x' }).record
    expect(isSelected(undated, { ...ALL, since: 0 })).toBe(false)
    expect(isSelected(undated, { ...ALL, until: 9e15 })).toBe(false)
    expect(isSelected(undated, ALL)).toBe(true)
    expect(isSelected(undated, { ...ALL, denialsOnly: true })).toBe(false)
  })
})
