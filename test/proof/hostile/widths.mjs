// Screens at many widths: wherever a line is folded or cut, what stands at its start is no command for a
// runner, and no mark that acts is freed by the cut.
import { holdColumns } from './columns.mjs'
import { parseJson } from './figures.mjs'
import { judge } from './matrix.mjs'

const [NARROWEST, WIDEST] = [40, 140]
/** The short form takes the first two. */
const AIMS = ['runners', 'wide', 'bidi', 'terminal']

export async function proveWidths({ stage, tally, own, benign, full }) {
  const step = full ? 1 : 9
  const widths = Array.from(
    { length: Math.ceil((WIDEST - NARROWEST) / step) },
    (_, i) => NARROWEST + i * step,
  )
  const aims = full ? AIMS : AIMS.slice(0, 2)
  const cases = own.cases.filter(({ name }) => aims.some((aim) => name === `carries-${aim}`))
  for (const { file, bytes } of cases) {
    const report = parseJson((await stage.play(['scan', file, '--json'], { cwd: own.folder })).stdout)
    const [largest] = [...report.clusters].sort((a, b) => b.count - a.count)
    const commands = [
      ['scan', file, '--top', 'all'],
      ['scan', file, '--by', 'test'],
      ['show', largest.id, file],
      ['explain', `${file}:2`],
      ['explain', `${file}:3`],
      ['diff', benign, file],
      ['gate', '--match', 'canary', file],
    ]
    await Promise.all(
      widths.flatMap((width) =>
        commands.map(async (argv) => {
          const run = await stage.play([...argv, '--width', String(width)], { cwd: own.folder })
          const wrong = judge(run, { input: bytes.toString('utf8') })
          const said = `${argv.join(' ')} in ${width}`
          tally.hold('screens at many widths', wrong.length === 0, `${said}: ${wrong.join('; ')}`)
          holdColumns(tally, said, run.stdout, width)
        }),
      ),
    )
  }
}
