import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ChildEnd, createLaunch } from '../../src/guard/run.ts'
import type { SignalPort } from '../../src/guard/signals.ts'

vi.mock('node:child_process', { spy: true })
afterEach(() => {
  for (const { type, value } of vi.mocked(spawn).mock.results) if (type === 'return') value.kill('SIGKILL')
  vi.clearAllMocks()
})

/** Signals that a test sends to this process, without there being any. */
function createSignals(): { port: SignalPort; send: (name: NodeJS.Signals) => void; isHeard: () => boolean } {
  let hear: ((name: NodeJS.Signals) => void) | undefined
  return {
    port: {
      listen(_names, take) {
        hear = take
        return () => {
          hear = undefined
        }
      },
      raise: () => undefined,
    },
    send: (name) => hear?.(name),
    isHeard: () => hear !== undefined,
  }
}

/** Starts a command and gives the processes behind it: the witness is the first, the command the second. */
function launch(
  script: string,
  descriptors: readonly number[] = [],
): { end: Promise<ChildEnd>; witness: ChildProcess; child: ChildProcess } & ReturnType<typeof createSignals> {
  const signals = createSignals()
  const end = createLaunch(
    signals.port,
    descriptors,
  )({
    command: '/bin/sh',
    args: ['-c', script],
    environment: { WORD: 'given' },
  })
  const [witness, child] = vi.mocked(spawn).mock.results.map(({ value }) => value)
  return { end, witness, child, ...signals }
}

const start = (command: string): Promise<ChildEnd> =>
  createLaunch(createSignals().port, [])({ command, args: [], environment: {} })

describe('createLaunch', () => {
  it('gives the code that the command ends with, and the environment that it was given', async () => {
    expect(await launch('[ "$WORD" = given ] && exit 7').end).toEqual({ kind: 'exited', code: 7 })
  })

  it('gives the signal that ended the command', async () => {
    expect(await launch('kill -TERM $$').end).toEqual({ kind: 'killed', signal: 'SIGTERM' })
  })

  it.each([
    ['is not there', '/nonexistent/command', 'ENOENT'],
    ['may not be executed', tmpdir(), 'EACCES'],
    ['has no name', '', 'ERR_INVALID_ARG_VALUE'],
  ])('says why a command was not started that %s', async (_what, command, errno) => {
    expect(await start(command)).toEqual({ kind: 'not-started', errno })
  })

  it('passes on a signal that came to this process alone', async () => {
    const { end, send } = launch('exec sleep 60')
    send('SIGTERM')
    expect(await end).toEqual({ kind: 'killed', signal: 'SIGTERM' })
  })

  it('does not pass on a signal that the whole group has, the command with it', async () => {
    const { end, send, witness, child } = launch('exec sleep 60')
    const seen = Promise.race([once(witness.stdout ?? witness, 'data'), once(witness, 'exit')])
    witness.kill('SIGUSR1')
    await seen
    send('SIGUSR1')
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
    child.kill('SIGTERM')
    expect(await end).toEqual({ kind: 'killed', signal: 'SIGTERM' })
  })

  it('waits on where a signal could not be delivered', async () => {
    const { end, child } = launch('exit 3')
    child.emit('error', Object.assign(new Error('kill EPERM'), { code: 'EPERM' }))
    expect(await end).toEqual({ kind: 'exited', code: 3 })
  })

  it('takes an end of which neither code nor signal is known for a failure', async () => {
    const { end, child } = launch('exec sleep 60')
    child.emit('exit', null, null)
    expect(await end).toEqual({ kind: 'exited', code: 1 })
    child.kill('SIGKILL')
  })

  it('hears no signals once the command has ended, and keeps no witness', async () => {
    const { end, witness, isHeard } = launch('exit 0')
    const dismissed = once(witness, 'exit')
    expect(isHeard()).toBe(true)
    await end
    expect(isHeard()).toBe(false)
    expect(await dismissed).toEqual([null, 'SIGKILL'])
  })

  it('passes on the descriptors that it was given, and no others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'descriptors-'))
    const [given, kept] = [openSync(join(folder, 'given'), 'w'), openSync(join(folder, 'kept'), 'w')]
    const write = (descriptor: number): string =>
      `try{require('node:fs').writeSync(${descriptor},'here')}catch{}`
    const { end } = launch(`exec '${process.execPath}' -e "${[given, kept].map(write).join('')}"`, [given])
    expect((await end).kind).toBe('exited')
    for (const descriptor of [given, kept]) closeSync(descriptor)
    expect(['given', 'kept'].map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['here', ''])
  })
})
