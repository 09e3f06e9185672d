import * as z from 'zod'

/** A pattern for one path component: anchored, linear, at most one unbounded part between literals. */
const ComponentPattern = z.string().regex(/^\^.*\$$/, 'a component pattern starts with ^ and ends with $')

const Segment = z.strictObject({ match: ComponentPattern, optional: z.boolean().optional() })

const MatchExample = z.strictObject({
  path: z.string(),
  test: z.string().optional(),
  run: z.string().optional(),
  truncated: z.boolean().optional(),
})

/**
 * One temp-directory shape. `strength`: `A` proves a test anywhere, `A-` only where `where` holds, `B` belongs to a test
 * tool but also to other uses, `C` is merely temporary. `B` and `C` prove nothing and bar a workspace from being real.
 */
export const Shape = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string(),
  framework: z.string().optional(),
  strength: z.enum(['A', 'A-', 'B', 'C']),
  where: z.enum(['anywhere', 'root', 'start']),
  /** Literals of which every match holds one, in any case, unless it lies under a root: text without any is not read. */
  marks: z.array(z.string().min(4)).optional(),
  /** True for a shape that may stand in text without any path separator. */
  alone: z.boolean().optional(),
  segments: z.array(Segment).min(1),
  /** What a captured test name is cut to by the framework, in characters. */
  cutAt: z.int().optional(),
  source: z.string().min(10),
  checked: z.boolean(),
  examples: z.strictObject({ match: z.array(MatchExample).min(1), reject: z.array(z.string()).min(1) }),
})
export type Shape = z.infer<typeof Shape>

/** A folder that systems or users name as the place for temporary files. */
export const TempRoot = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  kind: z.enum(['posix', 'drive']),
  segments: z.array(ComponentPattern).min(1),
  /** Literals of which every spelling of a path below this root holds one, in any case. */
  marks: z.array(z.string().min(4)).min(1),
  source: z.string().min(10),
  examples: z.strictObject({ match: z.array(z.string()).min(1), reject: z.array(z.string()).min(1) }),
})
export type TempRoot = z.infer<typeof TempRoot>

/** A variable that only a test framework sets, where a writer records its environment. */
export const Marker = z.strictObject({
  variable: z.string(),
  framework: z.string(),
  /** What the value must look like; absent: any value that is no placeholder. */
  value: z.string().optional(),
  /** Captures `test` from the value. */
  test: z.string().optional(),
  source: z.string().min(10),
  examples: z.strictObject({ match: z.array(z.string()).min(1), reject: z.array(z.string()).min(1) }),
})
export type Marker = z.infer<typeof Marker>

export const ShapeFile = z.strictObject({ shapes: z.array(Shape) })
export const TempRootFile = z.strictObject({ roots: z.array(TempRoot) })
export const MarkerFile = z.strictObject({ markers: z.array(Marker), fixtureSessions: z.array(z.string()) })
