import * as z from 'zod'

const FieldName = z.string().min(1)

/** What a profile's writer does besides appending: where its ledger lies, what else it touches, what it leaves out. */
const Writer = z.strictObject({
  /** Environment variables that move the ledger. */
  variables: z.array(z.string()),
  /** Usual places; `~` and `$NAME` stand for the home folder and a variable. */
  places: z.array(z.string()),
  /** Account-level files beside the ledger. `hashOf`: the star stands for the first digits of the sha256 of that role's value. */
  stateFiles: z.array(z.strictObject({ name: z.string(), hashOf: z.literal('workspace').optional() })),
  /** Records that the writer itself drops, which makes counts lower bounds. */
  drops: z
    .strictObject({
      identicalForMinutes: z.number().positive(),
      sameWorkspaceForSeconds: z.number().positive(),
    })
    .optional(),
})

/** A field that has one of some values, or whose text fits a pattern with `*` and `?`. */
const Condition = z.strictObject({
  field: FieldName,
  in: z.array(z.union([z.string(), z.boolean(), z.number()])).default([]),
  like: z.array(z.string()).default([]),
})

/** A ledger kind as data: which fields mean what, and which records are denials. */
export const Profile = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string(),
  source: z.string().min(10),
  /** A record fits when it has `all`, and either one of `any` or no field outside `fields`. */
  recognise: z.strictObject({ all: z.array(FieldName), any: z.array(FieldName).optional() }),
  fields: z.array(FieldName),
  /** Dotted names tried in order before the general role names. */
  time: z.array(FieldName),
  message: z.array(FieldName),
  /** Diagnosis codes: their names and values are part of the signature, verbatim. */
  codes: z.array(FieldName),
  denials: z.union([
    z.strictObject({ every: z.boolean() }),
    z.strictObject({ any: z.array(Condition).min(1) }),
  ]),
  writer: Writer.optional(),
})
export type Profile = z.infer<typeof Profile>
