import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const BIN = resolve('bin/ledger-triage.js')
const STORY = resolve('sample-ledgers/preflight-story.jsonl')
const folderOf = (): string => mkdtempSync(join(tmpdir(), 'spawned-'))
const isRoot = process.getuid?.() === 0

const run = (argv: readonly string[], options: Parameters<typeof spawnSync>[2] = {}) =>
  spawnSync(process.execPath, [BIN, ...argv], { encoding: 'utf8', ...options })

describe('the program', () => {
  it('prints a report whose every byte arrives through a pipe', () => {
    const { status, stdout } = run([STORY, '--json', '--top', 'all'])
    expect(status).toBe(0)
    expect(JSON.parse(String(stdout)).totals.records).toBe(959)
  })

  it('reads standard input, in one pass and in two', () => {
    const piped = spawnSync(
      'sh',
      [
        '-c',
        `cat "${STORY}" | "${process.execPath}" "${BIN}" count - --quiet; cat "${STORY}" | "${process.execPath}" "${BIN}" classify - | wc -l`,
      ],
      { encoding: 'utf8' },
    )
    expect(piped.stdout.split(/\s+/).filter(Boolean)).toEqual(['959', '960'])
  })

  it('leaves nothing of standard input behind', () => {
    const temp = folderOf()
    const { status } = run(['classify', '-'], {
      input: '{"message":"a"}\n',
      env: { ...process.env, TMPDIR: temp },
    })
    expect([status, readdirSync(temp)]).toEqual([0, []])
  })

  it.skipIf(process.platform !== 'linux')('writes no copy of a ledger that is redirected into it', () => {
    const folder = folderOf()
    const ledger = join(folder, 'ledger.jsonl')
    copyFileSync(STORY, ledger)
    const look = () => statSync(folder, { bigint: true })
    const before = look()
    const { status, stdout } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${BIN}" classify - < ledger.jsonl | wc -l`],
      {
        encoding: 'utf8',
        cwd: folder,
        env: { ...process.env, TMPDIR: folder },
      },
    )
    expect([status, stdout.trim(), look().mtimeNs]).toEqual([0, '960', before.mtimeNs])
    // Where the input does not stand at its first byte a copy is needed, and there is no place for it here.
    const partly = spawnSync(
      'sh',
      ['-c', `{ read -r line; "${process.execPath}" "${BIN}" classify - ; } < ledger.jsonl`],
      { encoding: 'utf8', cwd: folder, env: { ...process.env, TMPDIR: folder } },
    )
    expect([partly.status, partly.stdout, look().mtimeNs]).toEqual([3, '', before.mtimeNs])
    expect(partly.stderr).toContain('nothing is written beside a ledger')
  })

  it('says where no copy of standard input can be made', () => {
    const { status, stderr } = run(['classify', '-'], {
      input: '{}\n',
      env: { ...process.env, TMPDIR: '/nonexistent-folder' },
    })
    expect([status, stderr]).toEqual([
      3,
      expect.stringContaining('no copy of it could be made in /nonexistent-folder'),
    ])
  })

  it('works in a folder that is gone', () => {
    const folder = folderOf()
    const { status, stdout } = spawnSync(
      'sh',
      [
        '-c',
        `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${BIN}" count --quiet "${STORY}"`,
      ],
      { encoding: 'utf8', cwd: folder },
    )
    expect([status, stdout]).toEqual([0, '959\n'])
  })

  it('ends quietly when a pipe is closed', () => {
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${BIN}" classify "${STORY}" | head -n 1`],
      { encoding: 'utf8' },
    )
    expect([stdout.split('\n').length, stderr]).toEqual([2, ''])
  })

  it('keeps its exit code when the reader of its output is gone', () => {
    const script = `"${process.execPath}" "${BIN}" count "${STORY}" --expect 1 2>/dev/null | true; echo "\${PIPESTATUS[0]}"; "${process.execPath}" "${BIN}" --help | true; echo "\${PIPESTATUS[0]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect([stdout, stderr]).toEqual(['1\n0\n', ''])
  })

  it('never replaces the ledger that standard input comes from', () => {
    const ledger = join(folderOf(), 'ledger.jsonl')
    copyFileSync(STORY, ledger)
    const { status } = spawnSync('sh', [
      '-c',
      `"${process.execPath}" "${BIN}" - -o "${ledger}" < "${ledger}"`,
    ])
    expect(status).toBe(2)
    expect(readFileSync(ledger).equals(readFileSync(STORY))).toBe(true)
  })

  it('ends a wait for input at an interrupt, and marks the report', async () => {
    const child = spawn(process.execPath, [BIN, '-', '--json'], { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.write('{"message":"a"}\n')
    let stdout = ''
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk)
    })
    await new Promise((resolve) => setTimeout(resolve, 1200))
    child.kill('SIGINT')
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({ complete: false, totals: { records: 1 } })
  })

  it('does not exit 0 when the report could not be written', () => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = run([STORY], { stdio: ['ignore', full, 'pipe'] })
    closeSync(full)
    expect(status).not.toBe(0)
    expect(stderr).toContain('error:')
  })

  it('gives the same bytes in every zone and locale, with any environment', () => {
    const reports = [
      { TZ: 'UTC', LC_ALL: 'C' },
      { TZ: 'Asia/Kolkata', LC_ALL: 'de_DE.UTF-8', LANG: 'tr_TR.UTF-8' },
      { TZ: 'America/St_Johns', COLUMNS: '40' },
    ].map((env) => run([STORY], { env: { PATH: process.env.PATH, ...env } }).stdout)
    expect(new Set(reports).size).toBe(1)
  })

  it('works from a ledger and a folder that nobody may write', () => {
    const folder = folderOf()
    const ledger = join(folder, 'ledger.jsonl')
    copyFileSync(STORY, ledger)
    chmodSync(ledger, 0o444)
    chmodSync(folder, 0o555)
    for (const argv of [['scan'], ['count'], ['classify']])
      expect(run([...argv, ledger], { cwd: folder }).status).toBe(0)
    expect(readdirSync(folder)).toEqual(['ledger.jsonl'])
    chmodSync(folder, 0o755)
  })

  it.runIf(isRoot)('says who may read a ledger that this user may not', () => {
    const folder = folderOf()
    chmodSync(tmpdir(), 0o755)
    chmodSync(folder, 0o755)
    const ledger = join(folder, 'ledger.jsonl')
    writeFileSync(ledger, '{}\n')
    chmodSync(ledger, 0o600)
    // The program is copied to where another user can read it.
    cpSync(resolve('dist'), join(folder, 'dist'), { recursive: true })
    cpSync(resolve('bin'), join(folder, 'bin'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/ledger-triage.js'), ledger], {
      encoding: 'utf8',
      uid: 65534,
      gid: 65534,
      cwd: '/',
    })
    expect(status).toBe(3)
    expect(stderr).toContain('may not be read by this user')
  })
})

describe('guard around a command', () => {
  const guarded = (...command: readonly string[]): string[] => [
    'guard',
    '--ledger',
    STORY,
    '--settle',
    '0',
    '--',
    ...command,
  ]

  it('gives the command its own streams: output untouched, input untouched, the result on standard error', () => {
    const { status, stdout, stderr } = run(guarded('sh', '-c', 'cat; exit 3'), { input: 'one\ntwo' })
    expect([status, stdout]).toEqual([3, 'one\ntwo'])
    expect(stderr).toContain('exit 3')
  })

  it.each(['SIGTERM', 'SIGKILL', 'SIGUSR1', 'SIGPIPE'])('ends by %s, as the command did', (name) => {
    const { signal, stderr } = run(guarded('sh', '-c', `kill -${name.slice(3)} $$`))
    expect(signal).toBe(name)
    expect(stderr).not.toContain('Debugger')
  })

  it.each(['alone', 'with its group'])('passes a signal on once that is sent to it %s', async (way) => {
    const ready = join(folderOf(), 'ready')
    const count = `n=0; trap 'n=$((n+1))' TERM; : > "$0"; for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.05; done; exit $n`
    const child = spawn(process.execPath, [BIN, ...guarded('sh', '-c', count, ready)], {
      stdio: 'ignore',
      detached: true,
    })
    const end = new Promise((resolve) => child.on('exit', (status) => resolve(status)))
    while (!existsSync(ready)) await new Promise((resolve) => setTimeout(resolve, 10))
    process.kill(way === 'alone' ? (child.pid ?? 0) : -(child.pid ?? 0), 'SIGTERM')
    expect(await end).toBe(1)
  })
})

describe('descriptors above 2', () => {
  it.skipIf(process.platform !== 'linux')(
    'belong to the command too: a file, a pipe, none of our own',
    () => {
      const file = join(folderOf(), 'three')
      const guard = `"${process.execPath}" "${BIN}" guard --ledger "${STORY}" --settle 0 -- `
      const listed = (around: string): string[] => {
        const command = `${around}bash -c 'echo three >&3; cat <&7; ls /proc/self/fd | wc -l' 3>"${file}" 7< <(echo seven) 2>/dev/null`
        return spawnSync('bash', ['-c', command], { encoding: 'utf8' }).stdout.trim().split('\n')
      }
      const [[, alone], [seven, under]] = [listed(''), listed(guard)]
      expect([seven, readFileSync(file, 'utf8')]).toEqual(['seven', 'three\n'])
      expect(Number(under)).toBeLessThanOrEqual(Number(alone))
    },
  )
})
