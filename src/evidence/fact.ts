/** What a fact points at: a test, a production workspace, an actor, or a merely temporary place. */
export type FactKind = 'test' | 'workspace' | 'actor' | 'temporary'

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
}
