import { CLASSES, type Class } from '../classify/decide.ts'
import type { JsonObject } from '../source/parse.ts'

/** Distinct values counted of a field, and fields counted: more are of no use to a reader, and a bound on memory. */
const MAX_VALUES = 500
const MAX_FIELDS = 200
const ABSENT = '\u0000'
const RECORDED = '\u0001'
/** Records from which on a field can be said to be filled anew each time. */
const FEW = 8

type Counts = Map<Class, Map<string, number>>

/** How differently a field is filled in the records of two classes, from 0 to 1, and with what. */
export type Separation = {
  readonly field: string
  readonly score: number
  /** The most frequent value of each class, undefined where most records lack the field. */
  readonly usual: Readonly<
    Partial<Record<Class, { readonly value: string | undefined; readonly share: number }>>
  >
}

const spell = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 200) : (JSON.stringify(value)?.slice(0, 200) ?? '')

/** Counts the values of every field at the top of the records of a cluster, class by class. */
export function createSeparator(): {
  /** `message` is left out: it is what the cluster is made of. */
  readonly add: (record: JsonObject, of: Class, message: string | undefined) => void
  /** Fields of which the values differ most between the classes, those first; ties by name. */
  readonly list: (most: number) => Separation[]
} {
  const fields = new Map<string, Counts>()
  const totals: Record<Class, number> = { synthetic: 0, real: 0, unattributed: 0 }
  return {
    add(record, of, message) {
      totals[of] += 1
      for (const [field, value] of Object.entries(record)) {
        if ((typeof value === 'object' && value !== null) || value === message) continue
        const counts: Counts = fields.get(field) ?? new Map()
        if (!fields.has(field) && fields.size >= MAX_FIELDS) continue
        fields.set(field, counts)
        const values = counts.get(of) ?? new Map<string, number>()
        counts.set(of, values)
        const text = spell(value)
        if (values.has(text) || values.size < MAX_VALUES) values.set(text, (values.get(text) ?? 0) + 1)
      }
    },
    list(most) {
      const present = CLASSES.filter((of) => totals[of] > 0)
      return [...fields]
        .map(([field, counts]) => separate(field, counts, totals, present))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || (a.field < b.field ? -1 : 1))
        .slice(0, most)
    },
  }
}

const sumOf = (values: ReadonlyMap<string, number>): number =>
  [...values.values()].reduce((sum, count) => sum + count, 0)

/** True for a field that nearly every record fills anew, such as a time: whether it is filled is all that it can tell. */
function isEverNew(counts: Counts): boolean {
  const values = new Set([...counts.values()].flatMap((of) => [...of.keys()]))
  const filled = [...counts.values()].reduce((sum, of) => sum + sumOf(of), 0)
  return values.size >= MAX_VALUES || (filled >= FEW && values.size > filled / 2)
}

/** Shares of the values of one class, those without the field among them. */
function sharesOf(counts: Counts, of: Class, total: number, isName: boolean): Map<string, number> {
  const values = counts.get(of) ?? new Map<string, number>()
  const filled = sumOf(values)
  const shares = isName
    ? new Map(filled === 0 ? [] : [[RECORDED, filled / total]])
    : new Map([...values].map(([value, count]) => [value, count / total]))
  if (filled < total) shares.set(ABSENT, (total - filled) / total)
  return shares
}

function separate(
  field: string,
  counts: Counts,
  totals: Readonly<Record<Class, number>>,
  present: readonly Class[],
): Separation {
  const isName = isEverNew(counts)
  const shares = present.map((of) => [of, sharesOf(counts, of, totals[of], isName)] as const)
  let score = 0
  for (const [i, [, left]] of shares.entries()) {
    for (const [, right] of shares.slice(i + 1)) score = Math.max(score, distance(left, right))
  }
  const usual = Object.fromEntries(
    shares.map(([of, values]) => {
      const [value, share] = [...values].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0] ?? [ABSENT, 0]
      return [of, { value: value === ABSENT ? undefined : value === RECORDED ? '' : value, share }]
    }),
  )
  return { field, score: Math.round(score * 10_000) / 10_000, usual }
}

/** Half the sum of differences of two distributions: 0 where they are the same, 1 where they share nothing. */
function distance(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const value of new Set([...left.keys(), ...right.keys()]))
    sum += Math.abs((left.get(value) ?? 0) - (right.get(value) ?? 0))
  return sum / 2
}
