import { describe, expect, it } from 'vitest'
import { chooseCode, findingCode, judge } from '../../src/guard/outcome.ts'
import { codeOf } from '../../src/guard/run.ts'

const nothing = { altered: false, leaks: 0, unsure: 0, complete: true, allowUnattributed: false }

describe('judge', () => {
  it.each([
    ['clean', nothing],
    ['leak', { ...nothing, leaks: 1, unsure: 3 }],
    ['unsure', { ...nothing, unsure: 1 }],
    ['clean', { ...nothing, unsure: 1, allowUnattributed: true }],
    ['leak', { ...nothing, leaks: 1, allowUnattributed: true }],
    ['incomplete', { ...nothing, complete: false, unsure: 2 }],
    ['leak', { ...nothing, complete: false, leaks: 2 }],
    ['altered', { ...nothing, altered: true, leaks: 4, unsure: 2 }],
  ] as const)('says %s', (verdict, findings) => {
    expect(judge(findings)).toBe(verdict)
  })
})

describe('the exit code', () => {
  it('is 100, 101 or 102 only where the command ended with 0', () => {
    expect((['clean', 'leak', 'unsure', 'altered'] as const).map(findingCode)).toEqual([0, 100, 101, 102])
    expect(chooseCode('leak', 0)).toBe(100)
    expect(chooseCode('leak', 1)).toBe(1)
    expect(chooseCode('clean', 77)).toBe(77)
  })

  it('is what a shell gives for a command that could not be started, or was killed', () => {
    expect(codeOf({ kind: 'not-started', errno: 'ENOENT' })).toBe(127)
    expect(codeOf({ kind: 'not-started', errno: 'EACCES' })).toBe(126)
    expect(codeOf({ kind: 'killed', signal: 'SIGTERM' })).toBe(143)
    expect(codeOf({ kind: 'killed', signal: 'SIGBREAK' })).toBe(128)
    expect(codeOf({ kind: 'exited', code: 255 })).toBe(255)
  })
})
