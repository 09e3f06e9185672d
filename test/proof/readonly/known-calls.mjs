// Calls in the words of strace whose judgement is known: those that Node cannot make itself are here so that the judge is
// shown to catch them. `L` is a ledger, `D` its folder, which is the working folder too, `X` a file elsewhere.

const WRONG = String.raw`
openat(AT_FDCWD<D>, "ledger.jsonl", O_RDWR|O_CLOEXEC) = 18<L>
openat(AT_FDCWD<D>, "ledger.jsonl", O_WRONLY|O_APPEND) = -1 EROFS (Read-only file system)
openat(AT_FDCWD<D>, "ledger.jsonl", O_RDONLY|O_CREAT|O_NOATIME, 0666) = 18<L>
openat(AT_FDCWD<D>, "ledger.jsonl", O_RDONLY|O_TRUNC|O_NOATIME) = 18<L>
openat(AT_FDCWD<D>, "ledger.jsonl", O_RDONLY|O_CLOEXEC) = 18<L>
openat(AT_FDCWD</>, "proc/self/fd/3", O_RDWR) = 18<L>
openat(AT_FDCWD<D>, ".", O_RDWR|O_TMPFILE, 0600) = 18<D/#123>(deleted)
openat(3<D>, "\154edger.jsonl", O_WRONLY) = 4<L>
openat2(AT_FDCWD<D>, "ledger.jsonl", {flags=O_RDWR, resolve=0}, 24) = 18<L>
open("ledger.jsonl", O_RDWR) = 3<L>
creat("L.new", 0644) = 3<L.new>
rename("ledger.jsonl", "X") = 0
renameat2(AT_FDCWD</>, "X", 3<D>, "ledger.jsonl", RENAME_EXCHANGE) = 0
unlink("ledger.jsonl.lock") = -1 ENOENT (No such file or directory)
unlinkat(3<D>, "ledger.jsonl.lock", 0) = 0
link("L", "X") = 0
linkat(AT_FDCWD</>, "X", AT_FDCWD<D>, "ledger.jsonl.lock", 0) = 0
symlink("X", "L.link") = 0
truncate("L", 0) = 0
ftruncate(3<L>, 0) = 0
fallocate(3<L>, FALLOC_FL_PUNCH_HOLE|FALLOC_FL_KEEP_SIZE, 0, 4096) = 0
chmod("L", 0600) = 0
fchmod(3<L>, 0600) = 0
fchmodat(AT_FDCWD<D>, "ledger.jsonl", 0600) = 0
chown("L", 0, 0) = 0
lchown("L", 0, 0) = 0
fchownat(AT_FDCWD<D>, "ledger.jsonl", 0, 0, AT_SYMLINK_NOFOLLOW) = 0
utime("L", NULL) = 0
utimensat(AT_FDCWD<D>, "ledger.jsonl", NULL, 0) = 0
utimensat(3<L>, NULL, [UTIME_OMIT, UTIME_NOW], 0) = 0
setxattr("L", "user.seen", ""..., 1, 0) = 0
fremovexattr(3<L>, "user.seen") = 0
mkdir("L.lock", 0777) = 0
rmdir("D/ledger.jsonl.lock") = 0
mknodat(AT_FDCWD<D>, "fifo", S_IFIFO|0600) = 0
flock(3<L>, LOCK_SH) = 0
fcntl(3<L>, F_SETLK, {l_type=F_RDLCK, l_whence=SEEK_SET, l_start=0, l_len=0}) = 0
fcntl(3<L>, F_OFD_SETLKW, {l_type=F_RDLCK, l_whence=SEEK_SET, l_start=0, l_len=0}) = 0
fcntl(3<L>, F_SETLEASE, F_RDLCK) = 0
fcntl(3<D>, F_NOTIFY, DN_MODIFY) = 0
inotify_add_watch(4<anon_inode:inotify>, "D", IN_MODIFY) = 1
fanotify_mark(4<anon_inode:[fanotify]>, FAN_MARK_ADD, FAN_MODIFY, AT_FDCWD<D>, "ledger.jsonl") = 0
mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3<L>, 0) = 0x7f0000000000
write(3<L>, ""..., 1) = 1
pwrite64(3<L>, ""..., 1, 0) = 1
writev(3<L>, [{iov_base=""..., iov_len=1}], 1) = 1
sendfile(3<L>, 4<X>, NULL, 4096) = 4096
copy_file_range(4<X>, NULL, 3<L>, NULL, 4096, 0) = 4096
fsync(3<L>) = 0
ioctl(3<L>, FS_IOC_SETFLAGS, [FS_IMMUTABLE_FL]) = 0
ioctl(3<L>, FICLONE, 4) = 0
getdents64(3<D>, 0x55d0 /* 9 entries */, 32768) = 280
socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_IP) = 3<socket:[7]>
connect(3<socket:[7]>, {sa_family=AF_INET6, sin6_port=htons(443)}, 28) = -1 EINPROGRESS (Operation now in progress)
io_uring_setup(64, {flags=0}) = 5<anon_inode:[io_uring]>
`

const RIGHT = `
openat(AT_FDCWD<D>, "ledger.jsonl", O_RDONLY|O_NOCTTY|O_NONBLOCK|O_NOATIME|O_CLOEXEC) = 18<L>
openat(AT_FDCWD<D>, "ledger.jsonl", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
openat(AT_FDCWD<D>, "ledger.jsonl", O_RDONLY|O_PATH) = 18<L>
openat(AT_FDCWD<D>, "X", O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC, 0666) = 18<X>
rename("X.tmp", "X") = 0
statx(18<L>, "", AT_STATX_SYNC_AS_STAT|AT_EMPTY_PATH, STATX_ALL, {stx_mask=STATX_ALL, ...}) = 0
newfstatat(AT_FDCWD<D>, "ledger.jsonl", {st_mode=S_IFREG|0644, st_size=9, ...}, 0) = 0
pread64(18<L>, ""..., 2521, 0) = 2521
read(0<L>, ""..., 65536) = 2521
readlink("ledger.jsonl", 0x7ffe, 4096) = -1 EINVAL (Invalid argument)
access("D", W_OK|X_OK) = 0
getcwd("D", 4096) = 13
fcntl(0<L>, F_GETFL) = 0x8000 (flags O_RDONLY|O_LARGEFILE)
mmap(NULL, 4096, PROT_READ, MAP_SHARED, 3<L>, 0) = 0x7f0000000000
mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f0000000000
execve("/usr/bin/true", [""...], 0x7ffe /* 9 vars */) = 0
write(1<X>, ""..., 44) = 44
close(18<L>) = 0
mkdir("X.lock", 0700) = 0
socketpair(AF_UNIX, SOCK_STREAM, 0, [3<socket:[8]>, 4<socket:[9]>]) = 0
getdents64(3</proc/7/fd>, 0x55d0 /* 9 entries */, 32768) = 280
`

const PLACES = { L: '/account/ledgers/ledger.jsonl', D: '/account/ledgers', X: '/out/report.json' }

const place = (line) => line.replace(/\b[LDX]\b(?!_)/g, (letter) => PLACES[letter])

/** The working folder and what is guarded of the calls below. */
export const KNOWN_ACCOUNT = { guarded: [PLACES.D], folder: PLACES.D, lists: false }

/** Lines of a trace, each with whether it is a fault; one call may come in two halves, with another between. */
export const KNOWN_CALLS = [WRONG, RIGHT].flatMap((lines, i) =>
  lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const call = place(line)
      const [, name, args, end] = /^(\w+)\((.*)(\) = .*)$/.exec(call)
      const halves = [
        `71 ${name}(${args} <unfinished ...>`,
        '72 close(9</dev/null>) = 0',
        `71 <... ${name} resumed>${end}`,
      ]
      const cutShort = [`71 ${name}(${args} <unfinished ...>`, '71 +++ killed by SIGKILL +++']
      const isWrong = i === 0
      // What a call that never ended would have opened is not known.
      const cut =
        isWrong && !/^(?:io_uring|openat.*(?:O_RDONLY\|O_CLOEXEC|proc))/.test(call) ? [cutShort] : []
      return [[`71 ${call}`], halves, ...cut].map((trace) => ({ text: trace.join('\n'), isWrong }))
    }),
)
