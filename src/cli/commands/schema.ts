import * as z from 'zod'
import { Config } from '../../config/schema.ts'
import { ClassifyLine } from '../../report/classify-line.ts'
import { CountDocument } from '../../report/count-document.ts'
import { DiffDocument } from '../../report/diff-document.ts'
import { ExplainDocument } from '../../report/explanation.ts'
import { GateDocument } from '../../report/gate-document.ts'
import { GuardReport } from '../../report/guard-model.ts'
import { Report } from '../../report/model.ts'
import { ShowDocument } from '../../report/show-document.ts'
import { findNearest } from '../../text/nearest.ts'
import { print, toAsciiJson } from '../../text/printable.ts'
import { EXIT } from '../exit.ts'
import { refuse } from '../session.ts'
import type { Surface } from '../surface.ts'

/** Documents whose JSON Schema is published, by name. */
const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  report: Report,
  count: CountDocument,
  classify: ClassifyLine,
  explain: ExplainDocument,
  show: ShowDocument,
  guard: GuardReport,
  gate: GateDocument,
  diff: DiffDocument,
  config: Config,
}

export const SCHEMA_NAMES = Object.keys(SCHEMAS)

/** Prints the JSON Schema (2020-12) of a document that this program prints. */
export async function schema(name: string, surface: Surface): Promise<number> {
  const model = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined
  if (model === undefined) {
    const nearest = findNearest(name, SCHEMA_NAMES)
    const choice = { code: 'bad-choice', option: 'schema', value: name, choices: SCHEMA_NAMES } as const
    return refuse(nearest === undefined ? choice : { ...choice, nearest }, surface)
  }
  await surface.stdout.write(
    print`${toAsciiJson(z.toJSONSchema(model, { io: name === 'config' ? 'input' : 'output' }), 2)}\n`,
  )
  return EXIT.done
}
