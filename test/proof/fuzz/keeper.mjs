// Keeps what was found: the input, smaller and as it was, and a note with the command line and the reason.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SLOW_SHOWN = 5

/** Everything that can be found. `check failed` is a fault of a check, or a document without what it must have. */
export const KINDS = [
  'exception',
  'exit 70',
  'unhandled rejection',
  'hang',
  'slow',
  'exit code',
  'count',
  'sums',
  'time',
  'disagreement',
  'json',
  'schema',
  'unstable',
  'raw code point',
  'runner command',
  'ledger changed',
  'file left behind',
  'check failed',
]

/** The folder of findings: the one that is named, else a new one once there is a finding. */
export function createKeeper(named, seed) {
  let folder = named
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  const found = new Map()

  const commandOf = ({ argv, stdin, path, otherPath }, name) => {
    const spell = (word) => word.replace(path, name).replace(otherPath, name.replace(/jsonl$/, 'other'))
    const words = argv.map((word) => JSON.stringify(spell(word)))
    return `${stdin ? `cat ${name} | ` : ''}node bin/ledger-triage.js ${words.join(' ')}`
  }

  return {
    folder: () => folder,
    add(finding) {
      const { key, kind, detail, bytes, original, other, plan, repeats } = finding
      const before = found.get(key)
      if (before !== undefined) {
        before.times += 1
        return
      }
      folder ??= mkdtempSync(join(tmpdir(), 'ledger-triage-found-'))
      const base = `${String(found.size + 1).padStart(3, '0')}-${kind.replaceAll(' ', '-')}`
      const name = join(folder, `${base}.jsonl`)
      const command = commandOf(finding, name)
      writeFileSync(name, bytes)
      writeFileSync(join(folder, `${base}.original`), original)
      if (other !== undefined) writeFileSync(join(folder, `${base}.other`), other)
      writeFileSync(
        join(folder, `${base}.txt`),
        `${kind}\n${command}\nseed ${seed}, plan ${plan}, ${repeats ? 'repeats' : 'did not repeat'}\n\n${detail}\n`,
      )
      found.set(key, { kind, times: 1, name, command, detail: detail.slice(0, 400) })
    },
    again({ key }) {
      const before = found.get(key)
      if (before !== undefined) before.times += 1
    },
    of: (kind) => [...found.values()].filter((one) => one.kind === kind),
    /** Keeps the slowest inputs of all workers; gives them with their names. Without a folder they are only told of. */
    keepSlow(list) {
      const sorted = list.toSorted((a, b) => b.score - a.score).slice(0, SLOW_SHOWN)
      return sorted.map(({ score, ms, argv, bytes }, at) => {
        if (folder === undefined) return { score, ms, argv, name: 'not kept', size: bytes.length }
        const name = join(folder, `slow-${at + 1}.jsonl`)
        writeFileSync(name, bytes)
        writeFileSync(join(folder, `slow-${at + 1}.txt`), `${Math.round(ms)} ms\n${argv.join(' ')}\n`)
        return { score, ms, argv, name, size: bytes.length }
      })
    },
  }
}
