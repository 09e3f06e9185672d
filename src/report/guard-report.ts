import { type Cluster, membersOf } from '../cluster/cluster.ts'
import { sortSuspects } from '../cluster/suspect.ts'
import { createStats, mergeStats, sumCounts, summarise } from '../cluster/tally.ts'
import type { Fact } from '../evidence/fact.ts'
import type { Appended, AppendedLine } from '../guard/appended.ts'
import type { GuardFindings } from '../guard/findings.ts'
import { chooseCode, findingCode } from '../guard/outcome.ts'
import { codeOf } from '../guard/run.ts'
import type { Fate } from '../guard/stand.ts'
import type { AttributedState } from '../guard/state.ts'
import { identify, keyOf, tokensOf } from '../signature/sign.ts'
import { renderTemplate } from '../signature/token.ts'
import type { FileState, Identity } from '../source/open.ts'
import type { StateFile } from '../source/state-files.ts'
import { isoOrNull, toIso } from '../text/time.ts'
import type { Triage } from '../triage.ts'
import { describeTool, findClusters, spellMatch, type ToolIdentity, totalsOf } from './build.ts'
import { toSuspect } from './build-clusters.ts'
import type { GuardAppended, GuardLine, GuardReport, GuardState } from './guard-model.ts'

/** Makes the report of a guarded run: the one model that every format is a view of. */
export function buildGuardReport(findings: GuardFindings, tool: ToolIdentity): GuardReport {
  const { plan, end, before, after, beacon, isolated, verdict } = findings
  const child = codeOf(end)
  const { match } = plan.selection
  const members = match?.kind === 'id' ? findMembers(after, match.prefix) : undefined
  return {
    schema: 'ledger-triage/guard@1',
    tool: describeTool(tool),
    command: [plan.command, ...plan.args],
    child: {
      code: child,
      signal: end.kind === 'killed' ? end.signal : null,
      started: end.kind !== 'not-started',
      errno: end.kind === 'not-started' ? end.errno : null,
    },
    match: match === undefined ? null : spellMatch(match),
    before: figuresOf(before, members, findings.stateBefore),
    after: figuresOf(after, members, findings.stateAfter),
    ledgers: findings.fates.map(toLedger),
    appended: toAppended(findings.appended, after.clusters),
    stateFiles: findings.state.map(toState),
    beacon:
      beacon === undefined ? null : { token: beacon.token, folder: beacon.folder.path, kept: plan.keep },
    isolated:
      isolated === undefined
        ? null
        : {
            folder: isolated.setting.folder.path,
            kept: plan.keep,
            variables: { ...isolated.setting.variables },
            ledgers: [...isolated.ledgers],
            written: toAppended(isolated.appended, isolated.triage.clusters),
            stateFiles: [...isolated.stateFiles],
          },
    idleWatch: [...findings.idle],
    left: [...findings.left],
    settled: plan.settle,
    hurried: findings.hurried,
    outcome: {
      verdict,
      code: chooseCode(verdict, child),
      finding: findingCode(verdict),
      allowUnattributed: plan.allowUnattributed,
    },
    complete: findings.complete,
  }
}

/** The members of the cluster that an id means, as it is after the run: before it, parts of it may have stood alone. */
const findMembers = ({ clusters }: Triage, prefix: string): ReadonlySet<string> =>
  new Set(findClusters(clusters, prefix).flatMap(membersOf))

function figuresOf(
  triage: Triage,
  members: ReadonlySet<string> | undefined,
  stateFiles: number,
): GuardReport['before'] {
  const stats = createStats()
  const chosen = triage.clusters.filter(
    ({ signatures }) => members === undefined || signatures.some(({ id }) => members.has(id)),
  )
  for (const cluster of chosen) mergeStats(stats, cluster.classes)
  if (members === undefined && triage.overflow !== undefined) mergeStats(stats, triage.overflow.selected)
  const { counts, denials } = summarise(stats)
  return { ...totalsOf(triage), matching: { records: sumCounts(counts), denials }, stateFiles }
}

const spellMode = (mode: number): string => mode.toString(8).padStart(4, '0')

const toMark = (
  bytes: number,
  sha256: string,
  identity: Identity | undefined,
  { modifiedAt, mode }: FileState,
): GuardReport['ledgers'][number]['before'] => ({
  bytes,
  sha256,
  device: identity?.device ?? null,
  inode: identity?.inode ?? null,
  modified: toIso(Math.floor(modifiedAt)),
  mode: spellMode(mode),
})

function toLedger(fate: Fate): GuardReport['ledgers'][number] {
  const { path, change, altered, modeChanged, differsFrom, before, now, state, sha256 } = fate
  return {
    path,
    change,
    earlier: altered ? 'altered' : before === undefined ? 'none' : 'identical',
    differsFrom: differsFrom ?? null,
    modeChanged,
    sameAs: fate.sameAs ?? null,
    before:
      before === undefined ? null : toMark(before.bytes, before.sha256, before.ledger.identity, before.state),
    after:
      now === undefined || state === undefined || sha256 === undefined
        ? null
        : toMark(now.bytes, sha256, now.identity, state),
  }
}

/** What was appended, as every document shows it. */
export function toAppended(appended: Appended, clusters: readonly Cluster[]): GuardAppended {
  const clusterOf = new Map(
    clusters.flatMap((cluster) => cluster.signatures.map(({ id }) => [id, cluster] as const)),
  )
  const { counts, records, blank, malformed, by, matching, matchingDenials, suspects, lines } = appended
  return {
    records,
    ...counts,
    blank,
    malformed,
    ...by,
    matching: { records: { ...matching }, denials: { ...matchingDenials } },
    suspects: sortSuspects(suspects).map((suspect) => toSuspect(suspect, by.leak)),
    lines: lines.map((line) => toLine(line, clusterOf)),
  }
}

/** The fact that a verdict stands on: a proof, else whatever was found first. */
const findGround = (facts: readonly Fact[]): Fact | undefined =>
  facts.find((fact) => fact.kind === 'test' && fact.test !== undefined) ??
  facts.find((fact) => fact.kind === 'test') ??
  facts[0]

function toLine(line: AppendedLine, clusterOf: ReadonlyMap<string, Cluster>): GuardLine {
  const { attribution, ground, position } = line
  const place = { ledger: line.path, line: position.line, offset: position.offset, length: position.length }
  if (line.kind === 'malformed') return { ...place, attribution, ground, malformed: line.reason }
  const { record, signed } = line.examined
  const { verdict } = line
  const fact = findGround(verdict.facts)
  const signature = identify(keyOf(signed))
  const cluster = clusterOf.get(signature)
  return {
    ...place,
    attribution,
    ground,
    class: verdict.class,
    reason: verdict.reason,
    rule: fact?.rule ?? null,
    field: fact?.field ?? null,
    value: fact?.value ?? null,
    framework: fact?.framework ?? null,
    test: fact?.test ?? null,
    truncated: fact?.truncated === true,
    run: fact?.run ?? null,
    cluster: cluster?.id ?? signature,
    signature,
    template: cluster === undefined ? '' : renderTemplate(tokensOf(cluster)),
    at: isoOrNull(record.at),
    denial: record.isDenial,
    matches: line.matches,
  }
}

const toFile = (file: StateFile | undefined): GuardState['before'] =>
  file === undefined
    ? null
    : { kind: file.kind, bytes: file.bytes, mode: spellMode(file.mode), sha256: file.sha256 ?? null }

function toState({ path, change, attribution, tie, before, after }: AttributedState): GuardState {
  return {
    path,
    change,
    attribution,
    tie: tie === undefined ? null : tie === 'token' ? 'token' : { ledger: tie.path, line: tie.position.line },
    before: toFile(before),
    after: toFile(after),
  }
}
