// Renders a Markdown report as GitHub does, and says what in it is more than text.
import { findProgram, run } from '../harness.mjs'

const TAGS = new Set(['h3', 'p', 'code', 'ul', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'])
const COLUMN = /^ (?:align="(?:left|right|center)"|style="text-align: ?(?:left|right|center);?")$/

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decode = (text) =>
  text.replaceAll(/&(?:(amp|lt|gt|quot)|#(\d+)|#x([0-9a-f]+));/gi, (_, name, number, hex) =>
    name === undefined
      ? String.fromCodePoint(number === undefined ? Number.parseInt(hex, 16) : Number(number))
      : ENTITIES[name.toLowerCase()],
  )

/** The renderers that are here: a function from Markdown to HTML each, by name. */
export async function findRenderers() {
  const renderers = {}
  try {
    const { micromark } = await import('micromark')
    const { gfm, gfmHtml } = await import('micromark-extension-gfm')
    const settings = { allowDangerousHtml: true, allowDangerousProtocol: true }
    renderers.micromark = async (text) =>
      micromark(text, { ...settings, extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  }
  if (findProgram('cmark-gfm') !== undefined) {
    const extensions = ['table', 'autolink', 'strikethrough', 'tasklist'].flatMap((name) => ['-e', name])
    renderers['cmark-gfm'] = async (input) => {
      const { status, stdout, stderr } = await run('cmark-gfm', ['--unsafe', ...extensions], { input })
      if (status !== 0) throw new Error(`cmark-gfm: ${stderr}`)
      return stdout.toString()
    }
  }
  return renderers
}

/** Splits HTML into tags and texts; texts inside code stand apart. */
function readHtml(html) {
  const codes = []
  const plain = []
  const tags = []
  let from = 0
  let inCode = false
  const take = (text) => {
    if (inCode) codes.push(decode(text))
    else plain.push(decode(text))
  }
  for (const found of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>|<!--|<[?!]/gi)) {
    if (found.index > from || inCode) take(html.slice(from, found.index))
    from = found.index + found[0].length
    const [whole, closing, name = whole, attributes = ''] = found
    tags.push({ name: name.toLowerCase(), closing: closing === '/', attributes })
    if (name === 'code') inCode = closing !== '/'
  }
  take(html.slice(from))
  return { codes, plain, tags }
}

/** Cells of each row of each table. */
function countCells(tags) {
  const rows = []
  for (const { name, closing } of tags) {
    if (closing) continue
    if (name === 'tr') rows.push(0)
    if (name === 'th' || name === 'td') rows[rows.length - 1] += 1
  }
  return rows
}

const wordsOf = (plain) => plain.flatMap((text) => text.match(/[\p{L}\p{M}]+/gu) ?? [])

/** What GitHub makes of text outside code: mentions, issues, commits, addresses, and emoji. */
const MADE = /@\w|#\d|\bGH-\d|https?:|www\.|\b(?=\d*[a-f])[0-9a-f]{7,40}\b|:[a-z_+-]+:|\[[ x]\]/i

/** The words that a report says of itself, from one that holds nothing of anybody else. */
export const readWords = (html) => wordsOf(readHtml(html).plain)

/** What in a rendered report is more than text, in words; none where nothing is. Gives the texts of its code spans too. */
export function judgeMarkdown(html, own) {
  const { codes, plain, tags } = readHtml(html)
  const wrong = []
  for (const { name, closing, attributes } of tags) {
    if (!TAGS.has(name)) wrong.push(`element ${name}`)
    else if (attributes !== '' && (closing || !/^t[hd]$/.test(name) || !COLUMN.test(attributes)))
      wrong.push(`${name} with ${attributes}`)
  }
  const heads = tags.filter(({ name, closing }) => name === 'h3' && !closing).length
  if (heads !== 1) wrong.push(`${heads} headings`)
  const cells = countCells(tags)
  if (cells.length < 2 || cells.some((count) => count !== cells[0]))
    wrong.push(`rows of ${cells.join(', ')} cells`)
  const made = plain.map((text) => MADE.exec(text)).find((found) => found !== null)
  if (made !== undefined) wrong.push(`${JSON.stringify(made[0])} outside code`)
  const strange = wordsOf(plain).find((word) => !own.has(word))
  if (strange !== undefined) wrong.push(`the word ${strange} outside code`)
  return { wrong, codes, rows: cells.length }
}
