// A private tmux with one pane of a fixed size, in which commands run one after the other on a real terminal. The tmux is
// itself shown in another one, so that what gets through to the terminal outside is seen too.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { run } from '../harness.mjs'
import { ENDED, markBegin, markEnd, QUIET } from './terminal-words.mjs'

/** Everything that a leak needs is on: applications may set titles, names and the clipboard, and pass sequences through. */
const OPTIONS = [
  ['status', 'off'],
  ['history-limit', '200000'],
  ['set-titles', 'on'],
  ['set-titles-string', '#T'],
  ['set-clipboard', 'on'],
  ['automatic-rename', 'off'],
  ['allow-rename', 'on'],
  ['allow-passthrough', 'on'],
  ['bell-action', 'any'],
  ['monitor-bell', 'on'],
  ['default-terminal', 'tmux-256color'],
  ['terminal-features', '*:title:clipboard'],
  ['@bell', 'silent'],
]

const chain = (commands) => commands.flatMap((words, i) => (i === 0 ? words : [';', ...words]))
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** The stretch of a log that one job wrote. */
function cutLog(log, id) {
  const from = log.indexOf(markBegin(id))
  const to = log.indexOf(markEnd(id), from)
  return from < 0 || to < 0 ? undefined : log.slice(from + markBegin(id).length, to)
}

/**
 * Runs jobs (`id`, `command`, `args`, `cwd`, `env`, and `heads` where columns are looked at) in a pane. Gives what was
 * seen after each, with `raw`, the bytes that it wrote; and `outside`, what the terminal around was sent.
 */
export async function runInPane(folder, jobs, { columns, rows, attached = true, home, limit = 1_800_000 }) {
  mkdirSync(folder)
  const socket = join(folder, 'inner')
  const outer = join(folder, 'outer')
  const [rawLog, outerLog, results, done] = ['raw', 'outside', 'results', 'done'].map((name) =>
    join(folder, name),
  )
  const config = join(folder, 'config.json')
  const separator = `=====${Math.random().toString(36).slice(2)}=====`
  writeFileSync(config, JSON.stringify({ jobs, socket, results, done, separator, attached }))
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home, LANG: 'C.UTF-8', TERM: 'xterm-256color' }
  const tmux = (path, commands) =>
    run('tmux', ['-u', '-S', path, '-f', '/dev/null', ...chain(commands)], { env })
  const driver = [process.execPath, fileURLToPath(import.meta.resolve('./pane.mjs')), config]
    .map(quote)
    .join(' ')
  const size = ['-x', String(columns), '-y', String(rows)]
  const stop = () => {
    for (const path of [socket, outer]) spawnSync('tmux', ['-S', path, 'kill-server'], { stdio: 'ignore' })
  }
  process.once('exit', stop)
  try {
    const opened = await tmux(socket, [
      ['start-server'],
      ...OPTIONS.map(([name, value]) => ['set-option', '-g', name, value]),
      ['set-hook', '-g', 'alert-bell', 'set-option -g @bell rung'],
      [
        'new-session',
        '-d',
        '-s',
        QUIET,
        '-n',
        QUIET,
        ...size,
        `exec ${driver} 2>${quote(join(folder, 'errors'))}`,
      ],
      // Set any earlier, it ends some versions of tmux.
      ['set-option', '-g', 'window-size', 'manual'],
      ['pipe-pane', '-t', QUIET, `exec cat >${quote(rawLog)}`],
    ])
    if (opened.status !== 0) throw new Error(`tmux did not open: ${opened.stderr}`)
    if (attached)
      await tmux(outer, [
        ['start-server'],
        ['set-option', '-g', 'status', 'off'],
        ['set-option', '-g', 'set-clipboard', 'on'],
        ['new-session', '-d', ...size, `exec env -u TMUX tmux -u -S ${quote(socket)} attach`],
        ['pipe-pane', `exec cat >${quote(outerLog)}`],
      ])
    const has = (path, text) => existsSync(path) && readFileSync(path).includes(text)
    const isDone = () =>
      existsSync(done) && has(rawLog, markEnd('all')) && (!attached || has(outerLog, `;${ENDED}`))
    for (const until = performance.now() + limit; !isDone(); await pause(100)) {
      const wrong = existsSync(join(folder, 'errors')) ? readFileSync(join(folder, 'errors'), 'utf8') : ''
      if (wrong !== '') throw new Error(`the pane's driver failed: ${wrong}`)
      if (performance.now() > until) throw new Error(`the pane was not done after ${limit} ms`)
    }
    const log = readFileSync(rawLog, 'utf8')
    const [{ clients }, ...seen] = readFileSync(results, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    return {
      seen: seen.map((one) => ({ ...one, raw: cutLog(log, one.id) })),
      outside: existsSync(outerLog) ? readFileSync(outerLog, 'utf8') : '',
      attached: clients !== '',
    }
  } finally {
    stop()
    process.removeListener('exit', stop)
  }
}
