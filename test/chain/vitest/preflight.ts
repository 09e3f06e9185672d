import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFLIGHT = new URL('../preflight.mjs', import.meta.url).pathname

/** Runs the gate over a new workspace that declares three sources and holds some of them. */
export function preflight(
  observed: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): { readonly status: number | null; readonly workspace: string } {
  const workspace = mkdtempSync(join(tmpdir(), 'preflight-'))
  const declared = ['dynamic-context', 'prompt', 'tasks']
  writeFileSync(join(workspace, 'manifest.json'), JSON.stringify({ declared }))
  for (const name of observed) writeFileSync(join(workspace, `${name}.md`), 'context\n')
  const { status } = spawnSync(process.execPath, [PREFLIGHT, workspace], { env: environment })
  return { status, workspace }
}
