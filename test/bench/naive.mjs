// What somebody would write first: readline, JSON.parse, five masks, a class by the look of the workspace, a count. It
// does less than a triage (no times, no facts, no malformed lines by place) and is the yardstick of `bench:scan`.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

const TEMPORARY = /\/pytest-of-|^\/tmp\/|\/var\/folders\//
const counts = new Map()
let malformed = 0
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  let record
  try {
    record = JSON.parse(line)
  } catch {
    malformed += 1
    continue
  }
  if (typeof record?.message !== 'string') {
    malformed += 1
    continue
  }
  const template = record.message
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”/g, '<text>')
    .replace(/[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/g, '<uuid>')
    .replace(/[\w.@+-]*(?:\/[\w.@+-]+){2,}/g, '<path>')
    .replace(/\b[0-9a-f]{7,64}\b/g, '<hex>')
    .replace(/\d+/g, '<n>')
  const { workspace } = record
  const of = workspace ? (TEMPORARY.test(workspace) ? 'synthetic' : 'real') : 'unattributed'
  const key = `${of}\t${template}`
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
process.stdout.write(`${counts.size} rows, ${malformed} malformed\n`)
