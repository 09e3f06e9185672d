import { loadCatalogue } from '../../evidence/catalogue/load.ts'
import { layOutCatalogue, layOutCatalogueEntry, layOutRulesTest } from '../../report/render/rules.ts'
import { compareRules } from '../../report/rules-test.ts'
import { findNearest } from '../../text/nearest.ts'
import { print, toAsciiJson } from '../../text/printable.ts'
import { runTriage } from '../../triage.ts'
import { EXIT } from '../exit.ts'
import { deliver, printLines, refuse, type Session } from '../session.ts'
import { chooseColumns, type Surface } from '../surface.ts'
import { complainOfReads, erase } from './scan.ts'

export const RULES_FORMATS = ['table', 'json'] as const

/** Every built-in rule, one a line. */
export const listRules = (surface: Surface): Promise<number> =>
  printLines(layOutCatalogue(loadCatalogue(), chooseColumns(undefined, surface)), surface)

/** One built-in rule with its source and its examples both ways. */
export async function showRule(name: string, surface: Surface): Promise<number> {
  const catalogue = loadCatalogue()
  const lines = layOutCatalogueEntry(catalogue, name)
  if (lines !== undefined) return printLines(lines, surface)
  const choices = [
    ...catalogue.shapes.map((shape) => `temp-path/${shape.id}`),
    ...catalogue.roots.map((root) => `temp-root/${root.id}`),
    ...catalogue.markers.map((marker) => `marker/${marker.variable}`),
  ]
  const nearest = findNearest(name, choices)
  const fault = {
    code: 'bad-choice',
    option: 'rules show',
    value: name,
    choices: ['the names that ledger-triage rules list prints'],
  } as const
  return refuse(nearest === undefined ? fault : { ...fault, nearest }, surface)
}

/** What the user's rules would change, both ways, before anyone trusts them. */
export async function testRules(session: Session): Promise<number> {
  const { settings, surface, ledgers, examine, examinePlainly, rules } = session
  if (rules === undefined) return refuse({ code: 'no-rules' }, surface)
  const plain = {
    examine: examinePlainly,
    triage: await runTriage(ledgers, examinePlainly, settings.selection, session.progress),
  }
  const ruled = { examine, triage: await runTriage(ledgers, examine, settings.selection, session.progress) }
  const test = await compareRules(ledgers, plain, ruled)
  await erase(session)
  const faults = await complainOfReads(ruled.triage, session)
  const code = faults.length + session.faults.length > 0 ? EXIT.unreadable : EXIT.done
  if (settings.format === 'json') {
    const document = {
      schema: 'ledger-triage/rules-test@1',
      rules: rules.path,
      hits: rules.rules.ids.map((id) => ({ id, records: test.hits.get(id) ?? 0 })),
      changed: [...test.counts]
        .sort()
        .map(([turn, records]) => ({ before: turn.split(' ')[0], after: turn.split(' ')[1], records })),
      clusters: test.clusters,
      changes: test.changes,
    }
    return deliver(print`${toAsciiJson(document, 2)}\n`, code, session)
  }
  const lines = layOutRulesTest(test, rules.rules.ids, rules.path)
  return deliver(
    lines.reduce((text, line) => print`${text}${line}\n`, print``),
    code,
    session,
  )
}
