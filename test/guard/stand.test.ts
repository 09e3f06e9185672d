import { closeSync, fstatSync, openSync, readdirSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { lookAgain } from '../../src/guard/stand.ts'
import { acting, append, guardOne, makeAccount, realLine } from './ledgers.ts'

vi.mock('node:fs', { spy: true })
afterEach(() => vi.resetAllMocks())

const { fstatSync: plainFstat } = await vi.importActual<typeof import('node:fs')>('node:fs')

const refuse = (code: string) => (): never => {
  throw Object.assign(new Error(`${code}: refused`), { code })
}

describe('lookAgain', () => {
  it('calls a ledger unreadable whose read fails, and its former bytes lost', async () => {
    const { ledger } = makeAccount(realLine())
    const { fates, verdict, appended } = await guardOne(
      ledger,
      acting(() => {
        append(ledger, realLine())
        vi.mocked(readSync).mockImplementation(refuse('EIO'))
      }),
    )
    expect(fates).toMatchObject([
      { change: 'unreadable', altered: true, now: undefined, fault: { code: 'read-failed', errno: 'EIO' } },
    ])
    expect([verdict, appended.records]).toEqual(['altered', 0])
  })

  it.skipIf(process.platform !== 'linux')('keeps nothing open where it fails otherwise', () => {
    const { ledger } = makeAccount(realLine())
    const before = readdirSync('/proc/self/fd').length
    vi.mocked(fstatSync)
      .mockImplementationOnce((descriptor: number) => plainFstat(descriptor))
      .mockImplementationOnce(refuse('ESTALE'))
    expect(() => lookAgain(ledger, undefined)).toThrow('ESTALE')
    expect(readdirSync('/proc/self/fd').length).toBe(before)
  })

  it('tells a change behind the last check point, though not where it is', async () => {
    const padding = `${' '.repeat(65_535)}\n`.repeat(129)
    const { ledger } = makeAccount(`${realLine()}${padding}${realLine()}`)
    const { fates, verdict } = await guardOne(
      ledger,
      acting(() => {
        const descriptor = openSync(ledger, 'r+')
        writeSync(descriptor, '#', fstatSync(descriptor).size - 20)
        closeSync(descriptor)
      }),
    )
    expect(fates).toMatchObject([{ change: 'rewritten', differsFrom: undefined, altered: true }])
    expect(verdict).toBe('altered')
  })
})

describe('a ledger of which the read fails', () => {
  it('is not waited for as if a writer were inside a line', async () => {
    const { ledger } = makeAccount(realLine())
    let waits = 0
    const pause = async (): Promise<void> => {
      waits += 1
    }
    const launch = acting(() => {
      writeFileSync(ledger, '{"mess')
      vi.mocked(readSync).mockImplementation(refuse('EIO'))
    })
    await guardOne(ledger, launch, {}, { pause })
    expect(waits).toBe(0)
  })
})
