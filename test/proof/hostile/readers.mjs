// Every JSON document that the program printed, read by other readers: jq and Python must take it without an
// error and see the same values. Lone surrogates are no text for jq; a string without them must come out as
// it was.
import { isDeepStrictEqual } from 'node:util'
import { findProgram, run } from '../harness.mjs'
import { parseJson } from './figures.mjs'

const PYTHON = 'import json, sys\nfor line in sys.stdin: print(json.dumps(json.loads(line)))'

const READERS = [
  { name: 'jq', program: 'jq', args: ['-c', '.'], exact: false },
  { name: "Python's json", program: 'python3', args: ['-c', PYTHON], exact: true },
]

/** A value with what is no text replaced, as a reader of text alone has to. */
function toWellFormed(value) {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(toWellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.toWellFormed(), toWellFormed(one)]),
  )
}

/** Reads texts of one line each; gives the index of each that was refused or read otherwise, with what was wrong. */
async function findMisread({ program, args, exact }, texts) {
  const { status, stdout, stderr } = await run(program, args, {
    input: `${texts.join('\n')}\n`,
    limit: 120_000,
  })
  const lines = String(stdout).split('\n').slice(0, -1)
  if (status !== 0 || lines.length !== texts.length) {
    if (texts.length === 1) return [{ at: 0, fault: String(stderr).trim().split('\n').at(-1).slice(0, 160) }]
    const half = Math.ceil(texts.length / 2)
    const first = await findMisread({ program, args, exact }, texts.slice(0, half))
    const second = await findMisread({ program, args, exact }, texts.slice(half))
    return [...first, ...second.map(({ at, fault }) => ({ at: at + half, fault }))]
  }
  return lines.flatMap((line, at) => {
    const [read, meant] = [parseJson(line), JSON.parse(texts[at])]
    const same = exact
      ? isDeepStrictEqual(read, meant)
      : isDeepStrictEqual(toWellFormed(read), toWellFormed(meant))
    return same ? [] : [{ at, fault: 'other values' }]
  })
}

/** `documents` are texts with the command line that they came from; NDJSON is read line by line. */
export async function proveReaders({ tally, documents }) {
  const texts = documents.flatMap(({ name, text }) => {
    const whole = parseJson(text)
    return whole === undefined
      ? text
          .slice(0, -1)
          .split('\n')
          .map((line, i) => ({ name: `${name}, line ${i + 1}`, text: line }))
      : [{ name, text: text.replaceAll('\n', ' ') }]
  })
  for (const reader of READERS) {
    if (findProgram(reader.program) === undefined) {
      tally.skip(`documents read by ${reader.name}`, `there is no ${reader.program}`)
      continue
    }
    const misread = await findMisread(
      reader,
      texts.map(({ text }) => text),
    )
    const faults = new Map(misread.map(({ at, fault }) => [at, fault]))
    for (const [at, { name }] of texts.entries())
      tally.hold(`documents and lines read by ${reader.name}`, !faults.has(at), `${name}: ${faults.get(at)}`)
  }
}
