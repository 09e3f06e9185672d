import { HOLE_WORD, type Word } from './word.ts'

/** A place where two aligned signatures differ: what either has there, and what stands around it. */
export type Segment = {
  readonly left: readonly Word[]
  readonly right: readonly Word[]
  readonly before: Word | undefined
  /** The word before that one. */
  readonly outside: Word | undefined
  readonly after: Word | undefined
  readonly isFirst: boolean
}

/** Two signatures laid side by side: the weight of what they share, where they differ, and what covers both. */
export type Alignment = {
  readonly shared: number
  readonly segments: readonly Segment[]
  readonly merged: readonly Word[]
}

/** What a shared word counts for in the search for the best alignment: holes and marks just enough to be kept. */
const gainOf = ({ kind, weight }: Word): number =>
  kind === 'hole' ? 0.3 : kind === 'mark' ? 0.2 : weight + 0.001

/** The best alignment of two lists, by the weight of what is shared; of equal ones always the same. Time and room are |a| x |b|. */
export function align(a: readonly Word[], b: readonly Word[]): Alignment {
  const width = b.length + 1
  const table = new Float64Array((a.length + 1) * width)
  const at = (i: number, j: number): number => table[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    const word = a[i]
    if (word === undefined) continue
    const gain = gainOf(word)
    for (let j = b.length - 1; j >= 0; j--) {
      const skipped = Math.max(at(i + 1, j), at(i, j + 1))
      const kept = word.text === b[j]?.text ? at(i + 1, j + 1) + gain : -1
      table[i * width + j] = Math.max(skipped, kept)
    }
  }
  return walk(a, b, at)
}

function walk(a: readonly Word[], b: readonly Word[], at: (i: number, j: number) => number): Alignment {
  const segments: Segment[] = []
  const merged: Word[] = []
  let shared = 0
  let [fromI, fromJ] = [0, 0]
  const close = (i: number, j: number): void => {
    if (i === fromI && j === fromJ) return
    segments.push({
      left: a.slice(fromI, i),
      right: b.slice(fromJ, j),
      before: fromI > 0 ? a[fromI - 1] : b[fromJ - 1],
      outside: fromI > 1 ? a[fromI - 2] : b[fromJ - 2],
      after: a[i] ?? b[j],
      isFirst: fromI === 0 || fromJ === 0,
    })
    if (merged.at(-1)?.kind !== 'hole') merged.push(HOLE_WORD)
  }
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i], b[j]]
    if (x === undefined || y === undefined) break
    if (x.text === y.text && at(i, j) === at(i + 1, j + 1) + gainOf(x)) {
      close(i, j)
      shared += x.weight
      const word = x.shown === y.shown ? x : x.kind === 'hole' ? HOLE_WORD : x
      if (word.kind !== 'hole' || merged.at(-1)?.kind !== 'hole') merged.push(word)
      i += 1
      j += 1
      fromI = i
      fromJ = j
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  close(a.length, b.length)
  return { shared, segments, merged }
}
