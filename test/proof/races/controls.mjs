// That these proofs can fail: reports, lines and a program that are wrong on purpose must be found so.

import { countSerials, serialsOf } from './append.mjs'
import { KINDS } from './deeds.mjs'
import { judgeClassified, judgeGrowing, readLines, readReport } from './judge.mjs'
import { makeLedger, toLine } from './ledger.mjs'
import { judgePlaced, SCAN } from './placed.mjs'
import { runHooked, setStage } from './stage.mjs'

/** Ways to falsify a report on a ledger that grew. */
const LIES = {
  'a record too many': ({ input, report }) => {
    for (const counts of [input, report.totals]) {
      counts.records += 1
      counts.lines += 1
    }
    report.totals.real += 1
  },
  'a blank line for a malformed one': ({ input, report }) => {
    for (const counts of [input, report.totals]) {
      counts.blank += 1
      counts.malformed -= 1
    }
  },
  'one byte more': ({ input }) => {
    input.bytes += 1
  },
  'another hash': ({ input }) => {
    input.sha256 = input.sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  },
  'cut and silent': ({ input, report }) => {
    input.end = 'shrank'
    input.complete = false
    report.complete = false
  },
}

/** Ways to falsify the lines of `classify`. */
const SLIPS = {
  'a line lost': (lines) => lines.filter((_, i) => i !== 7),
  'a line doubled': (lines) => lines.flatMap((line, i) => (i === 7 ? [line, line] : [line])),
  'a line elsewhere': (lines) =>
    lines.map((line, i) => (i === 7 ? { ...line, offset: line.offset + 1 } : line)),
}

/** Demands that each wrong thing is found. */
export async function proveControls(tally, program, { folder, random }) {
  const base = makeLedger(2000, 'base', random)
  const grown = Buffer.concat([base, Buffer.from(toLine('late', random))])
  const { ledger, clear } = setStage(folder, base)
  const scanned = await program.runTool(SCAN.map((word) => word.replace('LEDGER', ledger)))
  const classified = await program.runTool(['classify', ledger])
  clear()
  const found = (name, faults) => tally.hold('controls: what is wrong on purpose is found', faults, name)

  found('nothing is wrong', [...judgeGrowing(readReport(scanned), grown)].length === 0)
  for (const [name, falsify] of Object.entries(LIES)) {
    const told = readReport(scanned)
    falsify(told)
    found(name, [...judgeGrowing(told, grown)].length > 0)
  }
  const lines = readLines(classified.stdout) ?? []
  const expected = serialsOf(base)
  const isWrong = ({ lost, doubled, phantom }) => lost + doubled + phantom > 0
  found('no line is wrong', !isWrong(countSerials(lines, base, expected)))
  for (const [name, slip] of Object.entries(SLIPS)) {
    const slipped = slip(lines)
    const stdout = Buffer.from(slipped.map((line) => `${JSON.stringify(line)}\n`).join(''))
    found(name, isWrong(countSerials(slipped, base, expected)))
    found(`${name}, during a race`, [...judgeClassified({ stdout, status: 0 }, grown)].length > 0)
  }
  for (const kind of ['truncate', 'regrow', 'rotate', 'overwrite first']) {
    const deeds = KINDS[kind].deeds(base, random)
    const when = { from: Math.floor(base.length / 2) }
    const { ran, happenedAt } = await runHooked(program, folder, {
      args: SCAN,
      base,
      deeds,
      when,
      blind: true,
    })
    const faults = [...judgePlaced(readReport(ran), { kind, base, deeds, at: happenedAt ?? 0 })]
    found(`${kind}, by a program that looks away`, happenedAt > 0 && faults.length > 0)
  }
}
