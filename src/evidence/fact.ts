/**
 * What a fact points at: a test, a production workspace, an actor, a merely temporary place, or, by a user's marker, real
 * work as a whole.
 */
export type FactKind = 'test' | 'workspace' | 'actor' | 'temporary' | 'production'

/** Where it was found: a field of the record, running text, or a rule of the user's. */
export type FactBasis = 'field' | 'text' | 'rule'

/**
 * One finding of one rule about one record. `field` is the dotted name of the value it was found in, `span` the matched
 * part of that value in UTF-16 units, `value` the matched text itself.
 */
export type Fact = {
  readonly rule: string
  readonly kind: FactKind
  readonly basis: FactBasis
  readonly field: string
  readonly span: readonly [start: number, end: number]
  readonly value: string
  readonly framework?: string
  readonly test?: string
  readonly truncated?: boolean
  readonly run?: string
  /** The user's rule that made the place count, where one did. */
  readonly within?: string
}
