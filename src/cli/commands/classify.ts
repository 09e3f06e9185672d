import { type ClusterFinder, classifyLine } from '../../report/classify-line.ts'
import { identify, keyOf } from '../../signature/sign.ts'
import { readLedger } from '../../source/read.ts'
import { concat, type Printable, print, toAsciiJson } from '../../text/printable.ts'
import { runTriage } from '../../triage.ts'
import { EXIT } from '../exit.ts'
import { deliver, type Session } from '../session.ts'
import { complainOfReads, erase } from './scan.ts'

/** Lines written at once. */
const BATCH = 512

/**
 * One verdict per line, in order, as NDJSON: the interface for other programs. Two passes, since a cluster's id is only
 * known when all of its records are.
 */
export async function classify(session: Session): Promise<number> {
  const { settings, surface, ledgers, examine } = session
  const triage = await runTriage(ledgers, examine, settings.selection, session.progress)
  await erase(session)
  const clusterOf = new Map(
    triage.clusters.flatMap((cluster) => cluster.members.map((id) => [id, cluster.id] as const)),
  )
  const findCluster: ClusterFinder = (signed) => {
    const signature = identify(keyOf(signed))
    return { signature, cluster: clusterOf.get(signature) ?? signature }
  }
  const named = ledgers.length > 1
  const parts: Printable[] = []
  let complete = true
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
        const line = classifyLine(parsed, examine, findCluster)
        lines.push(print`${toAsciiJson(named ? { ledger: ledger.path, ...line } : line)}\n`)
      },
      () => !surface.isInterrupted(),
      async () => {
        if (lines.length >= BATCH) await flush()
      },
    )
    complete &&= outcome.complete
    await flush()
  }
  const faults = [...session.faults, ...(await complainOfReads(triage, session))]
  const code = surface.isInterrupted()
    ? EXIT.interrupted
    : settings.exitZero
      ? EXIT.done
      : faults.some((fault) => fault.code !== 'read-failed')
        ? EXIT.unreadable
        : complete && !(settings.strict && triage.inputs.some((input) => input.counts.malformed > 0))
          ? EXIT.done
          : EXIT.incomplete
  return settings.output === undefined ? code : deliver(concat(...parts), code, session)
}
