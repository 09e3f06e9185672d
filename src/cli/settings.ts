import * as z from 'zod'
import { CLASSES, type Class } from '../classify/decide.ts'
import type { Trust } from '../classify/gate.ts'
import { SORTS, type Sort } from '../cluster/order.ts'
import { parseMatch, type Selection } from '../cluster/select.ts'
import type { UsageFault } from '../report/usage-fault.ts'
import { fail, type Result, succeed } from '../source/fault.ts'
import { findNearest } from '../text/nearest.ts'
import { findZone, type Zone } from '../text/zone.ts'
import { FAIL_CONDITIONS, type FailCondition } from './exit.ts'
import { COLOUR_CHOICES, type ColourChoice } from './surface.ts'
import { readWhen } from './when.ts'

/** Option values as commander hands them over: the one edge where they are checked. */
const Given = z.object({
  profile: z.string().optional(),
  since: z.string().optional(),
  until: z.string().optional(),
  tz: z.string().default('UTC'),
  class: z.string().optional(),
  match: z.string().optional(),
  denials: z.boolean().default(false),
  min: z.string().default('1'),
  top: z.string().default('20'),
  sort: z.string().default('work'),
  by: z.string().default('diagnosis'),
  format: z.string().optional(),
  json: z.boolean().default(false),
  output: z.string().optional(),
  width: z.string().optional(),
  ascii: z.boolean().default(false),
  color: z.string().default('auto'),
  strict: z.boolean().default(false),
  failOn: z.string().optional(),
  exitZero: z.boolean().default(false),
  expect: z.string().optional(),
  now: z.string().optional(),
  quiet: z.boolean().default(false),
  links: z.boolean().default(true),
  raw: z.boolean().default(false),
  trustText: z.boolean().default(false),
  trustLinks: z.boolean().default(false),
  at: z.string().optional(),
  rules: z.union([z.string(), z.boolean()]).optional(),
  debug: z.boolean().default(false),
})
type Given = z.infer<typeof Given>

export const GROUPINGS = ['diagnosis', 'test'] as const
type Grouping = (typeof GROUPINGS)[number]

/** What the options of a command mean, checked. Times are milliseconds since 1970. */
export type Settings = {
  readonly profile: string | undefined
  readonly selection: Selection
  readonly zone: Zone
  readonly now: number
  readonly min: number
  readonly top: number
  readonly sort: Sort
  readonly by: Grouping
  readonly format: string
  readonly output: string | undefined
  readonly width: number | undefined
  readonly ascii: boolean
  readonly colour: ColourChoice
  readonly strict: boolean
  readonly failOn: readonly FailCondition[]
  readonly exitZero: boolean
  readonly expect: number | undefined
  readonly quiet: boolean
  readonly links: boolean
  readonly raw: boolean
  /** Weaker proofs that `gate` takes for full ones. */
  readonly trust: Trust
  /** The moment that `diff --at` parts a ledger at, in milliseconds since 1970. */
  readonly at: number | undefined
  /** A rules file, none at all (`false`), or the one that is found. */
  readonly rules: string | false | undefined
}

export type Read<Value> = Result<Value, UsageFault>

export function readChoice<Choice extends string>(
  option: string,
  value: string,
  choices: readonly Choice[],
): Read<Choice> {
  const choice = choices.find((known) => known === value.trim().toLowerCase())
  if (choice !== undefined) return succeed(choice)
  const nearest = findNearest(value, choices)
  return fail({ code: 'bad-choice', option, value, choices, ...(nearest === undefined ? {} : { nearest }) })
}

function readChoices<Choice extends string>(
  option: string,
  value: string | undefined,
  choices: readonly Choice[],
): Read<Choice[]> {
  const chosen: Choice[] = []
  for (const part of value?.split(',') ?? []) {
    const choice = readChoice(option, part, choices)
    if (!choice.ok) return choice
    chosen.push(choice.value)
  }
  return succeed(chosen)
}

function readCount(
  option: string,
  value: string,
  wanted: string,
  least: number,
  most = Number.POSITIVE_INFINITY,
): Read<number> {
  const count = /^\d{1,12}$/.test(value.trim()) ? Number(value) : Number.NaN
  return count >= least && count <= most
    ? succeed(count)
    : fail({ code: 'bad-number', option, value, wanted })
}

function readTimes(
  given: Given,
  zone: Zone,
  clock: number,
): Read<{ now: number; since?: number; until?: number }> {
  const now = given.now === undefined ? clock : readWhen(given.now, clock, zone)
  if (now === undefined) return fail({ code: 'bad-time', option: '--now', value: given.now ?? '' })
  const times: { now: number; since?: number; until?: number } = { now }
  for (const name of ['since', 'until'] as const) {
    const value = given[name]
    if (value === undefined) continue
    const at = readWhen(value, now, zone, name === 'until')
    if (at === undefined) return fail({ code: 'bad-time', option: `--${name}`, value })
    times[name] = at
  }
  return succeed(times)
}

function readMoment(option: string, value: string, now: number, zone: Zone): Read<number> {
  const at = readWhen(value, now, zone)
  return at === undefined ? fail({ code: 'bad-time', option, value }) : succeed(at)
}

/** Checks the options of a command. `formats` are the names it may be asked for, the first being its own. */
export function readSettings(
  options: unknown,
  formats: readonly string[],
  profiles: readonly string[],
  clock: number,
): Read<Settings> {
  const given = Given.parse(options)
  const zone = findZone(given.tz)
  if (zone === undefined) return fail({ code: 'bad-zone', value: given.tz })
  const times = readTimes(given, zone, clock)
  if (!times.ok) return times
  const classes = readChoices<Class>('--class', given.class, CLASSES)
  if (!classes.ok) return classes
  const failOn = readChoices<FailCondition>('--fail-on', given.failOn, FAIL_CONDITIONS)
  if (!failOn.ok) return failOn
  const sort = readChoice<Sort>('--sort', given.sort, SORTS)
  if (!sort.ok) return sort
  const by = readChoice<Grouping>('--by', given.by, GROUPINGS)
  if (!by.ok) return by
  const colour = readChoice<ColourChoice>('--color', given.color, COLOUR_CHOICES)
  if (!colour.ok) return colour
  const format = readChoice(
    '--format',
    given.format ?? (given.json ? 'json' : (formats[0] ?? 'table')),
    formats,
  )
  if (!format.ok) return format
  const profile = given.profile === undefined ? undefined : readChoice('--profile', given.profile, profiles)
  if (profile?.ok === false) return profile
  const top =
    given.top === 'all'
      ? succeed(Number.POSITIVE_INFINITY)
      : readCount('--top', given.top, 'a whole number from 1 on, or all', 1)
  if (!top.ok) return top
  const min = readCount('--min', given.min, 'a whole number from 1 on', 1)
  if (!min.ok) return min
  const width =
    given.width === undefined
      ? undefined
      : readCount('--width', given.width, 'a number of columns from 40 to 1000', 40, 1000)
  if (width?.ok === false) return width
  const expect =
    given.expect === undefined ? undefined : readCount('--expect', given.expect, 'a whole number', 0)
  if (expect?.ok === false) return expect
  const { now, ...span } = times.value
  const at = given.at === undefined ? undefined : readMoment('--at', given.at, now, zone)
  if (at?.ok === false) return at
  return succeed({
    profile: profile?.value,
    selection: {
      ...span,
      ...(given.match === undefined ? {} : { match: parseMatch(given.match) }),
      classes: new Set(classes.value.length === 0 ? CLASSES : classes.value),
      denialsOnly: given.denials,
    },
    zone,
    now,
    min: min.value,
    top: top.value,
    sort: sort.value,
    by: by.value,
    format: format.value,
    output: given.output === '-' ? undefined : given.output,
    width: width?.value,
    ascii: given.ascii,
    colour: colour.value,
    strict: given.strict,
    failOn: failOn.value,
    exitZero: given.exitZero,
    expect: expect?.value,
    quiet: given.quiet,
    links: given.links,
    raw: given.raw,
    trust: { text: given.trustText, links: given.trustLinks },
    at: at?.value,
    rules: typeof given.rules === 'string' ? given.rules : given.rules === false ? false : undefined,
  })
}
