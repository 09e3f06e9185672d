import { describe, expect, it } from 'vitest'
import { groupFamilies } from '../../src/signature/family.ts'
import { identify, keyOf, sign } from '../../src/signature/sign.ts'

/** Into how many families some messages fall. */
function countFamilies(...messages: readonly string[]): number {
  const members = new Map(
    messages.map((message) => {
      const signed = sign([], message)
      return [identify(keyOf(signed)), signed.text] as const
    }),
  )
  return groupFamilies([...members].map(([id, text]) => ({ id, scope: '', text }))).length
}

describe('two diagnoses in one frame stay apart', () => {
  it.each([
    ["Agent won't retry the step after the timeout", 'Agent will retry the step after the timeout'],
    ['Tool isn’t trusted by the policy of the workspace', 'Tool is trusted by the policy of the workspace'],
    ['stop_reason=max_tokens in the session', 'stop_reason=end_turn in the session'],
    ['Deploy halted, reason: budget', 'Deploy halted, reason: sandbox'],
    ['decision=block by hook guard', 'decision=allow by hook guard'],
    ['ok=false tool=Bash run=17', 'ok=true tool=Bash run=17'],
    ['level=warn msg="send" err="line busy"', 'level=warn msg="send" err="no carrier"'],
    ['Could not acquire lock on database', 'Could not release lock on database'],
    ['Failed to fetch manifest from registry', 'Failed to publish manifest to registry'],
    ['Session budget reached: cost limit', 'Session budget reached: turn limit'],
    ['Agent ran out of patience', 'Agent ran out of turns'],
    ['agent loop ended (max turns)', 'agent loop ended (user stop)'],
    ['error TS2345: argument type mismatch in file', 'error TS2322: argument type mismatch in file'],
    [
      'call to scheduler returned RESOURCE_EXHAUSTED for it',
      'call to scheduler returned DEADLINE_EXCEEDED for it',
    ],
    ['open of /a/b.ts failed: EACCES', 'open of /a/b.ts failed: ENOENT'],
    ['token of ci was revoked 3 days ago', 'token of ci was expired 3 days ago'],
    ['gateway saw "GET /v2/x HTTP/1.1" and gave up', 'gateway saw "POST /v2/x HTTP/1.1" and gave up'],
  ])('%s', (left, right) => {
    expect(countFamilies(left, right)).toBe(2)
  })
})

describe('one diagnosis with other values comes together', () => {
  it.each([
    ['ref main of origin was not moved: wanted 1a2b3c4', 'ref wip of mirror was not moved: wanted 9f8e7d6'],
    ['[quiet-pond] helper dev came back after 4 turns', 'helper dev came back after 1 turn'],
    ['2026-06-24T20:26:02.208Z ERROR lock is held by ci', 'lock is held by ci'],
    ['pytest: 3 failed, 20 passed in 4 s', 'pytest: 1 failed, 7 passed, 2 skipped in 2m 3s'],
    [
      'checksum of the lock differs for vite@1.2.3',
      '\u001b[31merror\u001b[0m: checksum of the lock differs for left-pad@9',
    ],
    ['volume gave no room to /a/b', 'volume gave no room to /c/d (670KiB free)'],
    [
      'bridge/search answered oddly, stderr said: listening',
      'bridge/browser answered oddly, stderr said: cache is warm now',
    ],
    ['quota renews Jun 18 for the team', 'quota renews 2026-06-17T12:59:00Z for the team'],
    ['缓存目录太大：./a.py 已有6.31 GiB', '缓存目录太大：/tmp/b 已有765 kB'],
    [
      'patch of ./a.ts: anchor seen twice, wants a single place',
      'patch of ./b.ts: anchor seen 3 times, wants a single place',
    ],
    ['cannot open lib/tasks/purge old rows.rake for writing', 'cannot open .github/ci.yml for writing'],
    ['Ran past 1 token in the session', 'Ran past 50 tokens in the session'],
    [
      'upload failed at new Session (/a/b.js:1:2)',
      'upload failed at async next (/c.js:3:4) at Queue.drain (/d.js:5:6)',
    ],
  ])('%s', (left, right) => {
    expect(countFamilies(left, right)).toBe(1)
  })
})
