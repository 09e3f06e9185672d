import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { callWitness, type Witness } from '../../src/guard/witness.ts'

vi.mock('node:child_process', { spy: true })

const called: Witness[] = []
afterEach(() => {
  for (const witness of called.splice(0)) witness.dismiss()
  vi.clearAllMocks()
})

function call(names: readonly NodeJS.Signals[]): { witness: Witness; child: ChildProcess } {
  const witness = callWitness(names)
  called.push(witness)
  const child = vi.mocked(spawn).mock.results.at(-1)?.value
  return { witness, child }
}

/** A signal that nobody minds tells when the traps are set: those before it are by then. */
async function callReady(names: readonly NodeJS.Signals[]): Promise<ReturnType<typeof call>> {
  const { witness, child } = call([...names, 'SIGWINCH'])
  await vi.waitFor(
    async () => {
      child.kill('SIGWINCH')
      expect(await witness.sawToo('SIGWINCH')).toBe(true)
    },
    { timeout: 20_000 },
  )
  return { witness, child }
}

async function sendTo(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  const told = once(child.stdout ?? child, 'data')
  child.kill(name)
  await told
}

describe('callWitness', () => {
  it('tells each signal that reached it once', async () => {
    const { witness, child } = await callReady(['SIGUSR1', 'SIGTERM'])
    await sendTo(child, 'SIGUSR1')
    expect(await witness.sawToo('SIGTERM')).toBe(false)
    expect(await witness.sawToo('SIGUSR1')).toBe(true)
    expect(await witness.sawToo('SIGUSR1')).toBe(false)
  })

  it('tells the signal that ended it before it was ready', async () => {
    const { witness, child } = call(['SIGTERM'])
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    expect(await witness.sawToo('SIGKILL')).toBe(true)
    expect(await witness.sawToo('SIGTERM')).toBe(false)
  })

  it('does without signals that this system has not', async () => {
    const { witness, child } = await callReady(['SIGBREAK', 'SIGUSR2'])
    await sendTo(child, 'SIGUSR2')
    expect(await witness.sawToo('SIGUSR2')).toBe(true)
    expect(await witness.sawToo('SIGBREAK')).toBe(false)
  })

  it('is no reason to fail where it cannot be started', async () => {
    vi.mocked(spawn).mockImplementationOnce((_command, _args, options) =>
      spawn('/nonexistent/sh', [], options ?? {}),
    )
    const { witness, child } = call(['SIGTERM'])
    await vi.waitFor(() => expect(child.pid).toBeUndefined())
    expect(await witness.sawToo('SIGTERM')).toBe(false)
  })

  it('ends with its input, so that it outlives nobody', async () => {
    const { child } = await callReady(['SIGTERM'])
    const ended = once(child, 'exit')
    child.stdin?.end()
    expect(await ended).toEqual([0, null])
  })

  it('ends where it is dismissed', async () => {
    const { witness, child } = await callReady(['SIGTERM'])
    const ended = once(child, 'exit')
    witness.dismiss()
    expect(await ended).toEqual([null, 'SIGKILL'])
  })
})
