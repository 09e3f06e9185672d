import friction from './profiles/friction.json' with { type: 'json' }
import generic from './profiles/generic.json' with { type: 'json' }
import { Profile } from './schema.ts'

/** The profile that reads a record no other profile fits. */
export const GENERIC = 'generic'

/** All profiles by name, checked when first needed. */
export function loadProfiles(): ReadonlyMap<string, Profile> {
  const profiles = [friction, generic].map((data) => Profile.parse(data))
  return new Map(profiles.map((profile) => [profile.name, profile]))
}
