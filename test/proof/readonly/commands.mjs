// What commands the program has, by its own help: none can be added and forgotten here.

/** The names in the list of commands of a help text. */
function readNames(help) {
  const [, list = ''] = /^Commands:\n((?: {2}.*\n?)+)/m.exec(help) ?? []
  return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name)
}

/** The formats that `--format` takes, and the options whose value names files. */
function readOptions(help) {
  const text = help.replace(/\n {12,}/g, ' ')
  const [, formats = ''] = /--format <name> +one of: (.*)$/m.exec(text) ?? []
  const files = [
    ...text.matchAll(/^ +(?:-\w, )?(--[\w-]+) [<[](?:file|folder|path|dir|glob|ledger)s?[\]>]/gm),
  ]
  return {
    formats: formats.split(', ').filter((format) => format !== ''),
    files: files.map(([, option]) => option),
  }
}

/** Asks for the help of the program, of each command, and of theirs. Gives name, formats and file options of each. */
export async function listCommands(run) {
  const helpOf = async (words) => (await run([...words, '--help'])).stdout.toString()
  const commands = []
  const visit = async (words) => {
    const help = await helpOf(words)
    if (words.length > 0) commands.push({ name: words.join(' '), ...readOptions(help) })
    for (const name of readNames(help)) {
      if (name === 'help') commands.push({ name: [...words, name].join(' '), formats: [], files: [] })
      else await visit([...words, name])
    }
  }
  await visit([])
  return commands
}
