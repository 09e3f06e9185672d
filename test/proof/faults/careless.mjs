// A program that does everything these proofs must catch: it takes what it could read for all there is, writes a file in
// place, prints without looking, and shows its failures as they come. careless.mjs [-o FILE] LEDGER
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import process from 'node:process'

const args = process.argv.slice(2)
const output = args.includes('-o') ? args[args.indexOf('-o') + 1] : undefined
const descriptor = openSync(args.at(-1), 'r')
const parts = []
try {
  for (let offset = 0; ; ) {
    const buffer = Buffer.alloc(4096)
    const got = readSync(descriptor, buffer, 0, buffer.length, offset)
    if (got === 0) break
    parts.push(buffer.subarray(0, got))
    offset += got
  }
} catch {
  // What was read must do.
}
closeSync(descriptor)
const lines = Buffer.concat(parts).toString().split('\n').length
const report = `${JSON.stringify({ complete: true, inputs: [{ complete: true, lines, text: 'x'.repeat(4000) }] }, null, 2)}\n`
if (output === undefined) process.stdout.write(report)
else {
  const file = openSync(output, 'w')
  try {
    for (let from = 0; from < report.length; from += 10)
      writeSync(file, Buffer.from(report.slice(from, from + 10)))
  } catch {
    // Half a report is better than none.
  }
}
