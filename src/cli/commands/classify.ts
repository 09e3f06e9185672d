import type { Class } from '../../classify/decide.ts'
import { type ClusterFinder, classifyLine } from '../../report/classify-line.ts'
import { identify, keyOf } from '../../signature/sign.ts'
import { isCutShort, type SourceFault } from '../../source/fault.ts'
import { type ByteSource, readLedger } from '../../source/read.ts'
import { concat, type Printable, print, toAsciiJson } from '../../text/printable.ts'
import { runTriage, type Triage } from '../../triage.ts'
import { EXIT, type FailCondition } from '../exit.ts'
import { deliver, type Session } from '../session.ts'
import { complainOfFaults, erase } from './scan.ts'

/** Lines written at once. */
const BATCH = 512

/**
 * One verdict per line, in order, as NDJSON: the interface for other programs. Two passes, since links and a cluster's
 * id are only known when all records are; with `--no-links` one pass in constant memory, a pure filter of lines.
 */
export async function classify(session: Session): Promise<number> {
  const { settings, surface, ledgers, examine } = session
  const triage = settings.links
    ? await runTriage(ledgers, examine, settings.selection, session.progress)
    : undefined
  await erase(session)
  const findCluster = createFinder(triage)
  const named = ledgers.length > 1
  const parts: Printable[] = []
  const faults: SourceFault[] = triage?.inputs.flatMap((input) => input.fault ?? []) ?? []
  // Links and clusters are those of the first reading: where that was cut short, so are they.
  let complete = triage?.inputs.every((input) => input.complete) ?? true
  const seen: Record<Class | 'malformed', number> = { synthetic: 0, real: 0, unattributed: 0, malformed: 0 }
  for (const ledger of ledgers) {
    const lines: Printable[] = []
    const flush = async (): Promise<void> => {
      const text = concat(...lines.splice(0))
      if (settings.output === undefined) await surface.stdout.write(text)
      else parts.push(text)
    }
    const outcome = await readLedger(
      ledger,
      (parsed) => {
        const line = classifyLine(parsed, examine, triage?.links, findCluster)
        if ('class' in line) seen[line.class] += 1
        else if ('malformed' in line) seen.malformed += 1
        lines.push(print`${toAsciiJson(named ? { ledger: ledger.path, ...line } : line)}\n`)
      },
      () => !surface.isInterrupted() && !surface.stdout.isClosed(),
      async () => {
        if (lines.length >= BATCH) await flush()
      },
    )
    complete &&=
      (outcome.complete || surface.stdout.isClosed()) &&
      (surface.stdout.isClosed() || !isOtherThanBefore(triage, ledger, outcome.watermark.sha256))
    const { fault } = outcome
    const isTold = faults.some(({ code, path }) => code === fault?.code && path === fault.path)
    if (fault !== undefined && !isTold) faults.push(fault)
    await flush()
  }
  await complainOfFaults(faults, session)
  const whole = complete && !(settings.strict && seen.malformed > 0)
  const code = chooseCode(session, [...session.faults, ...faults], whole, (condition) =>
    condition === 'any' ? seen.synthetic + seen.real + seen.unattributed > 0 : seen[condition] > 0,
  )
  return settings.output === undefined ? code : deliver(concat(...parts), code, session)
}

/** True where the second pass met other bytes than the first: verdicts and clusters would be of two ledgers. */
function isOtherThanBefore(triage: Triage | undefined, ledger: ByteSource, sha256: string): boolean {
  const before = triage?.inputs.find((input) => input.watermark.path === ledger.path)
  return before?.complete === true && before.watermark.sha256 !== sha256
}

function createFinder(triage: Triage | undefined): ClusterFinder {
  if (triage === undefined) return (signed) => ({ signature: identify(keyOf(signed)) })
  const clusterOf = new Map(
    triage.clusters.flatMap(({ id, signatures }) =>
      signatures.map((signature) => [signature.id, id] as const),
    ),
  )
  return (signed) => {
    const signature = identify(keyOf(signed))
    return { signature, cluster: clusterOf.get(signature) ?? signature }
  }
}

function chooseCode(
  { settings, surface }: Session,
  faults: readonly SourceFault[],
  whole: boolean,
  isMet: (condition: FailCondition) => boolean,
): number {
  if (surface.isInterrupted()) return EXIT.interrupted
  if (settings.exitZero) return EXIT.done
  if (faults.some((fault) => !isCutShort(fault))) return EXIT.unreadable
  if (!whole) return EXIT.incomplete
  return settings.failOn.some(isMet) ? EXIT.finding : EXIT.done
}
