import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLASSES } from '../../src/classify/decide.ts'
import type { Guarded, GuardFindings, Plan, Ports } from '../../src/guard/findings.ts'
import { guardRun } from '../../src/guard/guard.ts'
import type { Launch } from '../../src/guard/run.ts'
import { loadProfiles } from '../../src/profile/load.ts'
import { createTestExaminer } from '../setup/helpers.ts'

let serial = 0

const toLine = (record: object): string => `${JSON.stringify(record)}\n`

const base = (): object => {
  serial += 1
  return {
    timestamp: new Date(1_780_000_000_000 + serial * 1000).toISOString(),
    message: `refused ${serial}`,
  }
}

/** One line of each class; the test's name stands in its pytest folder. */
export const realLine = (workspace = '/home/agent/code/api'): string =>
  toLine({ ...base(), workspace, session_id: '7d1e09a2', harness: 'claude-code' })
export const testLine = (workspace = '/tmp/pytest-of-agent/pytest-7/test_gate_refuses0/ws'): string =>
  toLine({ ...base(), workspace, harness: 'claude-code' })
export const bareLine = (): string => toLine(base())

/** A new account with a ledger; its folder holds nothing else. */
export function makeAccount(content: string | undefined): { folder: string; ledger: string } {
  const folder = mkdtempSync(join(tmpdir(), 'account-'))
  const ledger = join(folder, 'friction-ledger.jsonl')
  if (content !== undefined) writeFileSync(ledger, content)
  return { folder, ledger }
}

/** A launch that does something in this process in place of a command, and ends with 0. */
export const acting =
  (act: (environment: Readonly<Record<string, string | undefined>>) => unknown): Launch =>
  async ({ environment }) => {
    act(environment)
    return { kind: 'exited', code: 0 }
  }

export async function guardAll(
  ledgers: readonly string[],
  launch: Launch,
  props: Partial<Plan> = {},
  ports: Partial<Ports> = {},
): Promise<Guarded> {
  const tempRoot = mkdtempSync(join(tmpdir(), 'temp-root-'))
  const plan: Plan = {
    command: 'pytest',
    args: ['-q'],
    environment: {},
    ledgers,
    profiles: [...loadProfiles().values()],
    watch: [],
    workingFolder: tempRoot,
    tempRoot,
    selection: { classes: new Set(CLASSES), denialsOnly: false },
    settle: 0,
    beacon: false,
    isolation: undefined,
    keep: false,
    allowUnattributed: false,
    ...props,
  }
  return guardRun(plan, {
    examine: createTestExaminer(),
    launch,
    pause: async () => undefined,
    signals: { listen: () => () => undefined, raise: () => undefined },
    progress: () => true,
    ...ports,
  })
}

/** What guard finds out about a ledger while something happens to it. */
export async function guardOne(
  ledger: string,
  launch: Launch,
  props: Partial<Plan> = {},
  ports: Partial<Ports> = {},
): Promise<GuardFindings> {
  const guarded = await guardAll([ledger], launch, props, ports)
  if (guarded.kind !== 'ran') throw new Error(`not run: ${JSON.stringify(guarded)}`)
  return guarded.findings
}

export const append = (path: string, ...lines: readonly string[]): void =>
  appendFileSync(path, lines.join(''))

export function writeIn(folder: string, name: string, text: string): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
