import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { run } from '../setup/stage.ts'

const STORY = 'sample-ledgers/preflight-story.jsonl'
const HOOKS = 'sample-ledgers/hook-denials.jsonl'
const folderOf = (): string => mkdtempSync(join(tmpdir(), 'cli-'))

describe('scan', () => {
  it('is the default command, and tells the story of the sample', async () => {
    const { code, stdout, stderr } = await run([STORY])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/ 418 +▒░{9} +3 +0 +415 .*partial/)
    expect(stdout).toContain('test_partial_manifest_is_refus… (pytest, 3, name cut)')
    expect((await run(['scan', STORY])).stdout).toBe(stdout)
  })

  it('reads a packed ledger as the plain one, by file and by standard input', async () => {
    const path = join(folderOf(), 'story.jsonl.gz')
    writeFileSync(path, gzipSync(readFileSync(STORY)))
    const plain = JSON.parse((await run([STORY, '--json'])).stdout)
    const packed = JSON.parse((await run([path, '--json'])).stdout)
    const piped = JSON.parse((await run(['-', '--json'], { stdin: [readFileSync(path)] })).stdout)
    for (const other of [packed, piped]) {
      expect([other.totals, other.reasons, other.timeline]).toEqual([
        plain.totals,
        plain.reasons,
        plain.timeline,
      ])
      expect(other.inputs[0].unpacked).toBe(plain.inputs[0].bytes)
    }
    const shown = await run([path])
    expect(shown.stdout).toContain('of text')
    const raw = await run(['explain', '--raw', `${path}:2`])
    expect(raw.stdout).toBe((await run(['explain', '--raw', `${STORY}:2`])).stdout)
    const [{ id }] = plain.clusters
    const show = await run(['show', id, '-'], { stdin: [readFileSync(path)] })
    expect(show.code).toBe(0)
  })

  it.each([
    ['zstd', Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), Buffer.from('\n{"a":1}\n')])],
    ['json-seq', Buffer.from('\u001e{"a":1}\n\u001e{"a":2}\n')],
    ['cr-only', Buffer.from('{"a":1}\r{"a":2}\r')],
    ['nul-bytes', Buffer.alloc(100)],
    ['pretty-printed', Buffer.from('{\n "a": 1\n}\n')],
  ])('names a file that is %s, on the screen and in a document', async (format, content) => {
    const path = join(folderOf(), 'other.jsonl')
    writeFileSync(path, content)
    const { code, stdout, stderr } = await run([path])
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toContain('is not a JSONL ledger')
    const document = await run([path, '--json'])
    expect(document.code).toBe(3)
    expect(JSON.parse(document.stdout)).toMatchObject({
      faults: [{ path, code: 'other-format', detail: format }],
      totals: { records: 0 },
      complete: false,
    })
  })

  it('says what a file may be of which most lines are no records, and what is wrong with them', async () => {
    const path = join(folderOf(), 'array.jsonl')
    writeFileSync(path, '[\n{"message":"a"},\n{"message":"b"},\n{"message":"c"}\n]\n')
    const { stdout } = await run([path, '--width', '120'])
    expect(stdout).toContain('it is one JSON array')
    expect(stdout).toMatch(/ Malformed {2}2 comma behind, 1 cut short, 1 not JSON, the first at/)
    const explained = await run(['explain', `${path}:2`])
    expect(explained.stdout).toContain('a comma follows its object')
  })

  it('counts times without a zone', async () => {
    const lines = ['2026-08-21 10:00:00', '2026-08-21T10:00:00Z', 'tuesday'].map(
      (timestamp) => `${JSON.stringify({ timestamp, message: 'x' })}\n`,
    )
    const { stdout } = await run(['-', '--json'], { stdin: [lines.join('')] })
    expect(JSON.parse(stdout).notes).toContainEqual({ code: 'zoneless', path: '-', records: 1 })
    expect(JSON.parse(stdout).notes).toContainEqual({ code: 'undated', records: 1 })
  })

  it('agrees on totals by file and by standard input', async () => {
    const files = JSON.parse((await run([STORY, HOOKS, '--json'])).stdout)
    const piped = JSON.parse(
      (await run(['-', '--json'], { stdin: [readFileSync(STORY), readFileSync(HOOKS)] })).stdout,
    )
    expect(piped.totals).toEqual(files.totals)
    expect(piped.selected).toEqual(files.selected)
    expect(piped.clusters.map(({ id, count }: { id: string; count: number }) => [id, count])).toEqual(
      files.clusters.map(({ id, count }: { id: string; count: number }) => [id, count]),
    )
  })

  it('gives the same bytes whatever the order of files', async () => {
    expect((await run([HOOKS, STORY, '--json'])).stdout).toBe((await run([STORY, HOOKS, '--json'])).stdout)
  })

  it('reads patterns that the shell left alone, and one file once', async () => {
    const { code, stdout } = await run(['sample-ledgers/*-*.jsonl', HOOKS, '--json'])
    const report = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(report.inputs.map((input: { path: string }) => input.path)).toEqual([HOOKS, STORY])
    expect(report.notes).toContainEqual({ code: 'named-twice', path: HOOKS, detail: { same: HOOKS } })
  })

  it('counts what is selected and says so', async () => {
    const { stdout } = await run([
      STORY,
      '--match',
      'partial context load',
      '--class',
      'synthetic',
      '--since',
      '2026-08-21',
    ])
    expect(stdout).toContain(
      'Selected  2 of 959 records: since 2026-08-21T00:00:00.000Z, matching partial context',
    )
    const field = JSON.parse(
      (await run([STORY, '--match', 'session_id=snapshot-synthetic', '--json'])).stdout,
    )
    expect(field.selected.records).toBe(3)
  })

  it('shows one cluster by a prefix of its id', async () => {
    const all = JSON.parse((await run([STORY, '--json'])).stdout)
    const { id, count } = all.clusters[0]
    const one = JSON.parse((await run([STORY, '--match', `id:${id.slice(0, 6)}`, '--json'])).stdout)
    expect(one.clusters.map((cluster: { id: string }) => cluster.id)).toEqual([id])
    expect(one.selected.records).toBe(count)
    const none = await run([STORY, '--match', 'id:zzzzzz'])
    expect([none.code, none.stdout]).toEqual([2, ''])
    expect(none.stderr).toContain('no cluster has an id that starts with zzzzzz')
    expect((await run([STORY, '--match', 'id:'])).stderr).toContain('starts the ids of 12 clusters')
  })

  it('says on a terminal what to type next, with the ledger', async () => {
    const { stdout, stderr } = await run([STORY, '--color', 'never'], { terminal: 80 })
    expect(stderr).toMatch(new RegExp(` Next {2}ledger-triage show [0-9a-z]{6} ${STORY}`))
    expect(stderr).toContain('415 of its rows say too little')
    expect(stdout).toContain('  19h  quota exhausted')
    expect((await run([STORY, '--quiet'], { terminal: 80 })).stderr).toBe('')
  })

  it('draws colour on a terminal, never for NO_COLOR, always when asked', async () => {
    const colour = (stdout: string): boolean => stdout.includes('\u001b[')
    expect(colour((await run([STORY], { terminal: 120 })).stdout)).toBe(true)
    expect(colour((await run([STORY], { terminal: 120, environment: { NO_COLOR: '1' } })).stdout)).toBe(false)
    expect(colour((await run([STORY], { terminal: 120, environment: { NO_COLOR: '1' } })).stdout)).toBe(false)
    expect(colour((await run([STORY, '--color', 'always'], { environment: { NO_COLOR: '1' } })).stdout)).toBe(
      true,
    )
    expect(colour((await run([STORY], { environment: { FORCE_COLOR: '1' } })).stdout)).toBe(true)
    expect(colour((await run([STORY])).stdout)).toBe(false)
  })

  it('exits 1 for a condition that is met, 4 for malformed lines with --strict', async () => {
    expect((await run([STORY, '--fail-on', 'synthetic'])).code).toBe(1)
    expect((await run([STORY, '--fail-on', 'synthetic', '--exit-zero'])).code).toBe(0)
    expect((await run(['sample-ledgers/damaged.jsonl'])).code).toBe(0)
    expect((await run(['sample-ledgers/damaged.jsonl', '--strict'])).code).toBe(4)
    expect((await run(['sample-ledgers/empty.jsonl'])).code).toBe(0)
  })

  it('reports the readable ones of several inputs, and exits 3', async () => {
    const { code, stdout, stderr } = await run([STORY, 'sample-ledgers/none.jsonl'])
    expect(code).toBe(3)
    expect(stdout).toContain(' 418 ')
    expect(stderr).toContain('error: sample-ledgers/none.jsonl was not found')
  })

  it('gives a partial report, marked so, when it is interrupted', async () => {
    const { code, stdout } = await run([STORY], { interrupted: true })
    expect(code).toBe(130)
    expect(stdout).toContain('INCOMPLETE')
    expect(stdout).toContain('the figures are partial')
  })

  it('never exits 0 where the report could not be written', async () => {
    const { code, stderr } = await run([STORY], { failWrites: true })
    expect(code).toBe(4)
    expect(stderr).toContain('the report could not be written to its end')
  })
})

describe('--output', () => {
  it('writes the whole report elsewhere', async () => {
    const target = join(folderOf(), 'report.json')
    const { code, stdout } = await run([STORY, '--json', '-o', target])
    expect([code, stdout]).toEqual([0, ''])
    expect(readFileSync(target, 'utf8')).toBe((await run([STORY, '--json'])).stdout)
    expect(readdirSync(join(target, '..'))).toEqual(['report.json'])
  })

  it('never writes onto a ledger, nor beside one, by whatever way it is named', async () => {
    const folder = folderOf()
    const ledger = join(folder, 'ledger.jsonl')
    copyFileSync(STORY, ledger)
    const other = folderOf()
    symlinkSync(folder, join(other, 'alias'))
    symlinkSync(ledger, join(other, 'link'))
    for (const target of [
      ledger,
      join(folder, 'new.json'),
      join(other, 'alias', 'new.json'),
      join(other, 'link'),
    ]) {
      const { code, stderr } = await run([ledger, '--json', '-o', target])
      expect([target, code]).toEqual([target, 2])
      expect(stderr).toMatch(/is a ledger|would lie beside a ledger/)
    }
    expect(readdirSync(folder)).toEqual(['ledger.jsonl'])
    expect(readFileSync(ledger).equals(readFileSync(STORY))).toBe(true)
  })

  it('replaces no device, FIFO or dangling link, and follows a link to a file', async () => {
    const folder = folderOf()
    symlinkSync(join(folder, 'nothing'), join(folder, 'dangling'))
    symlinkSync('/dev/null', join(folder, 'device'))
    for (const target of ['/dev/null', join(folder, 'device'), join(folder, 'dangling'), folder]) {
      const { code, stderr } = await run([STORY, '-o', target])
      expect([target, code]).toEqual([target, 2])
      expect(stderr).toContain('is no regular file')
    }
    writeFileSync(join(folder, 'report'), 'old')
    chmodSync(join(folder, 'report'), 0o600)
    symlinkSync('report', join(folder, 'link'))
    expect((await run([STORY, '--json', '-o', join(folder, 'link')])).code).toBe(0)
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'report'), 'utf8')).toContain('"schema"')
    expect(statSync(join(folder, 'report')).mode & 0o777).toBe(0o600)
    chmodSync(join(folder, 'report'), 0o444)
    expect((await run([STORY, '-o', join(folder, 'report')])).code).toBe(2)
  })

  it.each([`${'x'.repeat(300)}.json`, 'file/below.json'])(
    'says that a report cannot be written to %s',
    async (name) => {
      const folder = folderOf()
      writeFileSync(join(folder, 'file'), '')
      const { code, stderr } = await run([HOOKS, '-o', join(folder, name)])
      expect([code, stderr]).toEqual([2, expect.stringMatching(/could not be written\n {2}E[A-Z]+/)])
    },
  )

  it('never writes through a link that lies beside a ledger', async () => {
    const [near, far] = [folderOf(), folderOf()]
    const ledger = join(near, 'ledger.jsonl')
    copyFileSync(HOOKS, ledger)
    writeFileSync(join(far, 'other.jsonl'), '{}\n')
    symlinkSync(join(far, 'other.jsonl'), join(near, 'report.jsonl'))
    const { code, stderr } = await run([ledger, '-o', join(near, 'report.jsonl')])
    expect([code, stderr]).toEqual([2, expect.stringContaining('would lie beside a ledger')])
    expect(readFileSync(join(far, 'other.jsonl'), 'utf8')).toBe('{}\n')
  })

  it('never writes beside what a link to a ledger leads to', async () => {
    const folder = folderOf()
    const other = folderOf()
    copyFileSync(STORY, join(folder, 'ledger.jsonl'))
    symlinkSync(join(folder, 'ledger.jsonl'), join(other, 'alias.jsonl'))
    expect((await run([join(other, 'alias.jsonl'), '-o', join(folder, 'x')])).code).toBe(2)
    expect((await run([join(other, 'alias.jsonl'), '-o', join(other, 'x')])).code).toBe(2)
    expect(readdirSync(folder)).toEqual(['ledger.jsonl'])
  })

  it('says why a file could not be written', async () => {
    const { code, stderr } = await run([STORY, '-o', join(folderOf(), 'none', 'x.json')])
    expect(code).toBe(2)
    expect(stderr).toContain('could not be written')
  })
})

describe('count', () => {
  it('prints records by class, the bare number, or JSON', async () => {
    const argv = ['count', STORY, '--match', 'partial context load']
    const { code, stdout } = await run(argv)
    expect(code).toBe(0)
    expect(stdout).toBe(
      '418  records\n  3    synthetic\n  0    real\n415    unattributed\n418  denials\nof 960 lines = records 959 + blank 1 + malformed 0\n',
    )
    expect((await run([...argv, '--quiet'])).stdout).toBe('418\n')
    expect(JSON.parse((await run([...argv, '--json'])).stdout)).toMatchObject({
      schema: 'ledger-triage/count@1',
      selected: { records: 418, synthetic: 3, real: 0, unattributed: 415 },
      expected: null,
    })
  })

  it('exits 1 where another number was expected, and says both', async () => {
    const argv = ['count', STORY, '--match', 'partial context load', '--expect']
    expect((await run([...argv, '418'])).code).toBe(0)
    const missed = await run([...argv, '417'])
    expect([missed.code, missed.stderr]).toEqual([1, 'expected 417, found 418\n'])
    expect((await run([...argv, '417', '--quiet'])).stderr).toBe('')
  })

  it('counts the classes and times that are asked for', async () => {
    const { stdout } = await run(['count', STORY, '--class', 'synthetic', '--since', '2026-08-21', '--quiet'])
    const listed = JSON.parse(
      (await run([STORY, '--json', '--class', 'synthetic', '--since', '2026-08-21'])).stdout,
    )
    expect(Number(stdout)).toBe(listed.selected.records)
  })
})

describe('classify', () => {
  it.each([STORY, HOOKS, 'sample-ledgers/damaged.jsonl', 'sample-ledgers/empty.jsonl'])(
    'says one thing of each line of %s, in order, and agrees with scan',
    async (path) => {
      const { code, stdout } = await run(['classify', path])
      const lines = stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
      const report = JSON.parse((await run([path, '--json', '--top', 'all'])).stdout)
      expect(code).toBe(0)
      expect(lines.map((entry) => entry.line)).toEqual(lines.map((_, i) => i + 1))
      expect(lines.length).toBe(report.totals.lines)
      const count = (of: string): number => lines.filter((entry) => entry.class === of).length
      expect({
        synthetic: count('synthetic'),
        real: count('real'),
        unattributed: count('unattributed'),
      }).toEqual({
        synthetic: report.totals.synthetic,
        real: report.totals.real,
        unattributed: report.totals.unattributed,
      })
      expect(lines.filter((entry) => entry.blank).length).toBe(report.totals.blank)
      expect(lines.filter((entry) => entry.malformed).length).toBe(report.totals.malformed)
      for (const cluster of report.clusters) {
        expect(lines.filter((entry) => entry.cluster === cluster.id).length).toBe(cluster.count)
      }
      const piped = await run(['classify', '-'], { stdin: [readFileSync(path)] })
      expect(piped.stdout).toBe(stdout)
    },
  )

  it('prints keys in a fixed order, the ledger first where there are several', async () => {
    const { stdout } = await run(['classify', HOOKS])
    expect(Object.keys(JSON.parse(stdout.split('\n')[0] ?? ''))).toEqual([
      'line',
      'offset',
      'class',
      'reason',
      'cluster',
      'signature',
      'at',
      'facts',
    ])
    const several = await run(['classify', HOOKS, 'sample-ledgers/damaged.jsonl'])
    expect(several.stdout.split('\n')[0]).toMatch(/^\{"ledger":"sample-ledgers\/damaged.jsonl","line":1,/)
    expect(several.stdout).toMatch(/"line":3,"offset":\d+,"blank":true\}/)
    expect(several.stdout).toContain('"malformed":"several-values"}')
  })

  it('points with offsets at the bytes of each line', async () => {
    const bytes = readFileSync('sample-ledgers/damaged.jsonl')
    for (const line of (await run(['classify', 'sample-ledgers/damaged.jsonl'])).stdout
      .split('\n')
      .slice(0, -1)) {
      const { offset } = JSON.parse(line)
      expect(offset === 0 || bytes[offset - 1] === 0x0a).toBe(true)
    }
  })
})

describe('classify and its exit code', () => {
  it('is what a condition asks for', async () => {
    expect((await run(['classify', STORY, '--fail-on', 'synthetic'])).code).toBe(1)
    expect((await run(['classify', HOOKS, '--fail-on', 'malformed'])).code).toBe(0)
    expect((await run(['classify', 'sample-ledgers/damaged.jsonl', '--strict'])).code).toBe(4)
  })

  it('is a pure filter of lines with --no-links: no cluster, whatever else is read', async () => {
    const { stdout } = await run(['classify', HOOKS, '--no-links'])
    const line = stdout.split('\n')[40] ?? ''
    expect(Object.keys(JSON.parse(line))).not.toContain('cluster')
    const only = `${readFileSync(HOOKS, 'utf8').split('\n')[40] ?? ''}\n`
    const alone = await run(['classify', '-', '--no-links'], { stdin: [only] })
    expect(JSON.parse(alone.stdout)).toEqual({ ...JSON.parse(line), line: 1, offset: 0 })
  })
})

describe('a command line that cannot be carried out', () => {
  it.each([
    [['--bogus'], "unknown option '--bogus'"],
    [[STORY, '--since', 'soon'], '--since does not take soon'],
    [[STORY, '--tz', 'Mars'], '--tz does not know Mars'],
    [[STORY, '--format', 'tabel'], 'did you mean table?'],
    [[STORY, '--class', 'sinthetic'], 'did you mean synthetic?'],
    [[STORY, '--top', 'zero'], '--top does not take zero'],
    [[STORY, '--width', '3'], '--width does not take 3'],
    [[STORY, '--profile', 'frction'], 'did you mean friction?'],
    [['schema', 'reprt'], 'did you mean report?'],
    [[], 'no ledger was named'],
  ])('%j', async (argv, wanted) => {
    const { code, stdout, stderr } = await run(argv)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(wanted)
    expect(stderr).toMatch(/^error: .*\n(?: {2}.*\n)* {2}try {2}.*\n$/)
  })

  it('names ledgers at known places, but reads none unasked', async () => {
    const folder = folderOf()
    mkdirSync(join(folder, 'gptme'))
    const place = join(folder, 'gptme', 'friction-ledger.jsonl')
    writeFileSync(place, '{}\n')
    const { code, stderr } = await run([], { environment: { XDG_DATA_HOME: folder } })
    expect(code).toBe(2)
    expect(stderr).toContain(place)
    const moved = await run([], { environment: { GPTME_FRICTION_LEDGER_PATH: place } })
    expect(moved.stderr).toContain(`ledger-triage ${place}`)
  })
})

describe('rules', () => {
  const rulesOf = (config: object): string => {
    const path = join(folderOf(), 'rules.json')
    writeFileSync(path, JSON.stringify(config))
    return path
  }

  it('decide what no framework tells, and are named with what they hit', async () => {
    const path = rulesOf({
      fixtureSessions: ['snapshot-synthetic', 'never-seen'],
      productionRoots: ['/tmp/worktrees'],
    })
    const report = JSON.parse((await run([STORY, '--rules', path, '--json'])).stdout)
    expect(report.rules.rules).toEqual([
      { id: 'user/fixtureSessions[0]', records: 3 },
      { id: 'user/fixtureSessions[1]', records: 0 },
      { id: 'user/productionRoots[0]', records: 16 },
    ])
    expect(report.totals).toMatchObject({ synthetic: 138, real: 398, unattributed: 423 })
    expect(report.notes).toContainEqual({
      code: 'rule-never-fired',
      path,
      detail: { rule: 'user/fixtureSessions[1]' },
    })
  })

  it.each<[object, string]>([
    [{ testPath: ['/a'] }, 'did you mean testPaths?'],
    [{ testPaths: '/a' }, 'testPaths is "/a"'],
    [{ testPaths: ['/a/{b,c}'] }, 'sets and braces are not understood'],
  ])('that are wrong give one message and exit 2: %j', async (config, wanted) => {
    const { code, stdout, stderr } = await run([STORY, '--rules', rulesOf(config)])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(wanted)
    expect(stderr.match(/^error: /gm)?.length).toBe(1)
  })

  it('have a published schema', async () => {
    const schema = JSON.parse((await run(['schema', 'config'])).stdout)
    expect(Object.keys(schema.properties)).toContain('fixtureSessions')
    expect(schema.additionalProperties).toBe(false)
  })
})

describe('text from outside', () => {
  it('acts on no terminal: file names, arguments, ledger text', async () => {
    const folder = folderOf()
    const path = join(folder, 'evil\u001b[2J\u202e.jsonl')
    writeFileSync(
      path,
      `${JSON.stringify({ timestamp: '2026-08-01T00:00:00Z', message: 'a \u001b]0;title\u0007 \u202e b', code: 'x\u001b[31m' })}\n`,
    )
    const outputs = [
      await run([path]),
      await run([path, '--json']),
      await run(['classify', path]),
      await run([`${path}x`]),
      await run([STORY, '--match', '\u001b[2J']),
    ]
    for (const { stdout, stderr } of outputs) {
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    }
    expect(existsSync(path)).toBe(true)
  })

  it('is never looked up in prototypes', async () => {
    const folder = folderOf()
    const path = join(folder, 'odd.jsonl')
    writeFileSync(
      path,
      '{"__proto__":{"workspace":"/tmp/pytest-of-a/pytest-1/test_a0"},"message":"constructor"}\n{"message":"__proto__"}\n{"message":"toString","constructor":1}\n',
    )
    const report = JSON.parse((await run([path, '--json'])).stdout)
    expect(report.totals).toMatchObject({ records: 3, synthetic: 1, unattributed: 2 })
    expect((await run([path, '--match', 'constructor=1', '--json'])).stdout).toContain('"records": 1')
    expect(JSON.parse((await run([path, '--match', 'toString=1', '--json'])).stdout).selected.records).toBe(0)
  })
})

describe('help', () => {
  it('goes to standard output with exit code 0', async () => {
    const { code, stdout } = await run(['--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('Usage: ledger-triage')
    expect((await run(['count', '--help'])).stdout).toContain('--expect <n>')
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('has a page on security that fits a terminal of 80 columns', async () => {
    const { code, stdout } = await run(['help', 'security'])
    expect(code).toBe(0)
    expect(stdout).toContain('What cannot be promised')
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('is given of a command, of one inside another, and of all', async () => {
    expect((await run(['help', 'rules', 'test'])).stdout).toContain('Usage: ledger-triage rules test')
    expect((await run(['help'])).stdout).toContain('Usage: ledger-triage [options]')
  })

  it('names the nearest page to one that does not exist', async () => {
    const { code, stderr } = await run(['help', 'secrity'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean security?')])
  })
})
