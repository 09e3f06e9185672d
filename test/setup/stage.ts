import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '../../src/cli/main.ts'
import type { Sink, Surface } from '../../src/cli/surface.ts'

export type Stage = {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

type Props = {
  readonly terminal?: number
  readonly stdin?: readonly (Buffer | string)[]
  readonly environment?: Readonly<Record<string, string>>
  readonly now?: string
  readonly interrupted?: boolean
  readonly platform?: string
  readonly tempRoot?: string
  readonly failWrites?: boolean
}

/** Runs a command line on a surface of its own: no process, no real streams, a clock that stands still. */
export async function run(argv: readonly string[], props: Props = {}): Promise<Stage> {
  const shown = { stdout: '', stderr: '' }
  const toSink = (name: 'stdout' | 'stderr'): Sink => ({
    isTerminal: props.terminal !== undefined,
    columns: props.terminal,
    isClosed: () => false,
    write: async (text) => {
      if (props.failWrites === true && (name === 'stdout' || argv[0] === 'guard'))
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      shown[name] += text
    },
  })
  const surface: Surface = {
    stdout: toSink('stdout'),
    stderr: toSink('stderr'),
    stdin: (async function* () {
      yield* props.stdin ?? []
    })(),
    stdinPath: undefined,
    stdinIdentity: undefined,
    stdinIsWhole: false,
    stdinIsFolder: false,
    environment: props.environment ?? {},
    workingFolder: process.cwd(),
    tempRoot: props.tempRoot ?? mkdtempSync(join(tmpdir(), 'stage-')),
    home: '/nonexistent-home',
    platform: props.platform ?? process.platform,
    pause: async () => undefined,
    signals: { listen: () => () => undefined, raise: () => undefined },
    descriptors: [],
    now: () => Date.parse(props.now ?? '2026-08-21T20:00:00Z'),
    isInterrupted: () => props.interrupted === true,
  }
  const code = await main(argv, surface)
  return { code, ...shown }
}
