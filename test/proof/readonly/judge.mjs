// Which calls a program may make on what it must not change: reading and asking, by a list of what is allowed. Whatever
// is not on the list is held against it, also where the call failed.
import { foldersOf, parseTrace, pathsOf } from './trace.mjs'

const ASKING = `access faccessat faccessat2 stat stat64 lstat fstat fstat64 newfstatat fstatat64 statx statfs fstatfs
  readlink readlinkat getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr getcwd chdir fchdir lseek _llseek
  close close_range dup dup2 dup3 poll ppoll select pselect6 epoll_ctl fadvise64 readahead`
const READING = 'read pread64 readv preadv preadv2'
const ALLOWED = new Set(`${ASKING} ${READING}`.split(/\s+/))
const READS = new Set(READING.split(' '))

const OPENING = new Set(['open', 'openat', 'openat2', 'creat', 'open_by_handle_at'])
const WRITING_FLAGS = /\b(?:O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|(?:__)?O_TMPFILE)\b/
const ASKING_COMMANDS =
  /\bF_(?:GETFL|GETFD|SETFD|SETFL|DUPFD|DUPFD_CLOEXEC|GETLK|OFD_GETLK|GETLEASE|GET_SEALS)\b/
const ASKING_CONTROLS = /\b(?:TCGETS2?|TIOCG\w+|FIONREAD|FIOCLEX|FIONCLEX|FIONBIO|FS_IOC_GETFLAGS)\b/
const INTERNET = /\bAF_(?:INET6?|PACKET)\b/

const isWithin = (path, top) => path === top || path.startsWith(`${top}/`)

function judgeOpening({ name, args, result }) {
  if (name === 'creat' || WRITING_FLAGS.test(args)) return 'opens for writing'
  if (!/\bO_(?:RDONLY|PATH)\b/.test(args)) return 'opens in an unknown way'
  const opened = /^\d+/.test(result) && !/\bO_(?:PATH|DIRECTORY)\b/.test(args)
  return opened && !/\bO_NOATIME\b/.test(args) ? 'opens without O_NOATIME' : undefined
}

/** Why a call that names something guarded is not mere reading; undefined where it is. */
function judgeTouch(call, lists) {
  const { name, args } = call
  if (OPENING.has(name)) return judgeOpening(call)
  if (name === 'getdents' || name === 'getdents64') return lists ? undefined : 'lists a folder unasked'
  if (name === 'fcntl' || name === 'fcntl64')
    return ASKING_COMMANDS.test(args) ? undefined : 'locks or watches'
  if (name === 'ioctl') return ASKING_CONTROLS.test(args) ? undefined : 'controls it'
  if (name === 'mmap' || name === 'mmap2')
    return /PROT_WRITE/.test(args) && /MAP_SHARED/.test(args) ? 'maps it for writing' : undefined
  return ALLOWED.has(name) ? undefined : 'changes, locks or watches it'
}

/** Why a call may not be made at all. */
function judgeAnywhere({ name, args, result }) {
  if (INTERNET.test(args)) return 'reaches for the network'
  if (name === 'io_uring_setup' && /^\d/.test(result)) return 'could work unseen by the trace'
  return undefined
}

/**
 * Judges a trace. `guarded` are the files and folders that nothing may change, `folder` the working folder at the start,
 * `lists` whether the command was asked to list folders. Gives every fault as a phrase, and the files that were read.
 */
export function judgeTrace(text, { guarded, folder, lists }) {
  const calls = [...parseTrace(text)]
  const folders = foldersOf(calls, folder)
  const faults = []
  const read = new Set()
  for (const call of calls) {
    const touched = [...pathsOf(call, folders)].filter((path) => guarded.some((top) => isWithin(path, top)))
    const reason = judgeAnywhere(call) ?? (touched.length > 0 ? judgeTouch(call, lists) : undefined)
    if (reason !== undefined) faults.push(`${reason}: ${call.name}(${call.args}) = ${call.result}`)
    else if (READS.has(call.name)) for (const path of touched) read.add(path)
  }
  return { faults, read, calls: calls.length }
}
