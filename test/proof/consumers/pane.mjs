// Runs inside a pane of a private tmux: runs commands one after the other on the pane's terminal, and after each asks tmux
// what became of that terminal. `node pane.mjs CONFIG`, which names the jobs, the sockets, and where to write what was seen.
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { ENDED, FLAGS, markBegin, markEnd, PASTED, QUIET } from './terminal-words.mjs'

const { jobs, socket, results, done, separator, attached } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const pane = process.env.TMUX_PANE
const ANSWER_LIMIT = 8000
const JOB_LIMIT = 60_000

let typed = ''
process.stdin.setRawMode(true)
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => {
  typed += text
})

const tmux = (...args) =>
  execFileSync('tmux', ['-S', socket, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 })
const write = (text) => new Promise((done) => process.stdout.write(text, done))

/** Waits until what was typed matches; gives the match, or undefined where it did not come. */
async function awaitTyped(pattern) {
  for (const until = performance.now() + ANSWER_LIMIT; performance.now() < until; await pause(2)) {
    const found = pattern.exec(typed)
    if (found !== null) return found
  }
  return undefined
}

/**
 * Brings the terminal back to how a new one is. A terminal answers in the order of what it is sent, so an answer that names
 * a column of our own choice says that all before it was taken in.
 */
async function makeQuiet() {
  await write(
    `\u001b\\\u001b[?1049l\u001bc\u001b[3J\u001b]2;${QUIET}\u001b\\\u001b]7;\u0007\u001b[38G\u001b[6n`,
  )
  await awaitTyped(/\u001b\[\d+;38R/)
  await write('\r')
  typed = ''
}

function runJob({ command, args, cwd, env }) {
  return new Promise((done) => {
    // Both outputs are the terminal; this process's own errors go elsewhere.
    const child = spawn(command, args, { stdio: [0, 1, 1], cwd, env: { ...process.env, ...env } })
    const timer = setTimeout(() => child.kill('SIGKILL'), JOB_LIMIT)
    const end = (status) => {
      clearTimeout(timer)
      done(status)
    }
    child.on('error', (error) => end(error.code))
    child.on('close', (code, signal) => end(code ?? signal))
  })
}

/** Asks tmux for everything in one go; the last question is a paste, whose text arrives as if typed. */
function query(row) {
  const line = String(row - 1)
  const next = [';', 'display-message', '-p', separator, ';']
  const answer = tmux(
    ...['display-message', '-p', '-t', pane, FLAGS.map((flag) => `${flag}=#{${flag}}`).join('|')],
    ...[...next, 'display-message', '-p', '-t', pane, '#{window_name}'],
    ...[...next, 'display-message', '-p', '-t', pane, '#{pane_title}'],
    ...[...next, 'display-message', '-p', '-t', pane, '#{pane_path}'],
    ...[...next, 'display-message', '-p', '#{@bell}'],
    ...[...next, 'list-buffers', '-F', '#{buffer_name} #{buffer_sample}'],
    ...[...next, 'capture-pane', '-p', '-J', '-S', '-', '-t', pane],
    ...[...next, 'capture-pane', '-p', '-N', '-S', '-', '-t', pane],
    ...[...next, 'capture-pane', '-p', '-e', '-S', line, '-E', line, '-t', pane],
    ...[';', 'set-option', '-g', '@bell', 'silent'],
    ...[';', 'set-buffer', '-b', PASTED, PASTED],
    ...[';', 'paste-buffer', '-p', '-d', '-b', PASTED, '-t', pane],
  )
  const [flags, windowName, title, path, bell, buffers, joined, rows, probe] = answer.split(`${separator}\n`)
  return { flags, windowName, title, path, bell, buffers, joined, rows, probe }
}

const toRows = (captured) => captured.split('\n').map((row) => row.trimEnd())

/** What stands from a column on, of each row of a stretch: the terminal itself cuts, by its own notion of widths. */
async function cutAt(column, from, to) {
  let cuts = '\u001b[?6l'
  for (let row = from; row < to; row++) cuts += `\u001b[${row + 1};1H\u001b[${column}P`
  await write(`${cuts}\u001b[39G\u001b[6n`)
  await awaitTyped(/\u001b\[\d+;39R/)
  return toRows(tmux('capture-pane', '-p', '-N', '-S', String(from), '-E', String(to - 1), '-t', pane))
}

/** Columns that begin where a head says so, and what every row below shows from one before there. */
async function readColumns(heads, rows) {
  const found = []
  for (const [at, row] of rows.entries()) {
    const head = heads.map((one) => new RegExp(one).exec(row)).find((match) => match !== null)
    if (head === undefined) continue
    const column = head[0].length
    const rest = rows.findIndex((other, i) => i > at && (other.trim() === '' || /^ -{4}/.test(other)))
    const to = rest < 0 ? rows.length : rest
    const right = await cutAt(column - 1, at, to)
    found.push({ column, rows: rows.slice(at, to).map((whole, i) => ({ whole, right: right[i] ?? '' })) })
  }
  return found
}

async function examine(job) {
  await makeQuiet()
  await write(markBegin(job.id))
  const status = await runJob(job)
  const ask = () => write(`${markEnd(job.id)}\u001b[6n\r\nlqqk\u001b[37G\u001b[6n`)
  const isAsked = () => awaitTyped(/\u001b\[(\d+);37R/)
  await ask()
  let place = await isAsked()
  const stuck = place === undefined
  if (stuck) {
    // Ends a string that the command left open.
    await write('\u001b\\\u0018')
    await ask()
    place = await isAsked()
  }
  if (place === undefined) return { id: job.id, status, stuck, lost: true }
  const seen = query(Number(place[1]))
  await awaitTyped(new RegExp(PASTED))
  // What the paste is wrapped in comes with it.
  const [before] = typed.split(PASTED)
  const places = [...before.matchAll(/\u001b\[(\d+);(\d+)R/g)]
  const [, , column] = places.at(-2) ?? []
  let answers = before.replace(/\u001b\[\d+;\d+R\u001b\[\d+;37R/, '')
  const bracketed = answers.includes('\u001b[200~')
  answers = answers.replace('\u001b[200~', '')
  for (const line of seen.buffers.split('\n')) {
    const [name] = line.split(' ')
    if (name !== '') tmux('delete-buffer', '-b', name)
  }
  if (seen.windowName.trim() !== QUIET) tmux('rename-window', '-t', pane, QUIET)
  const columns = job.heads === undefined ? [] : await readColumns(job.heads, toRows(seen.rows))
  return { id: job.id, status, stuck, column: Number(column), answers, bracketed, ...seen, columns }
}

const keep = (result) => appendFileSync(results, `${JSON.stringify(result)}\n`)

if (attached) for (let tries = 0; tries < 1000 && tmux('list-clients') === ''; tries++) await pause(10)
keep({ clients: tmux('list-clients').trim() })
for (const job of jobs) keep(await examine(job))
await makeQuiet()
await write(`\u001b]2;${ENDED}\u001b\\${markEnd('all')}`)
writeFileSync(done, '')
// Whoever asked ends this server once it has read what it wants.
await pause(60_000)
