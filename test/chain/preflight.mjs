#!/usr/bin/env node
// A gate: refuses to start work, with exit 78, unless every source that the workspace's manifest declares is there.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const REFUSED = 78
const [workspace = '.'] = process.argv.slice(2)
const { declared } = JSON.parse(readFileSync(join(workspace, 'manifest.json'), 'utf8'))
const missing = declared.filter((name) => !existsSync(join(workspace, `${name}.md`))).sort()

if (missing.length > 0) {
  const seen = `observed ${declared.length - missing.length} of ${declared.length} declared sources`
  const names = missing.map((name) => `'${name}'`).join(', ')
  const message = `partial context load: preflight refused to start (exit ${REFUSED}), ${seen}, missing [${names}]`
  const writer = fileURLToPath(new URL('diagnose.mjs', import.meta.url))
  spawnSync(process.execPath, [writer, workspace, message], { stdio: 'inherit' })
  process.exitCode = REFUSED
}
