// One ledger in a folder of its own, the deeds that await it, and the program run with them hooked in.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { serialize } from 'node:v8'
import { run } from '../harness.mjs'

const hook = fileURLToPath(import.meta.resolve('./hook.mjs'))
let stages = 0

/** Puts a ledger into place; `clear` takes it away. */
export function setStage(folder, base) {
  stages += 1
  const place = join(folder, `stage-${stages}`)
  mkdirSync(join(place, 'out'), { recursive: true })
  const ledger = join(place, 'ledger.jsonl')
  writeFileSync(ledger, base)
  return { place, ledger, clear: () => rmSync(place, { recursive: true, force: true }) }
}

/**
 * Runs the program on a staged ledger and lets deeds happen where `when` says. Gives the run, the offset of the read before
 * which they happened, and the offsets of all reads.
 */
export async function runHooked({ tool, env }, folder, { args, base, deeds, when, blind = false }) {
  const { place, ledger, clear } = setStage(folder, base)
  const [told, hookFile, deedsFile] = ['told', 'hook', 'deeds'].map((name) => join(place, name))
  writeFileSync(deedsFile, serialize(deeds))
  writeFileSync(hookFile, JSON.stringify({ ledger, deeds: deedsFile, told, ...when }))
  const more = { RACE_HOOK: hookFile, ...(blind ? { RACE_BLIND: '1' } : {}) }
  const places = { LEDGER: ledger, OUTPUT: join(place, 'out', 'report') }
  const words = args.map((word) => word.replace(/LEDGER|OUTPUT/g, (name) => places[name]))
  try {
    const ran = await run(process.execPath, ['--import', hook, tool, ...words], { env: { ...env, ...more } })
    return { ran, ...JSON.parse(readFileSync(told, 'utf8')) }
  } finally {
    clear()
  }
}

/** What the command lines speak of besides the ledger: a cluster, a saved report, another ledger, and a line. */
export async function prepareWords({ runTool }, folder, base) {
  const { ledger, place } = setStage(folder, base)
  const { stdout } = await runTool(['scan', '--format', 'json', '--top', 'all', ledger])
  const [saved, other] = [join(place, 'saved.json'), join(place, 'other.jsonl')]
  writeFileSync(saved, stdout)
  writeFileSync(other, base.subarray(0, Math.floor(base.length / 2)))
  return { id: JSON.parse(stdout).clusters[0].id, saved, other, line: '700' }
}
