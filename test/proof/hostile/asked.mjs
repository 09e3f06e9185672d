// What the notes of single shared cases ask for beyond counts: a line that failed is told why.
const explain = (file, line) => ['explain', `${file}:${line}`]

const ASKED = {
  'bom-midfile': { argv: explain('bom-midfile.jsonl', 2), says: /byte order mark|\bBOM\b/i },
  'torn-middle-then-append': { argv: explain('torn-middle-then-append.jsonl', 2), says: /whole record/i },
  'append-interleaved': { argv: explain('append-interleaved.jsonl', 2), says: /writers?/i },
  'nul-hole-middle': { argv: explain('nul-hole-middle.jsonl', 2), says: /NUL.*8,?192|8,?192.*NUL/is },
  'nul-hole-head': { argv: explain('nul-hole-head.jsonl', 1), says: /NUL.*record|record.*NUL/is },
  'invalid-utf8': {
    argv: [...explain('invalid-utf8.jsonl', 1), '--raw'],
    says: /\\x\{?ff|\\u\{?ff/i,
    not: /\ufffd/,
  },
  'almost-json': {
    argv: ['classify', 'almost-json.jsonl'],
    says: /non-finite[\s\S]*non-finite[\s\S]*non-finite/,
  },
  'scalars-and-arrays': { argv: explain('scalars-and-arrays.jsonl', 10), says: /array/i },
  'duplicate-keys': {
    argv: explain('duplicate-keys.jsonl', 3),
    says: /twice|duplicate|more than once|several times|repeated/i,
  },
  timestamps: { argv: ['scan', 'timestamps.jsonl'], says: /no time|undated/i },
  'lone-surrogates': {
    argv: [...explain('lone-surrogates.jsonl', 1), '--raw'],
    says: /ud800/,
    not: /\ufffd/,
  },
  'field-names': { argv: ['scan', 'field-names.jsonl'], says: /no diagnosis|no message/i },
}

/** A message never moves a verdict: of each pair of an output case, the first record only says the payload. */
async function proveUnmoved({ stage, tally, shared }) {
  const cases = shared.cases.filter(({ output }) => output !== undefined)
  for (const { name, file } of cases) {
    const { stdout } = await stage.play(['classify', file], { cwd: shared.folder })
    const classes = stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).class)
    const moved = classes.findIndex((of, i) => i % 2 === 0 && of !== 'real')
    tally.hold('verdicts that a message did not move', moved < 0, `${name}:${moved + 1} is ${classes[moved]}`)
  }
}

export async function proveAsked(context) {
  const { stage, tally, shared } = context
  for (const [name, { argv, says, not }] of Object.entries(ASKED)) {
    const { stdout } = await stage.play(argv, { cwd: shared.folder })
    const said = stdout.replaceAll(`${name}.jsonl`, '')
    const holds = says.test(said) && not?.test(said) !== true
    tally.hold(
      'what notes of shared cases ask for',
      holds,
      `${argv.join(' ')}: ${JSON.stringify(said.slice(0, 300))}`,
    )
  }
  await proveUnmoved(context)
}
