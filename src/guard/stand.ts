import { resolve } from 'node:path'
import {
  type Checkpoints,
  createCheckpoints,
  findDifference,
  hashFirst,
  withCheckpoints,
} from '../source/checkpoint.ts'
import { isAbsent, type SourceFault } from '../source/fault.ts'
import { type FileState, inspect, type OpenLedger, openLedger, ReadFailure } from '../source/open.ts'
import type { ByteSource } from '../source/read.ts'
import type { InputOutcome } from '../triage.ts'
import { isAltered, isSameFile, type LedgerChange, nameChange, type Present } from './compare.ts'

/** A ledger as it stood before the run. It stays open, so that its file cannot be taken for another one later. */
export type Before = { readonly path: string; readonly ledger: OpenLedger; readonly checkpoints: Checkpoints }

/** What was read of it: N bytes, their hash, and how many lines they are. */
export type Counted = Before & {
  readonly bytes: number
  readonly sha256: string
  readonly state: FileState
  readonly lines: number
}

/** A ledger's fate: what its path holds now, and which stretches of it the run may have written. */
export type Fate = {
  readonly path: string
  readonly change: LedgerChange
  readonly altered: boolean
  readonly modeChanged: boolean
  /** Where the former bytes are no longer the same, the offset from which on, to within a step of the check points. */
  readonly differsFrom: number | undefined
  readonly before: Counted | undefined
  readonly now: OpenLedger | undefined
  readonly state: FileState | undefined
  readonly sha256: string | undefined
  readonly fault: SourceFault | undefined
  /** The former file under another name, grown on before it was moved. */
  readonly moved: OpenLedger | undefined
  /** Another guarded path that leads to the same file: it is read there. */
  readonly sameAs: string | undefined
}

/** What of some paths is there, open. `twins` are further names of a file that is open already, by that name. */
export type Opened = {
  readonly opened: readonly Before[]
  readonly twins: ReadonlyMap<string, string>
  readonly faults: readonly SourceFault[]
}

/** Opens what of some paths is there; absent ones are left out. */
export function openBefore(paths: readonly string[]): Opened {
  const opened: Before[] = []
  const twins = new Map<string, string>()
  const faults: SourceFault[] = []
  for (const path of [...new Set(paths)].sort()) {
    const result = openLedger(path)
    if (result.ok) {
      const ledger = result.value
      const twin = opened.find((other) => isSameFile(other.ledger.identity, ledger.identity))
      if (twin !== undefined) {
        twins.set(path, twin.path)
        ledger.close()
      } else opened.push({ path, ledger, checkpoints: createCheckpoints() })
    } else if (!isAbsent(result.fault)) faults.push(result.fault)
  }
  return { opened, twins, faults }
}

export const sourceOf = ({ ledger, checkpoints }: Before): ByteSource => withCheckpoints(ledger, checkpoints)

/** Joins a ledger with what reading it found out. */
export function toCounted(before: Before, { watermark, counts }: InputOutcome): Counted {
  const { bytes, sha256 } = watermark
  return { ...before, bytes, sha256, state: before.ledger.state(), lines: counts.lines }
}

function compareStart(now: OpenLedger, former: Counted): { start: Present['start']; differsFrom?: number } {
  if (now.bytes >= former.bytes && hashFirst(now, former.bytes) === former.sha256)
    return { start: 'identical' }
  const differsFrom = findDifference(now, Math.min(now.bytes, former.bytes), former.checkpoints)
  if (differsFrom !== undefined) return { start: 'different', differsFrom }
  return now.bytes < former.bytes ? { start: 'shorter' } : { start: 'different' }
}

/** The former file, if it lives on elsewhere with all its former bytes and some more. */
function findMoved({ ledger, bytes, sha256 }: Counted): OpenLedger | undefined {
  const again = ledger.again()
  return again.bytes > bytes && hashFirst(again, bytes) === sha256 ? again : undefined
}

/** Looks at a ledger's path again and says what became of it. The ledger that is open then is the caller's to close. */
export function lookAgain(path: string, before: Counted | undefined): Fate {
  const opened = openLedger(path)
  const namesNow = before?.ledger.state().names ?? 0
  const former =
    before === undefined
      ? undefined
      : { identity: before.ledger.identity, bytes: before.bytes, names: before.state.names, namesNow }
  const nothing = {
    path,
    before,
    now: undefined,
    state: undefined,
    sha256: undefined,
    modeChanged: false,
    sameAs: undefined,
  }
  if (!opened.ok) {
    const gone = isAbsent(opened.fault)
    const change = nameChange(former, gone ? 'nothing' : 'unreadable')
    const moved = change === 'rotated' && before !== undefined ? findMoved(before) : undefined
    const fault = gone ? undefined : opened.fault
    const altered = before !== undefined && isAltered(change, undefined)
    return { ...nothing, change, altered, differsFrom: undefined, fault, moved }
  }
  const now = opened.value
  try {
    const { start, differsFrom } =
      before === undefined
        ? { start: 'identical' as const, differsFrom: undefined }
        : compareStart(now, before)
    const change = nameChange(former, { identity: now.identity, bytes: now.bytes, start })
    const state = now.state()
    return {
      path,
      change,
      altered: isAltered(change, start),
      modeChanged: before !== undefined && change !== 'rotated' && state.mode !== before.state.mode,
      differsFrom,
      before,
      now,
      state,
      sha256: change === 'unchanged' ? before?.sha256 : hashFirst(now, now.bytes),
      fault: undefined,
      sameAs: undefined,
      moved: change === 'rotated' && before !== undefined ? findMoved(before) : undefined,
    }
  } catch (error) {
    now.close()
    if (!(error instanceof ReadFailure)) throw error
    const change = nameChange(former, 'unreadable')
    return { ...nothing, change, altered: true, differsFrom: undefined, fault: error.fault, moved: undefined }
  }
}

/** True where a path's last line has no line feed: its writer may still be at it. */
export function endsInsideLine(path: string): boolean {
  const inside = inspect(path, ({ bytes, readAt }) => bytes > 0 && readAt(bytes - 1, 1)[0] !== 0x0a)
  return inside.ok && inside.value
}

/** Two names of one place, such as a variable and a usual place that it equals, kept once. */
export const distinctPaths = (paths: readonly string[]): string[] => {
  const byPlace = new Map(paths.map((path) => [resolve(path), path]))
  return [...byPlace.values()].sort()
}

/** Marks the paths that lead to one file, so that it is read once: the first of them reads it. */
export function markSame(fates: readonly Fate[]): Fate[] {
  return fates.map((fate, i) => {
    const first = fates
      .slice(0, i)
      .find((other) => fate.now !== undefined && isSameFile(other.now?.identity, fate.now.identity))
    return first === undefined ? fate : { ...fate, sameAs: first.path }
  })
}
