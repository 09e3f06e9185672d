import { createHash } from 'node:crypto'
import type { Verdict } from '../classify/decide.ts'
import type { Leaf } from '../profile/leaves.ts'
import type { LedgerRecord } from '../profile/normalise.ts'
import type { Fact } from './fact.ts'
import { isPlaceholder } from './placeholder.ts'

/** A process is one process for so long, in milliseconds: process ids are used again. */
const PROCESS_WINDOW = 15 * 60_000

/** Keys, times and waiting records together; beyond this links are off, whatever the order of records. */
export const MAX_LINKED = 1_000_000

/** Ids that unrelated writers share: they say nothing of a common origin. */
const SHARED_RUNS = new Set(['standalone', 'local', 'default', 'main'])

/** What a record has in common with others: hashes of its specific run ids, and of its process. */
export type LinkKeys = { readonly runs: readonly LinkKey[]; readonly process: LinkKey | undefined }
export type LinkKey = { readonly hash: string; readonly field: string; readonly value: string }

/** Where a directly proven record lies. */
export type Place = { readonly ledger: number; readonly line: number }

/** Why a record without evidence of its own is synthetic: the key it shares, and a record that proves it. */
export type Link = { readonly by: 'run' | 'process'; readonly key: LinkKey; readonly proof: Place }

type RunEntry = { proof: Place | undefined; blocked: boolean }
type Proof = { readonly at: number; readonly place: Place }

/** `times` are those of the proofs, `spoilt` the times of the proofs that production evidence stands near; known once all is sorted. */
type ProcessEntry = {
  readonly proofs: Proof[]
  readonly production: number[]
  times: readonly number[]
  spoilt: readonly number[]
}

/** What was learnt of runs and processes over all input; asked when everything was read. */
export type LinkIndex = {
  readonly learn: (record: LedgerRecord, verdict: Verdict, place: Place) => void
  readonly resolve: (keys: LinkKeys, at: number | undefined) => Link | undefined
  /** Leaves links out from now on, for records that were and that were not looked at alike. */
  readonly turnOff: () => void
  readonly isOff: () => boolean
}

const isShared = (value: string): boolean =>
  isPlaceholder(value) || SHARED_RUNS.has(value.trim().toLowerCase())

/** Eight bytes of a key's hash: enough to tell a million apart, and no ledger text is kept. */
function hashKey(kind: 'run' | 'process', value: string): string {
  return createHash('sha256').update(`${kind}\0${value}`).digest('hex').slice(0, 16)
}

const shallowest = (leaves: readonly Leaf[], role: Leaf['role']): Leaf | undefined =>
  leaves.reduce<Leaf | undefined>(
    (best, leaf) => (leaf.role === role && (best === undefined || leaf.depth < best.depth) ? leaf : best),
    undefined,
  )

/** The link keys of a record, or undefined where it has none. Session ids are none: children inherit them. */
export function findLinkKeys(leaves: readonly Leaf[]): LinkKeys | undefined {
  let runs: LinkKey[] | undefined
  let pid: string | undefined
  for (const leaf of leaves) {
    if (leaf.role !== 'run' && leaf.role !== 'process') continue
    const value = String(leaf.value).trim()
    if (leaf.role === 'process') pid = value
    else if (!isShared(value)) {
      runs ??= []
      runs.push({ hash: hashKey('run', value), field: leaf.field, value })
    }
  }
  const process = pid === undefined ? undefined : findProcess(leaves)
  return runs === undefined && process === undefined ? undefined : { runs: runs ?? [], process }
}

/** Process id and host as one key. Process 1 is every container's own. */
function findProcess(leaves: readonly Leaf[]): LinkKey | undefined {
  const leaf = shallowest(leaves, 'process')
  const value = String(leaf?.value ?? '').trim()
  if (leaf === undefined || value === '1' || isShared(value)) return undefined
  const host = shallowest(leaves, 'host')?.value ?? ''
  return {
    hash: hashKey('process', `${value}\0${host}`),
    field: leaf.field,
    value: host === '' ? value : `${value} on ${host}`,
  }
}

const hasKind = (facts: readonly Fact[], kind: Fact['kind']): boolean =>
  facts.some((fact) => fact.kind === kind)

/** Production evidence on a record, whatever else it holds: it blocks every link of its run and process. */
const isProduction = ({ class: of, facts }: Verdict): boolean =>
  of === 'real' || (of === 'unattributed' && hasKind(facts, 'workspace') && hasKind(facts, 'actor'))

const isEarlier = (a: Place, b: Place): boolean =>
  a.ledger < b.ledger || (a.ledger === b.ledger && a.line < b.line)

/**
 * Makes the index of links. One hop: only records that are proven themselves prove a link. Any production evidence
 * blocks: of a run at any time, of a process within fifteen minutes of the record that proves; one blocked link blocks
 * all links of a record. Undated records never link by process.
 */
export function createLinkIndex(limit: number = MAX_LINKED): LinkIndex {
  const runs = new Map<string, RunEntry>()
  const processes = new Map<string, ProcessEntry>()
  let size = 0
  let off = false
  let sorted = false

  const turnOff = (): void => {
    off = true
    runs.clear()
    processes.clear()
  }

  const grow = (): void => {
    size += 1
    if (size > limit) turnOff()
  }

  const learnRun = (key: LinkKey, production: boolean, place: Place): void => {
    const entry = runs.get(key.hash)
    if (entry === undefined) {
      runs.set(key.hash, { proof: production ? undefined : place, blocked: production })
      grow()
    } else if (production) entry.blocked = true
    else if (entry.proof === undefined || isEarlier(place, entry.proof)) entry.proof = place
  }

  const learnProcess = (key: LinkKey, production: boolean, at: number, place: Place): void => {
    const entry = processes.get(key.hash) ?? { proofs: [], production: [], times: [], spoilt: [] }
    if (production) entry.production.push(at)
    else entry.proofs.push({ at, place })
    processes.set(key.hash, entry)
    grow()
  }

  const sortAll = (): void => {
    for (const entry of processes.values()) {
      entry.proofs.sort((a, b) => a.at - b.at || (isEarlier(a.place, b.place) ? -1 : 1))
      entry.production.sort((a, b) => a - b)
      entry.times = entry.proofs.map((proof) => proof.at)
      entry.spoilt = entry.times.filter((at) => findNear(entry.production, at) !== undefined)
    }
    sorted = true
  }

  const byProcess = (key: LinkKey, at: number | undefined): Link | 'blocked' | undefined => {
    const entry = processes.get(key.hash)
    if (entry === undefined || at === undefined) return undefined
    if (!sorted) sortAll()
    const near = findNear(entry.times, at)
    const proof = near === undefined ? undefined : entry.proofs[near]
    if (proof === undefined) return undefined
    return findNear(entry.spoilt, at) === undefined ? { by: 'process', key, proof: proof.place } : 'blocked'
  }

  return {
    learn(record, verdict, place) {
      if (off) return
      const production = isProduction(verdict)
      if (!production && (verdict.class !== 'synthetic' || verdict.reason === 'linked')) return
      const keys = findLinkKeys(record.leaves)
      if (keys === undefined) return
      for (const key of keys.runs) learnRun(key, production, place)
      if (keys.process !== undefined && record.at !== undefined)
        learnProcess(keys.process, production, record.at, place)
    },
    resolve(keys, at) {
      if (off) return undefined
      let link: Link | undefined
      for (const key of keys.runs) {
        const entry = runs.get(key.hash)
        if (entry?.blocked === true) return undefined
        if (entry?.proof !== undefined) link ??= { by: 'run', key, proof: entry.proof }
      }
      if (keys.process === undefined) return link
      const process = byProcess(keys.process, at)
      return process === 'blocked' ? undefined : (link ?? process)
    },
    turnOff,
    isOff: () => off,
  }
}

/** Index of the first of some sorted times that lies within the window of an instant. */
function findNear(times: readonly number[], at: number): number | undefined {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < at - PROCESS_WINDOW) low = middle + 1
    else high = middle
  }
  return low < times.length && (times[low] ?? 0) <= at + PROCESS_WINDOW ? low : undefined
}

/** A link as a fact: which key is shared. The record that proves it is named beside it. */
export const linkFact = ({ by, key }: Link): Fact => ({
  rule: `link/${by}`,
  kind: 'test',
  basis: 'field',
  field: key.field,
  span: [0, key.value.length],
  value: key.value,
})
