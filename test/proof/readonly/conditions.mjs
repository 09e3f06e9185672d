// Conditions under which output must be the same bytes as without them. Each says what it needs, how a run is put into it,
// which command lines it is about, and the deed by which it is shown to bite.
import { spawnSync } from 'node:child_process'
import { chmodSync, lchownSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { findProgram } from '../harness.mjs'

const NOBODY = 65534

const isRoot = process.getuid?.() === 0

const without =
  (...names) =>
  (env) =>
    Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))

const asUser = (user) => (argv) => [
  'setpriv',
  `--reuid=${user}`,
  `--regid=${user}`,
  '--clear-groups',
  '--',
  ...argv,
]

/** A user id that the system has no entry for, so that it has no home by default either. */
function findStranger() {
  const entries = readFileSync('/etc/passwd', 'utf8').split('\n')
  const taken = new Set(entries.map((entry) => Number(entry.split(':')[2])))
  let user = 54_321
  while (taken.has(user)) user += 1
  return user
}

/** Makes the account's folder a read-only mount of itself, for this command alone; ends with 97 where that is refused. */
const MOUNT = `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && cd "$2" || exit 97
shift 2
exec "$@"`

const onReadOnlyMount = (account) => (argv) => [
  ...['unshare', '-m', '--', 'sh', '-c', MOUNT, 'sh', account.root, account.ledgers],
  ...argv,
]

/** Runs a program; gives why it failed, or nothing. */
function complain(command, args, options) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status === 0) return undefined
  return error?.code ?? (stderr.trim().split('\n')[0] || `status ${status}`)
}

/** Every entry below a folder. */
const below = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) => ({
    path: join(entry.parentPath ?? entry.path, entry.name),
    isFile: entry.isFile(),
    isLink: entry.isSymbolicLink(),
  }))

/** Sets or takes away the attribute by which nobody, root included, may change a file or folder; links have none. */
const setImmutable = (account, sign) =>
  complain('chattr', [
    `${sign}i`,
    account.root,
    ...below(account.root).flatMap(({ path, isLink }) => (isLink ? [] : [path])),
  ])

const missing = (...programs) => {
  const absent = programs.filter((name) => findProgram(name) === undefined)
  return absent.length === 0 ? undefined : `no ${absent.join(', ')} here`
}

const needsRoot = () => (isRoot ? undefined : 'needs root')

/** A user who is not the owner must be able to start the program at all. */
const cannotStart = (user, { tool }) =>
  complain(...split(asUser(user)([process.execPath, tool, '--version'])), { cwd: '/' })

const split = ([command, ...args]) => [command, args]

/** Why a probe that writes as the condition's user does was let through, or nothing where it was refused. */
const writable = (account, wrap, target = '.') =>
  complain(...split(wrap(['sh', '-c', `: >> ${target}`, 'sh'])), { cwd: account.ledgers }) === undefined

const PROBE = '.probe'

export const CONDITIONS = [
  {
    name: 'read-only mount',
    prepare: ({ account }) => {
      const wrap = onReadOnlyMount(account)
      const reason = needsRoot() ?? missing('unshare', 'mount') ?? complain(...split(wrap(['true'])))
      return { reason, wrap, isOpen: () => writable(account, wrap, PROBE) }
    },
    deed: 'leaves a lock beside',
  },
  {
    name: 'immutable files and folders',
    prepare: ({ account }) => {
      const reason = needsRoot() ?? missing('chattr') ?? setImmutable(account, '+')
      return {
        reason,
        isOpen: () => writable(account, (argv) => argv, PROBE),
        end: () => setImmutable(account, '-'),
      }
    },
    deed: 'changes times',
  },
  {
    name: 'mode 0444, another user',
    prepare: ({ account, tool }) => {
      const wrap = asUser(NOBODY)
      const reason = needsRoot() ?? missing('setpriv') ?? cannotStart(NOBODY, { tool })
      return { reason, wrap, isOpen: () => writable(account, wrap, 'normal.jsonl') }
    },
    deed: 'opens for reading and writing',
  },
  {
    name: 'working folder not writable',
    prepare: ({ account, tool }) => {
      const wrap = isRoot ? asUser(NOBODY) : (argv) => argv
      const reason = isRoot ? (missing('setpriv') ?? cannotStart(NOBODY, { tool })) : undefined
      const own = (user) => {
        for (const { path } of isRoot && reason === undefined ? below(account.root) : [])
          if (path !== account.ledgers) lchownSync(path, user, user)
      }
      own(NOBODY)
      chmodSync(account.ledgers, 0o555)
      return {
        reason,
        wrap,
        isOpen: () => writable(account, wrap, PROBE),
        end: () => {
          own(0)
          chmodSync(account.ledgers, 0o755)
        },
      }
    },
    deed: 'leaves a lock beside',
  },
  {
    name: 'no HOME',
    prepare: () => ({ change: without('HOME') }),
    fits: ({ usual }) => usual !== true,
    deed: 'needs a home',
  },
  {
    name: 'no HOME, a user without an entry',
    prepare: ({ tool }) => {
      const user = findStranger()
      const reason = needsRoot() ?? missing('setpriv') ?? cannotStart(user, { tool })
      return { reason, wrap: asUser(user), change: without('HOME') }
    },
    fits: ({ usual }) => usual !== true,
    deed: 'needs a home',
  },
  {
    name: 'no TMPDIR',
    prepare: () => ({ change: without('TMPDIR', 'TMP', 'TEMP') }),
    deed: 'needs a temp folder',
  },
  {
    name: 'TMPDIR missing',
    prepare: ({ account }) => ({ change: (env) => ({ ...env, TMPDIR: join(account.root, 'nowhere') }) }),
    // What needs a temporary folder has none here: that is for the command line to be refused.
    status: ({ temp }) => (temp ? [2] : undefined),
    deed: 'needs a temp folder',
  },
]

/** Makes an account one that others may read and nobody write, but for reports and temporary files. */
export function seal(account) {
  for (const { path, isFile } of below(account.root)) if (isFile) chmodSync(path, 0o444)
  for (const path of [account.out, account.temp]) chmodSync(path, 0o777)
}
