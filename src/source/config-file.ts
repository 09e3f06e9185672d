import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ConfigFault } from '../config/parse.ts'
import { fail, type Result, succeed } from './fault.ts'
import { errnoOf } from './refusal.ts'

/** Name of the rules file that is looked for from the working folder upward. */
const CONFIG_NAME = 'ledger-triage.config.json'

/** The nearest rules file at or above a folder, if there is one. */
export function findConfig(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, CONFIG_NAME)
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path
    if (dirname(at) === at) return undefined
  }
}

/** The text of a rules file. */
export function readConfig(path: string): Result<string, ConfigFault> {
  try {
    return succeed(readFileSync(path, 'utf8'))
  } catch (error) {
    return fail({ code: 'config-unreadable', path, errno: errnoOf(error) })
  }
}
