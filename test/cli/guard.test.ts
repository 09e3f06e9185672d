import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { GuardReport } from '../../src/report/guard-model.ts'
import { run } from '../setup/stage.ts'

let folder = ''
let ledger = ''
let elsewhere = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'account-'))
  elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'))
  ledger = join(folder, 'friction-ledger.jsonl')
  cpSync('sample-ledgers/preflight-story.jsonl', ledger)
})

const toLine = (record: object): string => `${JSON.stringify(record)}\n`
const REAL = toLine({
  message: 'quota',
  workspace: '/home/agent/code/api',
  session_id: '7d1e09a2',
  timestamp: '2026-08-22T00:00:00Z',
})
const TEST = toLine({
  message: 'refused',
  workspace: '/tmp/pytest-of-agent/pytest-7/test_gate0/ws',
  timestamp: '2026-08-22T00:00:00Z',
})
const BARE = toLine({ message: 'refused', timestamp: '2026-08-22T00:00:00Z' })

function writeWatched(into: string): string {
  const path = join(into, 'watched.json')
  writeFileSync(path, '{}')
  return path
}

/** A command that writes a text to the ledger's end. */
function appending(text: string): string[] {
  const source = join(elsewhere, 'lines')
  writeFileSync(source, text)
  return ['sh', '-c', 'cat "$1" >> "$2"', 'sh', source, ledger]
}

const guard = (
  command: readonly string[],
  options: readonly string[] = [],
  props: Parameters<typeof run>[1] = {},
) => run(['guard', '--ledger', ledger, '--settle', '0', ...options, '--', ...command], props)

describe('the exit code of guard', () => {
  it.each([
    [0, () => ['true']],
    [1, () => ['false']],
    [77, () => ['sh', '-c', 'exit 77']],
    [0, () => appending(REAL)],
    [100, () => appending(TEST)],
    [101, () => appending(BARE)],
    [101, () => appending('no json\n')],
    [100, () => appending(BARE + TEST)],
    [102, () => ['sh', '-c', ': > "$1"', 'sh', ledger]],
    [102, () => ['mv', ledger, `${ledger}.1`]],
    [102, () => ['rm', ledger]],
    [3, () => ['sh', '-c', 'cat "$1" >> "$2"; exit 3', 'sh', join(elsewhere, 'lines'), ledger]],
    [127, () => ['no-such-command-here']],
    [143, () => ['sh', '-c', 'kill -TERM $$']],
    [138, () => ['sh', '-c', 'kill -USR1 $$']],
  ] as const)('is %i', async (code, command) => {
    writeFileSync(join(elsewhere, 'lines'), TEST)
    expect((await guard(command())).code).toBe(code)
  })

  it('is 126 for a file that cannot be executed', async () => {
    const path = join(elsewhere, 'script')
    writeFileSync(path, 'true\n')
    chmodSync(path, 0o644)
    const { code, stderr } = await guard([path])
    expect([code, stderr.includes('could not be started')]).toEqual([126, true])
  })

  it('is 0 where unattributed records are allowed, never where a test wrote', async () => {
    expect((await guard(appending(BARE), ['--allow-unattributed'])).code).toBe(0)
    expect((await guard(appending(TEST), ['--allow-unattributed'])).code).toBe(100)
  })

  it('is 2 for a command line that cannot be carried out, and the command is not run', async () => {
    const flag = join(elsewhere, 'ran')
    for (const options of [
      ['--settle', 'soon'],
      ['--isolate=everything'],
      ['--keep'],
      ['--report', `${ledger}.json`],
      ['--format', 'csv'],
    ]) {
      const { code, stderr } = await guard(['touch', flag], options)
      expect([options, code, stderr.startsWith('error: ')]).toEqual([options, 2, true])
    }
    expect((await run(['guard', '--ledger', ledger])).code).toBe(2)
    expect(existsSync(flag)).toBe(false)
  })

  it('is 3 for a ledger that is none, and the command is not run', async () => {
    const flag = join(elsewhere, 'ran')
    writeFileSync(ledger, 'plain text\n')
    const { code, stderr } = await guard(['touch', flag])
    expect([code, existsSync(flag), stderr.includes('touch was not run')]).toEqual([3, false, true])
  })

  it('is 130 after an interrupt while ledgers are counted first', async () => {
    expect((await guard(['true'], [], { interrupted: true })).code).toBe(130)
  })
})

describe('guard', () => {
  it('says that there is no ledger yet, and guards all the same', async () => {
    const path = join(folder, 'none.jsonl')
    const quiet = await run(['guard', '--ledger', path, '--settle', '0', '--', 'false'])
    expect([quiet.code, quiet.stderr.includes('no file there, before or after')]).toEqual([1, true])
    writeFileSync(join(elsewhere, 'lines'), TEST)
    const command = ['sh', '-c', 'cat "$1" > "$2"', 'sh', join(elsewhere, 'lines'), path]
    expect((await run(['guard', '--ledger', path, '--settle', '0', '--', ...command])).code).toBe(100)
  })

  it('takes the ledger of the variable, else the usual places, and names absent ones', async () => {
    const environment = { GPTME_FRICTION_LEDGER_PATH: ledger, PATH: process.env.PATH ?? '' }
    const named = await run(['guard', '--settle', '0', '--', 'true'], { environment })
    expect(named.stderr).toContain('959')
    const usual = await run(['guard', '--settle', '0', '--', 'true'], {
      environment: { PATH: process.env.PATH ?? '' },
    })
    expect(usual.stderr).toContain('no file there, before or after')
  })

  it('expands a pattern, and refuses one that matches nothing', async () => {
    const pattern = join(folder, '*.jsonl')
    const found = await run(['guard', '--ledger', pattern, '--settle', '0', '--', 'true'])
    expect([found.code, found.stderr.includes('959')]).toEqual([0, true])
    for (const name of [join(folder, 'x*.jsonl'), '', '-']) {
      expect((await run(['guard', '--ledger', name, '--settle', '0', '--', 'true'])).code).toBe(2)
    }
  })

  it('ends with 127 for names that are thrown at once, 126 for what is no program', async () => {
    expect((await guard([''])).code).toBe(127)
    expect((await guard(['/etc/passwd/x'])).code).toBe(126)
  })

  it('is refused where its private folders would lie beside the ledger', async () => {
    const { code, stderr } = await guard(['true'], ['--beacon'], { tempRoot: folder })
    expect([code, stderr.includes('nothing is ever written beside one')]).toEqual([2, true])
  })

  it('refuses a report that it could not write, before the command is run', async () => {
    const flag = join(elsewhere, 'ran')
    const watched = writeWatched(elsewhere)
    for (const report of [join(elsewhere, 'none', 'x.json'), watched]) {
      const { code } = await guard(['touch', flag], ['--watch', `${elsewhere}/*`, '--report', report])
      expect([code, existsSync(flag)]).toEqual([2, false])
    }
  })

  it('keeps the code of the command where standard error takes nothing', async () => {
    expect((await guard(['sh', '-c', 'exit 7'], [], { failWrites: true })).code).toBe(7)
  })

  it('prints nothing on standard output', async () => {
    const { stdout, stderr } = await guard(['true'])
    expect([stdout, stderr.includes('CLEAN')]).toEqual(['', true])
  })

  it.each(['json', 'junit', 'markdown', 'table'])(
    'writes a report in %s elsewhere, with the screen kept',
    async (format) => {
      const report = join(elsewhere, 'guard.out')
      const { code, stderr } = await guard(appending(TEST), ['--format', format, '--report', report])
      expect([code, stderr.includes('LEAK')]).toEqual([100, true])
      expect(readFileSync(report, 'utf8')).toContain('test_gate')
    },
  )

  it('prints a report that its published schema describes', async () => {
    const { stderr } = await guard(appending(TEST + BARE + REAL), [
      '--format',
      'json',
      '--beacon',
      '--isolate',
    ])
    const document: unknown = JSON.parse(stderr)
    const { stdout: schema } = await run(['schema', 'guard'])
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(schema))
    expect([validate(document), validate.errors]).toEqual([true, null])
    const { beacon, isolated, appended } = GuardReport.parse(document)
    expect([appended.records, existsSync(beacon?.folder ?? ''), existsSync(isolated?.folder ?? '')]).toEqual([
      3,
      false,
      false,
    ])
  })

  it('annotates for GitHub Actions where it runs there', async () => {
    const environment = { GITHUB_ACTIONS: 'true', PATH: process.env.PATH ?? '' }
    const { stderr } = await guard(appending(TEST), [], { environment })
    expect(stderr).toMatch(/^::error title=ledger-triage guard::1 record was written by a test/m)
    expect((await guard(appending(TEST))).stderr).not.toContain('::error')
  })

  it('passes on whatever stands behind --, a second -- included', async () => {
    const out = join(elsewhere, 'words')
    await guard(['sh', '-c', 'printf "%s\\n" "$@" > "$0"', out, '-q', '--', '--report', 'x y'])
    expect(readFileSync(out, 'utf8')).toBe('-q\n--\n--report\nx y\n')
  })

  it('leaves ledger, folder and temp root as they were', async () => {
    const before = [
      readFileSync(ledger, 'utf8'),
      statSync(ledger).mtimeMs,
      statSync(ledger).ctimeMs,
      readdirSync(folder),
    ]
    await guard(['true'], ['--beacon', '--isolate'])
    expect([
      readFileSync(ledger, 'utf8'),
      statSync(ledger).mtimeMs,
      statSync(ledger).ctimeMs,
      readdirSync(folder),
    ]).toEqual(before)
  })

  it('is refused on Windows, which has other signals', async () => {
    const { code, stderr } = await guard(['true'], [], { platform: 'win32' })
    expect([code, stderr.startsWith('error: guard does not work on Windows')]).toEqual([2, true])
  })
})
