import auditEvent from './profiles/audit-event.json' with { type: 'json' }
import denyLedger from './profiles/deny-ledger.json' with { type: 'json' }
import friction from './profiles/friction.json' with { type: 'json' }
import generic from './profiles/generic.json' with { type: 'json' }
import hookBlocks from './profiles/hook-blocks.json' with { type: 'json' }
import hookFriction from './profiles/hook-friction.json' with { type: 'json' }
import hookIncidents from './profiles/hook-incidents.json' with { type: 'json' }
import operatorFriction from './profiles/operator-friction.json' with { type: 'json' }
import permissionDenied from './profiles/permission-denied.json' with { type: 'json' }
import provenanceChain from './profiles/provenance-chain.json' with { type: 'json' }
import requestAudit from './profiles/request-audit.json' with { type: 'json' }
import skillFriction from './profiles/skill-friction.json' with { type: 'json' }
import { Profile } from './schema.ts'

/** The profile that reads a record no other profile fits. */
export const GENERIC = 'generic'

const FILES = [
  auditEvent,
  denyLedger,
  friction,
  generic,
  hookBlocks,
  hookFriction,
  hookIncidents,
  operatorFriction,
  permissionDenied,
  provenanceChain,
  requestAudit,
  skillFriction,
]

/** All profiles by name, checked when first needed. */
export function loadProfiles(): ReadonlyMap<string, Profile> {
  const profiles = FILES.map((data) => Profile.parse(data))
  return new Map(profiles.map((profile) => [profile.name, profile]))
}
