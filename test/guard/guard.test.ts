import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Examiner } from '../../src/examine.ts'
import type { SignalPort } from '../../src/guard/signals.ts'
import { createTestExaminer } from '../setup/helpers.ts'
import {
  acting,
  append,
  bareLine,
  guardAll,
  guardOne,
  makeAccount,
  realLine,
  testLine,
  writeIn,
} from './ledgers.ts'

const LEAKED = '/tmp/pytest-of-agent/pytest-7/test_gate_refuses0/ws'
const stampOf = (workspace: string): string =>
  `vent-last-${createHash('sha256').update(workspace).digest('hex').slice(0, 12)}.txt`

describe('what was appended', () => {
  it('is listed by line and offset, with class, rule and test', async () => {
    const { ledger } = makeAccount(realLine() + realLine())
    const before = readFileSync(ledger).length
    const { appended, verdict } = await guardOne(
      ledger,
      acting(() => append(ledger, testLine())),
    )
    expect(verdict).toBe('leak')
    expect(appended.by).toEqual({ leak: 1, beside: 0, unsure: 0 })
    expect(appended.lines[0]).toMatchObject({
      kind: 'record',
      attribution: 'leak',
      position: { line: 3, offset: before },
      verdict: { class: 'synthetic', reason: 'test-path' },
    })
    expect([...appended.suspects.values()]).toMatchObject([
      { test: 'test_gate_refuses', framework: 'pytest' },
    ])
  })

  it('is not blamed where live work wrote it', async () => {
    const { ledger } = makeAccount(realLine())
    const { appended, verdict } = await guardOne(
      ledger,
      acting(() => append(ledger, realLine(), realLine())),
    )
    expect([verdict, appended.by]).toEqual(['clean', { leak: 0, beside: 2, unsure: 0 }])
  })

  it('is unsure where nothing is recorded, unless that is allowed', async () => {
    const { ledger } = makeAccount(realLine())
    const launch = acting(() => append(ledger, bareLine()))
    expect((await guardOne(ledger, launch)).verdict).toBe('unsure')
    expect((await guardOne(ledger, launch, { allowUnattributed: true })).verdict).toBe('clean')
  })

  it('counts all of a ledger that the run created', async () => {
    const { ledger } = makeAccount(undefined)
    const { fates, appended, verdict } = await guardOne(
      ledger,
      acting(() => append(ledger, testLine(), realLine())),
    )
    expect([fates[0]?.change, verdict, appended.records]).toEqual(['created', 'leak', 2])
    expect(appended.lines[0]).toMatchObject({ position: { line: 1, offset: 0 } })
  })

  it('is listed for each attribution on its own, so that live work crowds out no leak', async () => {
    const { ledger } = makeAccount(realLine())
    const lines = [...Array.from({ length: 1200 }, () => realLine()), testLine()]
    const { appended } = await guardOne(
      ledger,
      acting(() => append(ledger, ...lines)),
    )
    expect(appended.lines.filter(({ attribution }) => attribution === 'leak')).toHaveLength(1)
  })

  it('counts every line though only the first thousand are kept', async () => {
    const { ledger } = makeAccount(realLine())
    const lines = Array.from({ length: 1200 }, () => testLine())
    const { appended } = await guardOne(
      ledger,
      acting(() => append(ledger, ...lines)),
    )
    expect([appended.by.leak, appended.lines.length]).toEqual([1200, 1000])
  })

  it('includes the last line of before that had no line feed and is glued to the next', async () => {
    const { ledger } = makeAccount(realLine() + realLine().trimEnd())
    const { before, after, appended, fates } = await guardOne(
      ledger,
      acting(() => append(ledger, testLine())),
    )
    expect(fates[0]?.change).toBe('appended')
    expect([before.totals.counts.real, after.totals.counts.real]).toEqual([2, 1])
    expect(appended.lines).toMatchObject([
      { kind: 'malformed', position: { line: 2 }, attribution: 'unsure' },
    ])
  })

  it('is followed into a file that was rotated away, and into the new one', async () => {
    const { ledger } = makeAccount(realLine())
    const { fates, appended, verdict } = await guardOne(
      ledger,
      acting(() => {
        append(ledger, testLine())
        renameSync(ledger, `${ledger}.1`)
        append(ledger, bareLine())
      }),
    )
    expect([fates[0]?.change, verdict]).toEqual(['rotated', 'altered'])
    expect(appended.by).toEqual({ leak: 1, beside: 0, unsure: 1 })
  })

  it('is synthetic by a link to a record from before the run', async () => {
    const run = { run_id: 'run-8fd2c1', message: 'refused' }
    const { ledger } = makeAccount(`${JSON.stringify({ ...run, workspace: LEAKED })}\n`)
    const { appended } = await guardOne(
      ledger,
      acting(() => append(ledger, `${JSON.stringify(run)}\n`)),
    )
    expect(appended.lines[0]).toMatchObject({
      verdict: { class: 'synthetic', reason: 'linked' },
      attribution: 'leak',
    })
  })

  it('waits for a writer that is inside a line', async () => {
    const { ledger } = makeAccount(realLine())
    const [head, tail] = [realLine().slice(0, 40), realLine().slice(40)]
    let waits = 0
    const pause = async (): Promise<void> => {
      waits += 1
      if (waits === 3) append(ledger, tail)
    }
    const { appended } = await guardOne(
      ledger,
      acting(() => append(ledger, head)),
      {},
      { pause },
    )
    expect([waits, appended.by.beside]).toEqual([3, 1])
  })
})

describe('earlier bytes', () => {
  it('are proven by their hash though size and time are the same', async () => {
    const { ledger } = makeAccount(realLine() + realLine())
    const text = readFileSync(ledger, 'utf8')
    const { fates, verdict } = await guardOne(
      ledger,
      acting(() => writeFileSync(ledger, `${text.slice(0, 30)}#${text.slice(31)}`)),
    )
    expect([fates[0]?.change, fates[0]?.differsFrom, verdict]).toEqual(['rewritten', 30, 'altered'])
  })

  it('are gone where the ledger was truncated, though real records follow', async () => {
    const { ledger } = makeAccount(realLine() + realLine())
    const { verdict, fates } = await guardOne(
      ledger,
      acting(() => truncateSync(ledger, 20)),
    )
    expect([fates[0]?.change, verdict]).toEqual(['truncated', 'altered'])
  })

  it('are whole where a writer replaced the file by a copy that it appended to', async () => {
    const { ledger } = makeAccount(realLine())
    const { fates, verdict, appended } = await guardOne(
      ledger,
      acting(() => {
        writeFileSync(`${ledger}.new`, readFileSync(ledger, 'utf8') + realLine())
        renameSync(`${ledger}.new`, ledger)
      }),
    )
    expect([fates[0]?.change, verdict, appended.by.beside]).toEqual(['replaced', 'clean', 1])
  })

  it('cannot be shown where the ledger can no longer be read', async () => {
    const { ledger } = makeAccount(realLine())
    const { fates, verdict } = await guardOne(
      ledger,
      acting(() => {
        rmSync(ledger)
        mkdirSync(ledger)
      }),
    )
    expect([fates[0]?.change, verdict]).toEqual(['unreadable', 'altered'])
  })

  it('make a change of permissions alone something that nobody can attribute', async () => {
    const { ledger } = makeAccount(realLine())
    chmodSync(ledger, 0o644)
    const { fates, verdict } = await guardOne(
      ledger,
      acting(() => chmodSync(ledger, 0o600)),
    )
    expect([fates[0]?.modeChanged, verdict]).toEqual([true, 'unsure'])
  })
})

describe('state files', () => {
  it('are tied to the record whose workspace their name is the hash of', async () => {
    const { folder, ledger } = makeAccount(realLine())
    const { state, verdict } = await guardOne(
      ledger,
      acting(() => {
        append(ledger, testLine(LEAKED), realLine('/home/agent/code/web'))
        writeIn(folder, stampOf(LEAKED), 'now')
        writeIn(folder, stampOf('/home/agent/code/web'), 'now')
        writeIn(folder, stampOf('/somewhere/else'), 'now')
      }),
    )
    expect(verdict).toBe('leak')
    const byName = Object.fromEntries(
      state.map(({ path, attribution }) => [path.slice(folder.length + 1), attribution]),
    )
    expect(byName).toEqual({
      [stampOf(LEAKED)]: 'leak',
      [stampOf('/home/agent/code/web')]: 'beside',
      [stampOf('/somewhere/else')]: 'unsure',
    })
  })

  it('turn a run red that appended nothing at all', async () => {
    const { folder, ledger } = makeAccount(realLine())
    const { state, verdict } = await guardOne(
      ledger,
      acting(() => writeIn(folder, stampOf(LEAKED), 'now')),
    )
    expect([verdict, state[0]?.change, state[0]?.tie]).toEqual(['unsure', 'created', undefined])
  })

  it.each([
    ['changed', (path: string) => writeFileSync(path, 'later')],
    ['changed', (path: string) => chmodSync(path, 0o400)],
    ['deleted', (path: string) => rmSync(path)],
  ] as const)('are seen to be %s', async (change, act) => {
    const { folder, ledger } = makeAccount(realLine())
    const path = writeIn(folder, stampOf(LEAKED), 'now')
    const { state, stateBefore } = await guardOne(
      ledger,
      acting(() => act(path)),
    )
    expect([stateBefore, state.map((file) => file.change)]).toEqual([1, [change]])
  })

  it('are whatever --watch matches besides, folders with what is in them', async () => {
    const { ledger } = makeAccount(realLine())
    const watched = dirname(makeAccount(undefined).ledger)
    writeIn(join(watched, 'deep'), 'counter.json', '1')
    const { state, stateBefore } = await guardOne(
      ledger,
      acting(() => writeIn(join(watched, 'deep'), 'counter.json', '2')),
      { watch: [watched] },
    )
    expect(stateBefore).toBeGreaterThan(0)
    expect(state.map(({ path, change }) => [path, change])).toEqual([
      [join(watched, 'deep/counter.json'), 'changed'],
    ])
  })
})

describe('--beacon', () => {
  it('gives the command a temp root of its own, and removes it', async () => {
    const { ledger } = makeAccount(realLine())
    let root = ''
    const { appended, verdict } = await guardOne(
      ledger,
      acting(({ TMPDIR = '', TMP, TEMP }) => {
        root = TMPDIR
        expect([TMP, TEMP, existsSync(root)]).toEqual([root, root, true])
        append(ledger, realLine(join(root, 'work-x8k2')).replace(/"session_id":"[^"]*",/, ''))
      }),
      { beacon: true },
    )
    expect(appended.lines[0]).toMatchObject({
      ground: 'token',
      attribution: 'leak',
      verdict: { reason: 'thin' },
    })
    expect([verdict, existsSync(root)]).toEqual(['leak', false])
  })

  it('does not blame another run that is at work meanwhile', async () => {
    const { ledger } = makeAccount(realLine())
    const { verdict, appended } = await guardOne(
      ledger,
      acting(() => append(ledger, testLine())),
      { beacon: true },
    )
    expect([verdict, appended.lines[0]?.ground]).toEqual(['unsure', 'other-root'])
  })

  it('ties a state file to the run by the token inside it', async () => {
    const { folder, ledger } = makeAccount(realLine())
    const { state, verdict } = await guardOne(
      ledger,
      acting(({ TMPDIR = '' }) => writeIn(folder, 'vent-last-x.txt', `${TMPDIR}/ws`)),
      { beacon: true },
    )
    expect([verdict, state[0]?.tie]).toEqual(['leak', 'token'])
  })

  it('keeps the folder where that is asked for', async () => {
    const { ledger } = makeAccount(realLine())
    const { beacon } = await guardOne(
      ledger,
      acting(() => 0),
      { beacon: true, keep: true },
    )
    expect(existsSync(beacon?.folder.path ?? '')).toBe(true)
  })
})

describe('--isolate', () => {
  it('leads ledger and home of the command into a private folder, and reads what went there', async () => {
    const { ledger } = makeAccount(realLine())
    const { isolated, verdict, appended } = await guardOne(
      ledger,
      acting(({ GPTME_FRICTION_LEDGER_PATH = '', HOME = '', XDG_DATA_HOME = '' }) => {
        expect(XDG_DATA_HOME).toBe(join(HOME, '.local/share'))
        append(GPTME_FRICTION_LEDGER_PATH, testLine())
        writeIn(join(XDG_DATA_HOME, 'gptme'), stampOf(LEAKED), 'now')
      }),
      { isolation: 'home', environment: { HOME: '/home/agent', GPTME_FRICTION_LEDGER_PATH: ledger } },
    )
    expect([verdict, appended.records]).toEqual(['clean', 0])
    expect(isolated?.appended.by.leak).toBe(1)
    expect([...(isolated?.appended.suspects.values() ?? [])]).toMatchObject([{ test: 'test_gate_refuses' }])
    expect(isolated?.stateFiles).toHaveLength(1)
    expect(existsSync(isolated?.setting.folder.path ?? '')).toBe(false)
  })

  it('finds a record in the private home of a writer that does not look at the variable', async () => {
    const { ledger } = makeAccount(realLine())
    const { isolated } = await guardOne(
      ledger,
      acting(
        ({ HOME = '' }) =>
          void writeIn(join(HOME, '.local/share/gptme'), 'friction-ledger.jsonl', testLine()),
      ),
      { isolation: 'home' },
    )
    expect(isolated?.appended.records).toBe(1)
  })

  it('leaves HOME alone with =ledger', async () => {
    const { ledger } = makeAccount(realLine())
    await guardOne(
      ledger,
      acting((environment) => {
        expect(environment.HOME).toBe('/home/agent')
        expect(environment.GPTME_FRICTION_LEDGER_PATH).toContain('ledger-triage-isolated-')
      }),
      { isolation: 'ledger', environment: { HOME: '/home/agent' } },
    )
  })

  it('still sees a test that writes into the production ledger all the same', async () => {
    const { ledger } = makeAccount(realLine())
    const { verdict } = await guardOne(
      ledger,
      acting(() => append(ledger, testLine())),
      { isolation: 'home' },
    )
    expect(verdict).toBe('leak')
  })
})

describe('a guard', () => {
  it('triages nothing twice where the ledger did not change', async () => {
    const { ledger } = makeAccount(realLine() + testLine() + bareLine())
    let examined = 0
    const plain = createTestExaminer()
    const examine: Examiner = Object.assign(
      (...record: Parameters<Examiner>) => {
        examined += 1
        return plain(...record)
      },
      { grouping: plain.grouping },
    )
    const { before, after } = await guardOne(
      ledger,
      acting(() => 0),
      {},
      { examine },
    )
    expect([examined, after === before]).toEqual([3, true])
  })

  it('does not run the command where a ledger cannot be counted first', async () => {
    const { folder } = makeAccount(undefined)
    let ran = false
    const launch = acting(() => {
      ran = true
    })
    const plain = writeIn(folder, 'notes.txt', 'no ledger at all\n')
    expect(await guardAll([plain], launch)).toMatchObject({
      kind: 'not-run',
      faults: [{ code: 'not-a-ledger' }],
    })
    expect(await guardAll([folder], launch)).toMatchObject({
      kind: 'not-run',
      faults: [{ code: 'is-folder' }],
    })
    expect(ran).toBe(false)
  })

  it('does not run the command after an interrupt of the first count', async () => {
    const { ledger } = makeAccount(realLine())
    const guarded = await guardAll(
      [ledger],
      acting(() => 0),
      {},
      { progress: () => false },
    )
    expect(guarded).toMatchObject({ kind: 'not-run', interrupted: true })
  })

  it('counts a ledger with two names once', async () => {
    const { folder, ledger } = makeAccount(realLine())
    const [hard, soft] = [join(folder, 'hard.jsonl'), join(folder, 'soft.jsonl')]
    linkSync(ledger, hard)
    symlinkSync(ledger, soft)
    const guarded = await guardAll(
      [ledger, hard, soft],
      acting(() => append(ledger, testLine())),
    )
    if (guarded.kind !== 'ran') throw new Error('not run')
    const { fates, appended } = guarded.findings
    expect(fates.map((fate) => fate.sameAs)).toEqual([undefined, ledger, ledger])
    expect(appended.records).toBe(1)
  })

  it('looks at every name of a ledger again: one of them may lead elsewhere afterwards', async () => {
    const { folder, ledger } = makeAccount(realLine())
    const soft = join(folder, 'soft.jsonl')
    symlinkSync(ledger, soft)
    const guarded = await guardAll(
      [ledger, soft],
      acting(() => {
        rmSync(soft)
        append(soft, testLine())
      }),
    )
    if (guarded.kind !== 'ran') throw new Error('not run')
    expect(guarded.findings.verdict).toBe('altered')
  })

  it('does not blame the run for an old last line to which only its end was added', async () => {
    const { ledger } = makeAccount(realLine() + testLine().trimEnd())
    const { verdict, appended } = await guardOne(
      ledger,
      acting(() => append(ledger, '\n', realLine())),
    )
    expect([verdict, appended.records, appended.by.beside]).toEqual(['clean', 1, 1])
  })

  it('does not wait where the command was not started', async () => {
    const { ledger } = makeAccount(realLine())
    let waits = 0
    const pause = async (): Promise<void> => {
      waits += 1
    }
    const launch = async () => ({ kind: 'not-started', errno: 'ENOENT' }) as const
    const { end } = await guardOne(ledger, launch, { settle: 10 }, { pause })
    expect([end.kind, waits]).toEqual(['not-started', 0])
  })

  it('ends with what the command ended with, whatever goes wrong afterwards', async () => {
    const { ledger } = makeAccount(realLine())
    const guarded = await guardAll(
      [ledger],
      acting(() => append(ledger, testLine())),
      { settle: 10 },
      {
        pause: async () => {
          throw new Error('no clock')
        },
      },
    )
    expect(guarded.kind === 'ran' ? 0 : guarded).toMatchObject({ kind: 'lost', reason: 'no clock' })
  })

  it('tells what went wrong afterwards though it was no error', async () => {
    const { ledger } = makeAccount(realLine())
    const pause = (): Promise<void> => Promise.reject('no clock')
    const guarded = await guardAll(
      [ledger],
      acting(() => 0),
      { settle: 10 },
      { pause },
    )
    expect(guarded).toMatchObject({ kind: 'lost', reason: 'no clock', end: { kind: 'exited', code: 0 } })
  })

  it('fails as its launch fails, and leaves no folder behind', async () => {
    const { folder: tempRoot, ledger } = makeAccount(realLine())
    const launch = (): Promise<never> => Promise.reject(new Error('a slip'))
    await expect(guardAll([ledger], launch, { tempRoot, beacon: true })).rejects.toThrow('a slip')
    expect(readdirSync(tempRoot)).toEqual(['friction-ledger.jsonl'])
  })

  it('leaves no figures for a second count that a second signal cut short', async () => {
    const { ledger } = makeAccount(realLine())
    const signals: SignalPort = {
      raise: () => undefined,
      listen: (_names, take) => {
        take('SIGINT')
        take('SIGINT')
        return () => undefined
      },
    }
    const launch = acting(() => append(ledger, realLine()))
    const { verdict, complete } = await guardOne(ledger, launch, {}, { signals })
    expect([verdict, complete]).toEqual(['incomplete', false])
  })

  it('says which folders cannot be made, and does not run the command', async () => {
    const { ledger, folder } = makeAccount(realLine())
    const props = { beacon: true, tempRoot: join(folder, 'none') }
    const guarded = await guardAll(
      [ledger],
      acting(() => append(ledger, testLine())),
      props,
    )
    expect(guarded).toMatchObject({ kind: 'no-folder', errno: 'ENOENT' })
    expect(readFileSync(ledger, 'utf8')).not.toContain('pytest')
  })

  it('names globs of --watch that match nothing', async () => {
    const { ledger } = makeAccount(realLine())
    const { idle } = await guardOne(
      ledger,
      acting(() => 0),
      { watch: ['no-such-*'] },
    )
    expect(idle).toEqual(['no-such-*'])
  })

  it('does not call a glob of --watch idle that matches only what the run made, or what it removed', async () => {
    const { folder, ledger } = makeAccount(realLine())
    const old = writeIn(folder, 'old-1', '')
    const { idle } = await guardOne(
      ledger,
      acting(() => {
        writeIn(folder, 'new-1', '')
        rmSync(old)
      }),
      { watch: ['old-*', 'new-*'], workingFolder: folder },
    )
    expect(idle).toEqual([])
  })

  it('lays records of several ledgers to their run by what they share', async () => {
    const [one, two] = [makeAccount(realLine()).ledger, makeAccount(realLine()).ledger]
    const run = { run_id: 'run-77ac01', message: 'refused' }
    const guarded = await guardAll(
      [one, two],
      acting(() => {
        append(one, `${JSON.stringify({ ...run, workspace: LEAKED })}\n`)
        append(two, `${JSON.stringify(run)}\n`)
      }),
    )
    if (guarded.kind !== 'ran') throw new Error('not run')
    expect(guarded.findings.appended.by.leak).toBe(2)
  })

  it('writes nothing beside the ledger, and leaves nothing in the temp folder', async () => {
    const { folder, ledger } = makeAccount(realLine())
    const { folder: tempRoot } = makeAccount(undefined)
    await guardOne(
      ledger,
      acting(() => 0),
      { tempRoot, beacon: true, isolation: 'home' },
    )
    expect([readdirSync(folder), readdirSync(tempRoot)]).toEqual([['friction-ledger.jsonl'], []])
  })
})
