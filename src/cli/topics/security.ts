/** What is promised about hostile input, and what nobody can promise. Figures here are those of the modules they name. */
export const SECURITY = `Security: what is promised, and what cannot be

Reading changes nothing
  A ledger is opened for reading only, without waiting for a writer and, where
  its owner runs this, without moving its access time. No lock is taken, no
  index is kept, nothing is written into the folder of a ledger, and no path
  that a record names is looked at. Folders, FIFOs, sockets and devices are
  refused by name of their kind.
  Files are written in private folders alone: by guard, and for standard input
  that has to be read twice, of which the copy has no name any more before the
  first byte comes in. Nothing here uses a network, and only guard starts
  programs: yours, and a shell beside it that listens for signals.

Every line is counted
  Lines are cut at line feeds alone, read as strict UTF-8, and each is one
  record, one blank or one malformed line with its reason. lines = records +
  blank + malformed is checked on every run; where it fails, the run fails
  (exit 70). A report names the bytes it read and their sha256, so that head
  -c BYTES LEDGER | sha256sum proves it again. What was cut, replaced or
  overwritten while it was read, or could not be read, is INCOMPLETE, and
  exits with 4.

Bounds, all of them said in the report that meets them
  A line over 64 MiB is counted as malformed and not kept. A gzip file is read
  to 4 GiB of text. A million signatures are told apart (128 Mi characters of
  text in all), and the records of all others are counted in one exact row.
  The first 4,000 characters of a message make its signature. Links are
  resolved up to a million records.

Text stays text
  Messages, names of fields and files, arguments and errors leave through one
  door for each format. On a screen every control character, escape,
  bidirectional or invisible mark is shown as \\u{...} instead of sent. JSON
  is plain ASCII. Markdown has record text in code spans only, XML has it
  escaped. Commands of CI runners are broken up.
  What a record says of itself changes its class in one case alone: where it
  names a test's folder and no workspace is recorded, with a reason of its
  own, test-path-in-text. Everything else is told by provenance fields and
  rules. To a program that reads reports, every string that comes from a
  ledger is data of a stranger, whatever it asks for.

Output is whole or absent
  -o writes a new file beside its target, and renames it when it is whole. A
  report never goes onto or beside a ledger that is read, nor onto a device or
  a link. A write that fails ends with 4; a reader that is gone ends it
  quietly.

What cannot be promised
  Two writers that splice their text inside one string may leave a line that
  still parses: it counts as a record.
  What copytruncate or a crash took away before the read is gone; only a
  change during the read is noticed, and one in the middle of a file, its ends
  left as they were, is not. The sha256 is then of the bytes that were read.
  Where another user owns the ledger, reading may move its access time: the
  system allows nothing else.
  The user root reads what others may not. Run as the user whose ledger it is.
  A member that stands twice in a record counts as it stands last, and a
  number has the precision of a double.
  Nothing is masked in what is shown: a secret in a message is a secret in the
  report.
  "Appended during the run" is not "appended by the command": guard says which
  of both it can prove.
`
