// Copies of the built program: one as it is, which another build cannot replace meanwhile, and one that misbehaves before it
// does its work, which the proofs must catch.
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root as checkout } from '../harness.mjs'

const MISBEHAVING = `import { DEEDS } from './deeds.mjs'
await DEEDS[process.env.DEED].act(process.argv.at(-1))
await import('./ledger-triage.js')
`

/** Copies the program into a folder; gives its entry, and that of the copy that first does what DEED names. */
export function copyBuild(folder) {
  mkdirSync(folder)
  for (const name of ['bin', 'dist', 'package.json'])
    cpSync(join(checkout, name), join(folder, name), { recursive: true })
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(import.meta.dirname, 'deeds.mjs'), join(folder, 'bin/deeds.mjs'))
  writeFileSync(join(folder, 'bin/misbehaving.js'), MISBEHAVING)
  return { tool: join(folder, 'bin/ledger-triage.js'), misbehaving: join(folder, 'bin/misbehaving.js') }
}
