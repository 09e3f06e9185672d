import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createDetector } from '../../src/profile/detect.ts'
import { GENERIC, loadProfiles } from '../../src/profile/load.ts'
import type { JsonObject } from '../../src/source/parse.ts'
import { examineObject } from '../setup/helpers.ts'

const profiles = loadProfiles()

describe('the profiles', () => {
  it('are all loaded, each under the name of its file', () => {
    const files = readdirSync('src/profile/profiles').map((file) => file.replace('.json', ''))
    expect([...profiles.keys()].sort()).toEqual(files.sort())
  })

  it.each([...profiles.keys()].filter((name) => name !== GENERIC))(
    '%s recognises a record of all its fields, alone',
    (name) => {
      const profile = profiles.get(name)
      if (profile === undefined) throw new Error('no profile')
      const { fields, recognise } = profile
      const detect = createDetector(profiles)
      expect(detect(fields)).toMatchObject({ how: 'recognised', profile: { name } })
      expect(recognise.all.every((field) => fields.includes(field))).toBe(true)
      expect(detect(fields.slice(1)).profile.name === name).toBe(!recognise.all.includes(fields[0] ?? ''))
    },
  )

  it.each<[string, JsonObject, string | undefined, boolean]>([
    [
      'hook-blocks',
      { ts: '2026-08-01T00:00:00Z', hook_name: 'g', decision_shape: 'deny', reason: 'r', cwd: '/x' },
      'r',
      true,
    ],
    [
      'hook-blocks',
      { ts: '2026-08-01T00:00:00Z', hook_name: 'g', decision_shape: 'skip', reason: 'r', cwd: '/x' },
      'r',
      false,
    ],
    [
      'permission-denied',
      { hook_event_name: 'PermissionDenied', tool_name: 'Bash', reason: 'r', session_id: 's' },
      'r',
      true,
    ],
    [
      'permission-denied',
      { hook_event_name: 'PreToolUse', tool_name: 'Bash', reason: 'r', session_id: 's' },
      'r',
      false,
    ],
    [
      'audit-event',
      { event_type: 'soft_block', ts: '2026-08-01T00:00:00Z', slug: 's', detail: 'd' },
      'd',
      true,
    ],
    [
      'audit-event',
      { event_type: 'published', ts: '2026-08-01T00:00:00Z', slug: 's', detail: 'd' },
      'd',
      false,
    ],
    [
      'audit-event',
      { event_type: 'published', ts: '2026-08-01T00:00:00Z', slug: 's', ok: false },
      undefined,
      true,
    ],
    [
      'hook-incidents',
      { ts: '2026-08-01T00:00:00Z', event_type: 'bypass', rule_id: 'r-1', hook: 'h', detail: 'd' },
      'd',
      false,
    ],
    [
      'hook-incidents',
      { ts: '2026-08-01T00:00:00Z', event_type: 'deny', rule_id: 'r-1', hook: 'h', detail: 'd' },
      'd',
      true,
    ],
    [
      'deny-ledger',
      { ts: '2026-08-01T00:00:00Z', tool_use_id: 't', denied_sha12: 'abc', reason_head: 'r', acked: false },
      'r',
      true,
    ],
    [
      'hook-friction',
      { ts: '2026-08-01T00:00:00Z', session_id: 's', event: 'write_blocked', tool: 'Edit' },
      'write_blocked',
      true,
    ],
    [
      'operator-friction',
      { timestamp: '2026-08-01T00:00:00Z', friction_type: 'access', description: 'd', severity: 'low' },
      'd',
      false,
    ],
    ['skill-friction', { id: 's:k:x', kind: 'retry', session_id: 's', skills: ['a'] }, undefined, false],
    [
      'request-audit',
      {
        timestamp: '2026-08-01T00:00:00Z',
        client_id: 'c',
        operation: 'write',
        request_id: 'r',
        status: 'denied',
        error: 'e',
      },
      'e',
      true,
    ],
    [
      'provenance-chain',
      { step_id: 1, self_hash: 'a', parent_step_hash: 'b', session_id: 's' },
      undefined,
      false,
    ],
  ])('%s reads %j', (name, value, message, isDenial) => {
    const { record } = examineObject(value)
    expect([record.detection.profile.name, record.message, record.isDenial]).toEqual([
      name,
      message,
      isDenial,
    ])
  })
})
