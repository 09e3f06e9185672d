import * as z from 'zod'
import { ISOLATIONS, type Isolation } from '../guard/isolate.ts'
import { fail, succeed } from '../source/fault.ts'
import { type Read, readChoice } from './settings.ts'

/** Options that `guard` alone has, as commander hands them over. */
const Given = z.object({
  ledger: z.array(z.string()).default([]),
  watch: z.array(z.string()).default([]),
  settle: z.string().default('2s'),
  beacon: z.boolean().default(false),
  isolate: z.union([z.string(), z.boolean()]).default(false),
  keep: z.boolean().default(false),
  allowUnattributed: z.boolean().default(false),
  report: z.string().optional(),
})

/** What the options of `guard` mean, checked. `settle` is milliseconds. */
export type GuardSettings = {
  readonly ledgers: readonly string[]
  readonly watch: readonly string[]
  readonly settle: number
  readonly beacon: boolean
  readonly isolation: Isolation | undefined
  readonly keep: boolean
  readonly allowUnattributed: boolean
  readonly report: string | undefined
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

/** Reads `2s`, `500ms`, `1m`; a bare number is seconds. Longer than an hour is a slip. */
function readSettle(value: string): Read<number> {
  const parts = /^(\d{1,7})(?:\.(\d{1,3}))?(ms|s|m)?$/.exec(value.trim())
  const milliseconds =
    parts === null ? Number.NaN : Number(`${parts[1]}.${parts[2] ?? '0'}`) * (UNITS[parts[3] ?? 's'] ?? 1000)
  return milliseconds <= 3_600_000
    ? succeed(Math.round(milliseconds))
    : fail({ code: 'bad-number', option: '--settle', value, wanted: 'a time such as 2s, 500ms or 0' })
}

function readIsolation(value: string | boolean): Read<Isolation | undefined> {
  if (value === false) return succeed(undefined)
  return value === true ? succeed('home') : readChoice<Isolation>('--isolate', value, ISOLATIONS)
}

/** Checks the options that `guard` alone has. */
export function readGuardSettings(options: unknown): Read<GuardSettings> {
  const { ledger, settle, isolate, ...given } = Given.parse(options)
  const wait = readSettle(settle)
  if (!wait.ok) return wait
  const isolation = readIsolation(isolate)
  if (!isolation.ok) return isolation
  if (given.keep && !given.beacon && isolation.value === undefined) {
    return fail({ code: 'needs-option', option: '--keep', needs: ['--beacon', '--isolate'] })
  }
  return succeed({
    ledgers: ledger,
    watch: given.watch,
    settle: wait.value,
    beacon: given.beacon,
    isolation: isolation.value,
    keep: given.keep,
    allowUnattributed: given.allowUnattributed,
    report: given.report,
  })
}
