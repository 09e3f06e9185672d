import { hasMember, membersOf } from '../cluster/cluster.ts'
import type { Selection } from '../cluster/select.ts'
import type { Examined } from '../examine.ts'
import { identify, keyOf } from '../signature/sign.ts'
import type { Triage } from '../triage.ts'

/** Says of a record whether it is of the cluster that a `--match id:…` means, by the clusters of all that was read. */
export function createMembership(
  { match }: Selection,
  { clusters }: Triage,
): (examined: Examined) => boolean {
  if (match?.kind !== 'id') return () => true
  const members = new Set(clusters.filter((cluster) => hasMember(cluster, match.prefix)).flatMap(membersOf))
  return ({ signed }) => members.has(identify(keyOf(signed)))
}
