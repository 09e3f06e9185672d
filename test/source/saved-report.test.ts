import { constants } from 'node:buffer'
import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readSavedReport } from '../../src/source/saved-report.ts'

const REPORT = '{\n  "schema": "ledger-triage/report@1"\n}\n'

let path = ''
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'report-')), 'saved.json')
})

describe('readSavedReport', () => {
  it('gives the text of a report', () => {
    writeFileSync(path, REPORT)
    expect(readSavedReport(path)).toEqual({ ok: true, value: REPORT })
  })

  it('gives none for a file that names no such schema', () => {
    writeFileSync(path, '{"a":"ledger-triage/report@1"}\n')
    expect(readSavedReport(path)).toEqual({ ok: true, value: undefined })
  })

  it('gives none for a report that no string can hold', () => {
    writeFileSync(path, REPORT)
    truncateSync(path, constants.MAX_STRING_LENGTH + 1)
    expect(readSavedReport(path)).toEqual({ ok: true, value: undefined })
  })

  it('says why a report cannot be read', () => {
    expect(readSavedReport(path)).toEqual({ ok: false, fault: { code: 'not-found', path } })
  })
})
