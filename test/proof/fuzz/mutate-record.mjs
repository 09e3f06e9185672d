// Changes one record as a value: members, types, depths, spellings; gives the text of a line.
import { evidence, fieldNames, numbers, texts, times } from './dictionary.mjs'

/** Stands for text that is put into the line as it is: JSON.stringify would not write it. */
const RAW = '\u0001raw:'
const raw = (text) => `${RAW}${text}`

const nest = (depth, random) => {
  const [open, close] = random.chance(0.5) ? ['[', ']'] : ['{"a":', '}']
  return raw(`${open.repeat(depth)}1${close.repeat(depth)}`)
}

function makeText(random, old = '') {
  const kind = random.below(13)
  if (kind === 12) return repeatPart(old, random)
  if (kind === 0) return random.pick(evidence)
  if (kind === 1) return random.pick(times)
  if (kind === 2) return `${old} ${random.pick(texts)}`
  if (kind === 3)
    return random
      .pick(texts)
      .repeat(1 + random.below(random.chance(0.05) ? 20_000 : 40))
      .slice(0, 100_000)
  if (kind === 4) return JSON.stringify({ [random.pick(fieldNames)]: random.pick(evidence), old })
  if (kind === 5) return encodeURIComponent(random.pick(evidence).toWellFormed())
  if (kind === 6)
    return String.fromCharCode(...Array.from({ length: random.between(1, 9) }, () => random.below(65_536)))
  if (kind === 7) return changeWords(old, random)
  if (kind === 8)
    return (
      old.slice(0, random.below(old.length + 1)) +
      random.pick(texts) +
      old.slice(random.below(old.length + 1))
    )
  if (kind === 9)
    return Array.from({ length: random.between(1, 30) }, () => random.pick(texts)).join(
      random.pick([' ', '', '/', ',', '=']),
    )
  if (kind === 10) return '/'.repeat(random.below(60)) + random.pick(evidence)
  return (
    old +
    random.pick(['.', 's', ' 7', `/${random.pick(texts)}`, `=${random.below(1000)}`, '\\', "'", '"', '('])
  )
}

/** One part of a text many times: what takes time for each pair of places shows here. */
function repeatPart(text, random) {
  const from = random.below(text.length + 1)
  const part = text.slice(from, from + random.between(1, 12))
  return text.slice(0, from) + part.repeat(random.below(random.chance(0.1) ? 8000 : 300)) + text.slice(from)
}

/** A sentence with one word replaced, dropped or doubled: signatures that are to be told apart, or joined. */
function changeWords(text, random) {
  const words = text.split(' ')
  const at = random.below(words.length)
  const kind = random.below(3)
  if (kind === 0) words[at] = random.pick(texts)
  else if (kind === 1) words.splice(at, 1)
  else words.splice(at, 0, words[random.below(words.length)] ?? '')
  return words.join(' ')
}

function makeValue(random, old) {
  const kind = random.below(10)
  if (kind < 5) return makeText(random, typeof old === 'string' ? old : '')
  if (kind === 5) return raw(random.pick(numbers))
  if (kind === 6) return random.pick([null, true, false, 0, -1, '', [], {}])
  if (kind === 7) return [old ?? null, makeText(random)]
  if (kind === 8) return { [random.pick(fieldNames)]: old ?? 1, [random.pick(fieldNames)]: makeText(random) }
  return nest(random.chance(0.05) ? random.below(20_000) : random.below(60), random)
}

/** Writes the record, what is raw put in as it is, now and then with a member twice or in another spelling. */
function write(members, random) {
  const one = ([name, value]) => {
    const text = JSON.stringify(value) ?? 'null'
    const plain = text.startsWith(`"\\u0001raw:`) ? value.slice(RAW.length) : text
    return `${JSON.stringify(name)}:${plain}`
  }
  const gap = random.chance(0.1) ? random.pick([' ', '\t', '\r', '  ']) : ''
  const line = `{${gap}${members.map(one).join(`,${gap}`)}${gap}}`
  if (random.chance(0.05))
    return line.replace(/[a-z]/g, (letter) => (random.chance(0.2) ? toEscape(letter) : letter))
  return random.chance(0.03) ? `${gap}${line}${random.pick([' ', ',', line, ';', '\t', '\r'])}` : line
}

const toEscape = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

export function mutateRecord(record, random) {
  const members = Object.entries(record)
  for (let step = 1 + random.small(4); step > 0; step--) {
    const at = random.below(members.length)
    const member = members[at]
    const kind = random.below(8)
    if (member === undefined || kind === 0) members.push([random.pick(fieldNames), makeValue(random)])
    else if (kind === 1) members.splice(at, 1)
    else if (kind === 2) members.splice(random.below(members.length + 1), 0, member)
    else if (kind === 3) members[at] = [random.pick(fieldNames), member[1]]
    else if (kind === 4) members[at] = members.splice(random.below(members.length), 1, member)[0] ?? member
    else members[at] = [member[0], makeValue(random, member[1])]
  }
  return write(members, random)
}
