import type { Command } from 'commander'
import { findNearest } from '../../text/nearest.ts'
import { EXIT } from '../exit.ts'
import { printLines } from '../help.ts'
import { refuse } from '../session.ts'
import type { Surface } from '../surface.ts'
import { TOPIC_NAMES, TOPICS } from '../topics/topics.ts'

/** The command that some words name, such as `rules test`. */
const findCommand = (program: Command, words: readonly string[]): Command | undefined =>
  words.reduce<Command | undefined>(
    (found, word) => found?.commands.find((command) => command.name() === word),
    program,
  )

/** Help on a command or a topic, or on all of them. */
export async function help(words: readonly string[], program: Command, surface: Surface): Promise<number> {
  const [name = ''] = words
  const topic = words.length === 1 && Object.hasOwn(TOPICS, name) ? TOPICS[name] : undefined
  if (topic !== undefined) {
    await surface.stdout.write(printLines(topic.text))
    return EXIT.done
  }
  const command = findCommand(program, words)
  if (command !== undefined) {
    command.outputHelp()
    return EXIT.done
  }
  const known = [...program.commands.map((one) => one.name()), ...TOPIC_NAMES]
  const nearest = findNearest(name, known)
  const fault = { code: 'bad-choice', option: 'help', value: words.join(' '), choices: known } as const
  return refuse(nearest === undefined ? fault : { ...fault, nearest }, surface)
}
