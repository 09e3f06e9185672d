import { GENERIC } from './load.ts'
import type { Profile } from './schema.ts'

/** Which profile reads a record, and how that was settled. */
export type Detection = {
  readonly profile: Profile
  readonly how: 'forced' | 'recognised' | 'none-fits' | 'tie'
  /** Fields of the profile that the record has. */
  readonly fields: readonly string[]
  /** Number of this detection within its detector: one for each shape of record that it met, from 0. */
  readonly serial: number
}

export type Detector = (keys: readonly string[]) => Detection

/** Shapes remembered; beyond it the memory starts afresh, which changes no answer. */
const MAX_SHAPES = 4096

function fits(profile: Profile, keys: ReadonlySet<string>): boolean {
  const { all, any } = profile.recognise
  if (all.length === 0 || !all.every((name) => keys.has(name))) return false
  if (any?.some((name) => keys.has(name)) === true) return true
  return [...keys].every((key) => profile.fields.includes(key))
}

/**
 * Makes a detector that settles on a profile by a record's top-level field names alone: the fitting profile that knows
 * most of them. A tie, or none, gives `generic`. Being a pure function of one record, it reads mixed files record by
 * record, whatever their order.
 */
export function createDetector(profiles: ReadonlyMap<string, Profile>, forced?: Profile): Detector {
  const generic = profiles.get(GENERIC)
  if (generic === undefined) throw new Error('the generic profile is missing')
  const candidates = [...profiles.values()].filter((profile) => profile.name !== GENERIC)
  const known = new Map<string, Detection>()

  let serial = 0
  const settle = (keys: readonly string[]): Omit<Detection, 'serial'> => {
    const names = new Set(keys)
    if (forced !== undefined) {
      return { profile: forced, how: 'forced', fields: forced.fields.filter((field) => names.has(field)) }
    }
    let best: Profile | undefined
    let bestScore = -1
    let tied = false
    for (const profile of candidates) {
      if (!fits(profile, names)) continue
      const score = profile.fields.reduce((sum, field) => sum + (names.has(field) ? 1 : 0), 0)
      tied = score === bestScore
      if (score > bestScore) [best, bestScore] = [profile, score]
    }
    if (best === undefined) return { profile: generic, how: 'none-fits', fields: [] }
    if (tied) return { profile: generic, how: 'tie', fields: [] }
    return { profile: best, how: 'recognised', fields: best.fields.filter((field) => names.has(field)) }
  }

  return (keys) => {
    const shape = keys.join('\u0000')
    let detection = known.get(shape)
    if (detection === undefined) {
      if (known.size >= MAX_SHAPES) known.clear()
      detection = { ...settle(keys), serial: serial++ }
      known.set(shape, detection)
    }
    return detection
  }
}
