// Reads workflow commands out of what a step printed, by the rules of a runner of GitHub Actions: `::name props::data` at the
// start of a line, blanks aside, and the older `##[name props]data` anywhere in it.

/** Commands that a runner carries out; any other text between the marks is plain output. */
const NAMES = new Set(
  [
    ...['debug', 'notice', 'warning', 'error', 'group', 'endgroup', 'echo', 'stop-commands', 'add-mask'],
    ...['add-matcher', 'remove-matcher', 'add-path', 'set-env', 'set-output', 'save-state'],
    'internal-set-repo-path',
  ].map((name) => name.toLowerCase()),
)

const DATA = { '%0D': '\r', '%0A': '\n', '%25': '%' }
const PROPERTY = { ...DATA, '%3A': ':', '%2C': ',' }
const OLDER = { ...DATA, '%3B': ';', '%5D': ']' }

const decode = (text, marks) => text.replaceAll(/%[0-9A-F]{2}/g, (mark) => marks[mark] ?? mark)

const readProperties = (text, between, marks) =>
  Object.fromEntries(
    text
      .trim()
      .split(between)
      .map((pair) => /^=*([^=]+)=([\s\S]*)$/.exec(pair))
      .filter((pair) => pair !== null)
      .map(([, name, value]) => [name.toLowerCase(), decode(value, marks)]),
  )

/** A command from what stands between its marks and behind them; undefined where a runner knows no such command. */
function toCommand(info, data, between, marks) {
  const [name] = info.split(' ', 1)
  if (!NAMES.has(name.toLowerCase())) return undefined
  const properties = readProperties(info.slice(name.length), between, marks)
  return { name: name.toLowerCase(), properties, data: decode(data, marks === PROPERTY ? DATA : marks) }
}

function readLine(line) {
  const newer = /^\s*::([\s\S]*?)::([\s\S]*)$/.exec(line)
  const command = newer === null ? undefined : toCommand(newer[1], newer[2], ',', PROPERTY)
  if (command !== undefined) return command
  const older = /##\[([^\]]*)\]([\s\S]*)$/.exec(line)
  return older === null ? undefined : toCommand(older[1], older[2], ';', OLDER)
}

/** Every command in a text, in order. A runner also ends lines at a lone carriage return. */
export const readCommands = (text) =>
  text
    .split(/\r\n|\r|\n/)
    .map(readLine)
    .filter((command) => command !== undefined)
