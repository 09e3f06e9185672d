// What guard promises about the command it wraps, against the command alone. Prints one line a figure; ends with 1
// where one of them does not hold. `node test/proof/guard.mjs [NAME...]` runs some of the proofs.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'

const tool = new URL('../../bin/ledger-triage.js', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'ledger-triage-proof-'))
const ledger = join(folder, 'ledger.jsonl')
const mark = `LEDGER_TRIAGE_PROOF=${folder}`
const env = { ...process.env, LEDGER_TRIAGE_PROOF: folder, HOME: folder }
delete env.GITHUB_ACTIONS

const real = (i) =>
  `${JSON.stringify({ timestamp: new Date(1_780_000_000_000 + i * 1000).toISOString(), workspace: '/home/agent/code/api', session_id: `7d1e${i % 7}a2c-4c1f`, harness: 'claude-code', message: `quota exhausted: requests until ${i}` })}\n`
writeFileSync(ledger, Array.from({ length: 400 }, (_, i) => real(i)).join(''))

const guarded = (...command) => [tool, 'guard', '--ledger', ledger, '--settle', '0', '--', ...command]
const failures = []

function check(name, holds, detail) {
  if (!holds) failures.push(`${name}: ${detail}`)
}

/** Runs one command to its end without blocking the others. */
const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', env, ...options })
    child.on('exit', (status, signal) => resolve({ status, signal, pid: child.pid }))
  })

/** Runs jobs two at a time: as many as the machine has cores is enough, and fewer would only wait. */
async function inPairs(jobs) {
  const left = [...jobs]
  const work = async () => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) await job()
  }
  await Promise.all([work(), work()])
}

async function proveExitCodes() {
  let same = 0
  await inPairs(
    Array.from({ length: 256 }, (_, code) => async () => {
      const { status } = await run(process.execPath, guarded('sh', '-c', `exit ${code}`))
      check('exit codes', status === code, `${code} became ${status}`)
      if (status === code) same += 1
    }),
  )
  return `${same} of 256 exit codes`
}

const ENDING =
  'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT XCPU XFSZ VTALRM PROF IO PWR SYS'.split(
    ' ',
  )

async function proveSignals() {
  let same = 0
  await inPairs(
    ENDING.map((name) => async () => {
      const number = constants.signals[`SIG${name}`]
      const alone = await run('sh', ['-c', `kill -${number} $$`])
      const under = await run(process.execPath, guarded('sh', '-c', `kill -${number} $$`))
      const shell = await run('sh', [
        '-c',
        `${process.execPath} ${guarded('sh', '-c', `'kill -${number} $$'`).join(' ')} 2>/dev/null; exit $?`,
      ])
      const holds = alone.signal === under.signal && shell.status === 128 + number
      check('signals', holds, `${name}: ${alone.signal} became ${under.signal}, $? ${shell.status}`)
      if (holds) same += 1
    }),
  )
  return `${same} of ${ENDING.length} signals that end a process`
}

/** A command that counts how often a signal reaches it, and ends with that count. */
const COUNTER = (name) =>
  `n=0; trap 'n=$((n+1))' ${name}; echo > "$1"; i=0; while [ $i -lt 25 ]; do sleep 0.02; i=$((i+1)); done; exit $n`

async function proveForwarding() {
  const signals = ['TERM', 'INT', 'HUP', 'QUIT', 'USR1', 'USR2']
  const ways = ['alone', 'group']
  const times = 10
  let once = 0
  let serial = 0
  await inPairs(
    signals.flatMap((name) =>
      ways.flatMap((way) =>
        Array.from({ length: times }, () => async () => {
          serial += 1
          const ready = join(folder, `ready-${serial}`)
          const stderr = join(folder, `err-${serial}`)
          const child = spawn(
            'sh',
            [
              '-c',
              `exec "$@" 2>${stderr}`,
              'sh',
              process.execPath,
              ...guarded('sh', '-c', COUNTER(name), 'sh', ready),
            ],
            { stdio: 'ignore', env, detached: true },
          )
          const end = new Promise((resolve) =>
            child.on('exit', (status, signal) => resolve({ status, signal })),
          )
          while (!existsSync(ready)) await pause(5)
          await pause(20)
          process.kill(way === 'alone' ? child.pid : -child.pid, `SIG${name}`)
          const { status, signal } = await end
          const debugged = readFileSync(stderr, 'utf8').includes('Debugger')
          check(
            'forwarding',
            status === 1 && !debugged,
            `${name} to ${way}: seen ${status} times, ended by ${signal}${debugged ? ', opened the debugger' : ''}`,
          )
          if (status === 1 && !debugged) once += 1
        }),
      ),
    ),
  )
  return `${once} of ${signals.length * ways.length * times} signals, sent to guard alone or to its group, reached the command once`
}

async function proveStreams() {
  const size = 1024 ** 3
  const source = `yes 0123456789abcdef | head -c ${size}`
  const hash = (command) =>
    spawnSync('bash', ['-c', `${command} | sha256sum`], { env, encoding: 'utf8' }).stdout.trim()
  const wrapped = `${process.execPath} ${guarded('sh', '-c', `'${source}'`).join(' ')} 2>/dev/null`
  const [alone, under] = [hash(source), hash(wrapped)]
  check('1 GiB', alone === under, `${alone} became ${under}`)

  const words = 'one\0two\nthree'
  const cat = spawnSync(process.execPath, guarded('cat'), { env, input: words })
  check('stdin', cat.stdout.toString() === words, cat.stdout.toString())
  // A slow reader on the other side of the pipe: the command must not meet a non-blocking descriptor.
  const slow = `${process.execPath} ${guarded('sh', '-c', `'cat; cat /dev/zero | head -c 3000000'`).join(' ')} 2>/dev/null`
  const piped = spawnSync('bash', ['-c', `(sleep 0.5; echo late) | ${slow} | (sleep 0.5; wc -c)`], {
    env,
    encoding: 'utf8',
  })
  check('slow pipes', piped.stdout.trim() === '3000005', piped.stdout)

  const asks = "'for i in 0 1 2; do test -t $i && echo yes || echo no; done'"
  const tty = (command) =>
    spawnSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8' })
      .stdout.match(/yes|no\b/g)
      ?.slice(0, 3)
      .join()
  const [ttyAlone, ttyUnder] = [
    tty(`sh -c ${asks}`),
    tty(`${process.execPath} ${guarded('sh', '-c', asks).join(' ')}`),
  ]
  check('isatty', ttyAlone === 'yes,yes,yes' && ttyUnder === ttyAlone, `${ttyAlone} became ${ttyUnder}`)
  const pipeAlone = spawnSync('bash', ['-c', `sh -c ${asks} </dev/null | cat`], {
    env,
    encoding: 'utf8',
  }).stdout
  const pipeUnder = spawnSync(
    'bash',
    ['-c', `${process.execPath} ${guarded('sh', '-c', asks).join(' ')} </dev/null 2>/dev/null | cat`],
    { env, encoding: 'utf8' },
  ).stdout
  check(
    'isatty of pipes',
    pipeAlone.split('\n').slice(0, 2).join() === pipeUnder.split('\n').slice(0, 2).join(),
    `${pipeAlone} became ${pipeUnder}`,
  )
  return '1 GiB of standard output byte-identical; standard input, slow pipes and isatty as without guard'
}

async function proveKill() {
  const times = 200
  let held = 0
  let started = 0
  const before = createHash('sha256').update(readFileSync(ledger)).digest('hex')
  await inPairs(
    Array.from({ length: times }, (_, i) => async () => {
      const base = join(folder, `kill-${i}`)
      const command = `echo > ${base}-started; sleep 0.1; echo whole > ${base}-done`
      const child = spawn(process.execPath, guarded('sh', '-c', command), { stdio: 'ignore', env })
      const end = new Promise((resolve) => child.on('exit', resolve))
      await pause(Math.random() * 450)
      child.kill('SIGKILL')
      await end
      // A command that guard was about to start has until then to show itself.
      await pause(60)
      const ran = existsSync(`${base}-started`)
      if (ran) started += 1
      for (let waited = 0; ran && waited < 2000 && !existsSync(`${base}-done`); waited += 10) await pause(10)
      await pause(10)
      const whole = !ran || readFileSync(`${base}-done`, 'utf8') === 'whole\n'
      const next = i % 4 === 0 ? await run(process.execPath, guarded('sh', '-c', 'exit 7')) : { status: 7 }
      const holds = whole && next.status === 7
      check('kill -9', holds, `run ${i}: whole ${whole}, next guard ${next.status}`)
      if (holds) held += 1
    }),
  )
  const after = createHash('sha256').update(readFileSync(ledger)).digest('hex')
  check('kill -9', before === after, 'the ledger changed')
  return `${held} of ${times} kills of guard at a random moment (${started} while or after the command ran) changed nothing`
}

async function proveLiveTraffic() {
  const times = 10
  let appended = 0
  let blamed = 0
  for (let i = 0; i < times; i++) {
    const own = join(folder, `live-${i}.jsonl`)
    writeFileSync(own, real(0))
    let serial = 1
    const timer = setInterval(() => {
      appendFileSync(own, real(serial))
      serial += 1
    }, 2)
    const report = join(folder, 'reports', `live-${i}.json`)
    const { status } = await run(process.execPath, [
      tool,
      'guard',
      '--ledger',
      own,
      '--settle',
      '200ms',
      '--format',
      'json',
      '--report',
      report,
      '--',
      'sleep',
      '0.5',
    ])
    clearInterval(timer)
    const { appended: found } = JSON.parse(readFileSync(report, 'utf8'))
    appended += found.beside
    blamed += found.leak + found.unsure
    check(
      'live traffic',
      status === 0 && found.beside > 0 && found.leak + found.unsure === 0,
      JSON.stringify({ status, ...found, lines: undefined }),
    )
  }
  return `live traffic: ${appended} real records appended during ${times} runs, ${blamed} blamed`
}

async function proveCost() {
  const big = join(folder, 'big.jsonl')
  const lines = []
  for (let i = 0; i < 120_000; i++) lines.push(real(i))
  writeFileSync(big, lines.join(''))
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
  const time = (args) => {
    const from = performance.now()
    const { status } = spawnSync(process.execPath, args, { env, stdio: 'ignore' })
    check('cost', status === 0, `status ${status}`)
    return performance.now() - from
  }
  const scans = []
  const guards = []
  for (let i = 0; i < 5; i++) {
    scans.push(time([tool, big]))
    guards.push(time([tool, 'guard', '--ledger', big, '--settle', '0', '--', 'true']))
  }
  const cost = (median(guards) - median(scans)) / 1000
  check('cost', cost <= 0.3, `${cost.toFixed(2)} s beyond one scan`)
  const size = readFileSync(big).length / 1024 / 1024
  return `cost beyond one scan of ${size.toFixed(0)} MiB: ${cost.toFixed(2)} s (scan ${(median(scans) / 1000).toFixed(2)} s, guard ${(median(guards) / 1000).toFixed(2)} s, settling aside; medians of 5)`
}

/** Processes that still carry this proof's mark in their environment. */
function findOrphans() {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark)
    } catch {
      return false
    }
  })
}

async function proveNoOrphans() {
  await pause(500)
  const left = findOrphans()
  check('orphans', left.length === 0, `${left.length} processes are left`)
  return `${left.length} orphans`
}

const PROOFS = {
  'exit-codes': proveExitCodes,
  signals: proveSignals,
  forwarding: proveForwarding,
  streams: proveStreams,
  kill: proveKill,
  live: proveLiveTraffic,
  cost: proveCost,
  orphans: proveNoOrphans,
}

const wanted = process.argv.slice(2)

mkdirSync(join(folder, 'reports'))
try {
  for (const [name, prove] of Object.entries(PROOFS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const from = performance.now()
    const line = await prove()
    process.stdout.write(`${line}   [${((performance.now() - from) / 1000).toFixed(1)} s]\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const failure of failures) process.stdout.write(`FAILED  ${failure}\n`)
process.exitCode = failures.length > 0 ? 1 : 0
