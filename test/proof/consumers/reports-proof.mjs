// What guard writes for others to read: Markdown under a renderer, JUnit under an XML parser, annotations under the rules of a
// runner. All three say the same sentences of the same run, each read by its own consumer.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { findProgram, inPairs, run } from '../harness.mjs'
import { readCommands } from './annotations.mjs'
import { listGuardedRuns, runGuarded } from './guarded-runs.mjs'
import { findRenderers, judgeMarkdown, readWords } from './markdown.mjs'

const RENDERERS = { micromark: 'npm install', 'cmark-gfm': 'the package of that name' }

const VISIBLE = { '\u2409': '\t', '\u240a': '\n', '\u240d': '\r', '\u241b': '\u001b', '\u2421': '\u007f' }

/** Text as the ledger holds it, from text as it is shown. */
const unshow = (text) =>
  text
    .replaceAll(/[\u2409\u240a\u240d\u241b\u2421]/g, (mark) => VISIBLE[mark])
    .replaceAll(/\\u\{([0-9a-f]{1,6})\}/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))

async function readXml(files) {
  const { stdout, stderr, status } = await run('python3', [join(import.meta.dirname, 'read-xml.py')], {
    input: JSON.stringify(files),
  })
  return status === 0 ? JSON.parse(stdout.toString()) : files.map(() => ({ error: stderr.toString() }))
}

/** Every sentence of a JUnit file: what failed or was accepted, and the lines behind it. */
const sentencesOf = (xml) =>
  xml.cases
    .filter(({ state }) => state !== 'passed')
    .flatMap(({ message, text }) => [...(message === null ? [] : [message]), ...text.split('\n')])

const ATTRIBUTES = ['classname', 'errors', 'failures', 'message', 'name', 'skipped', 'tests']
const ELEMENTS = ['failure', 'system-out', 'testcase', 'testsuite', 'testsuites']

/** What is wrong with a JUnit file; undefined where nothing is. `truth` is guard's own document of the same run. */
function judgeXml(xml, words, truth) {
  if (xml.error !== undefined) return xml.error
  const strange = [
    ...xml.tags.filter((name) => !ELEMENTS.includes(name)),
    ...xml.attributes.filter((name) => !ATTRIBUTES.includes(name)),
  ]
  if (strange.length > 0) return `${strange[0]} is none of its own`
  const failed = xml.cases.filter(({ state }) => state === 'failure').length
  if (xml.tests.some((count) => count !== xml.cases.length) || xml.failures.some((count) => count !== failed))
    return `${xml.cases.length} cases and ${failed} failures are told as ${xml.tests} and ${xml.failures}`
  if (unshow(xml.names[0]) !== unshow(`guard: ${words.join(' ')}`))
    return `the command is told as ${xml.names[0]}`
  const sentences = sentencesOf(xml).map(unshow)
  const lost = truth?.appended.lines.find(
    (line) =>
      line.attribution !== 'beside' &&
      !sentences.some(
        (sentence) =>
          sentence.startsWith(unshow(`${line.ledger}:${line.line} `)) &&
          sentence.endsWith(unshow(line.template === undefined ? '' : `: ${line.template}`)) &&
          sentence.includes(unshow(line.test ?? '')),
      ),
  )
  return lost === undefined
    ? undefined
    : `line ${lost.line} is not told as ${JSON.stringify(lost).slice(0, 300)}`
}

/** What is wrong with what a runner saw; undefined where nothing is. */
function judgeCommands(commands, xml) {
  const told = new Set(sentencesOf(xml))
  const [first] = commands
  for (const { name, properties, data } of commands) {
    if (name !== 'error' && name !== 'warning') return `the command ${name} ${data.slice(0, 100)}`
    if (!isDeepStrictEqual(properties, first.properties)) return `properties ${JSON.stringify(properties)}`
    if (!told.has(data)) return `an annotation that says ${JSON.stringify(data.slice(0, 200))}`
  }
  const silent = xml.cases.find(
    ({ state, message, text }) =>
      state !== 'passed' && !commands.some(({ data }) => data === (message ?? text.split('\n')[0])),
  )
  return silent === undefined ? undefined : `no annotation for ${silent.name}`
}

/** Sentences that Markdown must hold in code, of which it lists no more than so many for each assertion. */
const LISTED = 20
function judgeCodes(codes, xml) {
  const shown = new Set(codes.map((text) => text.trim()))
  const wanted = xml.cases.flatMap(({ name, state, message, text }) =>
    state === 'passed'
      ? [name]
      : [name, ...(message === null ? [] : [message]), ...text.split('\n').slice(0, LISTED)],
  )
  const lost = wanted.find((sentence) => sentence !== '' && !shown.has(sentence.trim()))
  return lost === undefined ? undefined : `not in code: ${JSON.stringify(lost.slice(0, 200))}`
}

/** Lines that, put into a report as they are, make each thing that none may hold. */
const SPOILERS = {
  link: '- [x](https://owned.invalid)',
  address: '- see www.owned.invalid',
  image: '- ![x](https://owned.invalid/a.png)',
  mention: '- @octocat',
  issue: '- #1',
  'other issue': '- GH-1',
  heading: '\n# OWNED\n',
  element: '- <details><summary>x',
  comment: '- <!-- x',
  task: '- [x] leak',
  quote: '\n> leak\n',
  fence: '\n```\nleak\n```\n',
  emphasis: '- **leak**',
  footnote: 'leak[^1]\n\n[^1]: leak',
  'wide row': '\n| a | b |\n| - | - |\n| 1 | 2 |\n',
  word: '- owned',
}

/** Reports that are spoiled in one way each must be seen by the same checks. */
async function proveMarkdownControls(tally, [name, render], { markdown, own, xml }) {
  const pages = Object.entries(SPOILERS).map(([what, line]) => [what, `${markdown}\n${line}\n`])
  for (const [what, page] of [...pages, ['bare code', markdown.replaceAll('`', '')]]) {
    const { wrong } = judgeMarkdown(await render(page), own)
    tally.hold(`reports control: Markdown, seen by ${name}`, wrong.length > 0, what)
  }
  if (xml === undefined) return
  const { codes } = judgeMarkdown(await render(markdown.replaceAll('test_', 'tset_')), own)
  tally.hold('reports control: a sentence changed in Markdown', judgeCodes(codes, xml) !== undefined, name)
}

/** Commands that a runner would take out of a log, whoever wrote them. */
const FORGED = [
  '::error::OWNED',
  '  ::set-env name=A::x',
  'x ##[add-path]x',
  '::WARNING title=x::x',
  'x\r::notice::x',
]

function proveAnnotationControls(tally, printed, xml) {
  for (const line of FORGED) {
    const seen = judgeCommands(readCommands(`${printed}${line}\n`), xml)
    tally.hold('reports control: a command forged in the log', seen !== undefined, line)
  }
}

async function proveXmlControls(tally, file, folder) {
  const text = readFileSync(file, 'utf8')
  const spoiled = ['&', '<', '\u0001', '\uffff', '</testcase>'].map((mark, i) => {
    const path = join(folder, `spoiled${i}.xml`)
    writeFileSync(path, text.replace('test_', `test_${mark}`))
    return path
  })
  for (const [i, { error }] of (await readXml(spoiled)).entries())
    tally.hold('reports control: JUnit that is not well-formed', error !== undefined, spoiled[i])
}

/** Runs everything under guard, each in every format that is asked for. */
const runAll = (runs, folder, context) =>
  inPairs(
    runs.map((one, i) => async () => {
      // Guard's own document is what the others are held against; the short form has it for some.
      const isTold = context.full || ['harmless', 'named', 'controls', 'carried'].includes(one.name)
      const seen = { one }
      // Of most harmless ones only the words are wanted.
      const isRead = !one.harmless || isTold
      for (const format of ['markdown', ...(isRead ? ['junit'] : []), ...(isTold ? ['json'] : [])])
        seen[format] = await runGuarded(one, i, format, { ...context, folder })
      return seen
    }),
  )

/** The folders of an isolated run are named anew in every run, so two runs do not say the same. */
const isNamedAnew = ({ more }) => more?.includes('--isolate') === true

function proveXml(tally, { one, junit, json }, xml) {
  const truth =
    json === undefined || isNamedAnew(one) ? undefined : JSON.parse(readFileSync(json.file, 'utf8'))
  const wrong = judgeXml(xml, junit.words, truth)
  tally.hold('reports: JUnit', wrong === undefined, `${one.name}: ${wrong}`)
}

function proveAnnotations(tally, { one, junit, markdown }, xml) {
  for (const { printed } of isNamedAnew(one) ? [junit] : [junit, markdown]) {
    const wrong = judgeCommands(readCommands(printed), xml)
    tally.hold('reports: annotations', wrong === undefined, `${one.name}: ${wrong}`)
  }
}

/** Judges every report as one renderer shows it; gives the words that reports say of themselves. */
async function proveMarkdown(tally, reports, xmls, [name, render]) {
  const sources = reports.map(({ markdown }) => readFileSync(markdown.file, 'utf8'))
  const pages = []
  for (const source of sources) pages.push(await render(source))
  const own = new Set(pages.flatMap((html, i) => (reports[i].one.harmless ? readWords(html) : [])))
  for (const [i, html] of pages.entries()) {
    const { one } = reports[i]
    const { wrong, codes, rows } = judgeMarkdown(html, own)
    const wanted = sources[i].split('\n').filter((line) => line.startsWith('|')).length - 1
    if (rows !== wanted) wrong.push(`${rows} rows, not ${wanted}`)
    const faults = wrong.slice(0, 3).join('; ')
    tally.hold(`reports: Markdown, by ${name}`, wrong.length === 0, `${one.name}: ${faults}`)
    const xml = xmls.get(reports[i])
    if (isNamedAnew(one) || xml === undefined) continue
    const lost = judgeCodes(codes, xml)
    tally.hold(`reports: sentences of Markdown, by ${name}`, lost === undefined, `${one.name}: ${lost}`)
  }
  return own
}

export async function proveReports(tally, context) {
  const folder = join(context.folder, 'guard-reports')
  mkdirSync(folder)
  const reports = await runAll(listGuardedRuns(context.inputs, folder, context), folder, context)
  // The documents are for the readers of JSON.
  context.guarded = reports.flatMap(({ one, json }) =>
    json === undefined ? [] : [{ name: `guard, ${one.name}`, file: json.file, command: json.words }],
  )
  for (const { one, ...formats } of reports)
    for (const { status, late } of Object.values(formats)) {
      const isRight = [0, 100, 101, 102, 126, 127].includes(status) && !late
      tally.hold('reports: guard ended in a documented way', isRight, `${one.name}: ${status}`)
    }
  if (findProgram('python3') === undefined) {
    tally.skip('reports', 'no python3 here to read XML, against which the others are held')
    return
  }
  const read = reports.filter(({ junit }) => junit !== undefined)
  const xmls = new Map()
  for (const [i, xml] of (await readXml(read.map(({ junit }) => junit.file))).entries()) {
    proveXml(tally, read[i], xml)
    if (xml.error !== undefined) continue
    xmls.set(read[i], xml)
    proveAnnotations(tally, read[i], xml)
  }
  await proveXmlControls(tally, reports[0].junit.file, folder)
  const [first] = reports
  if (xmls.has(first)) proveAnnotationControls(tally, first.junit.printed, xmls.get(first))

  const renderers = await findRenderers()
  for (const [name, how] of Object.entries(RENDERERS))
    if (renderers[name] === undefined) tally.skip(`reports: Markdown by ${name}`, `not installed: ${how}`)
  for (const renderer of Object.entries(renderers)) {
    const own = await proveMarkdown(tally, reports, xmls, renderer)
    const markdown = readFileSync(first.markdown.file, 'utf8')
    await proveMarkdownControls(tally, renderer, { markdown, own, xml: xmls.get(first) })
  }
}
