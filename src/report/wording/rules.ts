import type { Detection } from '../../profile/detect.ts'
import type { Profile } from '../../profile/schema.ts'
import { escapeRaw, join, type Printable, print } from '../../text/printable.ts'
import { formatCount } from '../figures.ts'
import type { RulesTest } from '../rules-test.ts'
import { list, plural, records } from './counts.ts'

const STRENGTHS: Readonly<Record<string, Printable>> = {
  A: print`proof`,
  'A-': print`proof under temp root`,
  B: print`bars, proves nothing`,
  C: print`bars, proves nothing`,
  unchecked: print`bars, source unread`,
}

/** What a rule of the catalogue weighs. */
export const explainStrength = (strength: string): Printable => STRENGTHS[strength] ?? escapeRaw(strength)

/** How many verdicts a rules file changes. */
export const summariseChanges = (count: number): Printable =>
  count === 0
    ? print`No verdict changes.`
    : print`${records(count)} ${plural(count, print`changes`, print`change`)} class.`

/** How many clusters a rules file makes of how many. */
export const summariseClusters = ({ before, after }: RulesTest['clusters']): Printable =>
  before === after
    ? print`${formatCount(after)} clusters, with the rules and without.`
    : print`${formatCount(before)} clusters become ${formatCount(after)}.`

/** Which records a profile calls denials. */
export function explainDenials(denials: Profile['denials']): Printable {
  if ('every' in denials) return denials.every ? print`every record` : print`none`
  const conditions = denials.any.map(
    ({ field, in: values, like }) => print`${escapeRaw(field)} is ${list([...values.map(String), ...like])}`,
  )
  return join(conditions, print`; or `)
}

/** Why a profile read records: by their fields, or for want of another. */
export function explainDetection(how: Detection['how'], count: number, all: number): Printable {
  const some = count === all ? print`` : print`${formatCount(count)} `
  switch (how) {
    case 'recognised':
      return print`${some}recognised by their fields`
    case 'forced':
      return print`${some}forced by --profile`
    case 'none-fits':
      return print`${some}that no profile fits`
    case 'tie':
      return print`${some}that several profiles fit alike`
  }
}
