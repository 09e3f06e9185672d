import { CommanderError } from 'commander'
import { explainSourceFault, internalFailure, writeFailure } from '../report/wording/source-faults.ts'
import { ReadFailure } from '../source/open.ts'
import { escapeRaw, type Printable, print } from '../text/printable.ts'
import { EXIT } from './exit.ts'
import { isWriteError } from './output.ts'
import { createProgram } from './program.ts'
import { complain, refuse } from './session.ts'
import type { Surface } from './surface.ts'

/**
 * Runs one command line and gives its exit code; never throws and never ends the process. All that it shows goes
 * through the surface.
 */
export async function main(argv: readonly string[], surface: Surface): Promise<number> {
  let code: number = EXIT.done
  const said: { sink: 'stdout' | 'stderr'; text: Printable }[] = []
  const program = createProgram(surface, said, (given) => {
    code = given
  })
  try {
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    code = await explainFailure(error, argv, surface)
  }
  try {
    for (const { sink, text } of said) await surface[sink].write(text)
  } catch (error) {
    code = await explainFailure(error, argv, surface)
  }
  return code
}

async function explainFailure(error: unknown, argv: readonly string[], surface: Surface): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.done
    const message = error.code === 'commander.help' ? 'there is no such command' : error.message
    const [command = ''] = argv
    const fault = {
      code: 'command-line',
      message: message.replace(/^error: /, '').replaceAll('\n', ' '),
    } as const
    return refuse(/^[a-z]+$/.test(command) ? { ...fault, command } : fault, surface)
  }
  if (error instanceof ReadFailure) return complain(explainSourceFault(error.fault), EXIT.incomplete, surface)
  if (isWriteError(error)) return complain(writeFailure(error.code), EXIT.incomplete, surface)
  const reason = error instanceof Error ? error.message : String(error)
  const given = await complain(internalFailure(reason), EXIT.internal, surface)
  if (argv.includes('--debug') && error instanceof Error) {
    for (const line of (error.stack ?? '').split('\n'))
      await surface.stderr.write(print`${escapeRaw(line)}\n`)
  }
  return given
}
