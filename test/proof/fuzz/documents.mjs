// Documents of the program: ASCII, JSON, and as the schema says that the program prints itself.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isAscii } from './shown.mjs'

const DOCUMENTS = ['report', 'count', 'classify', 'explain', 'show', 'gate', 'diff']

/** Makes the function that says what a document's own schema finds wrong with it. */
export async function createValidator(run) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const checks = new Map()
  for (const name of DOCUMENTS) {
    const { stdout } = await run(['schema', name])
    checks.set(name, ajv.compile(JSON.parse(stdout)))
  }
  return (name, document) => {
    const check = checks.get(name)
    return check === undefined || check(document) ? '' : ajv.errorsText(check.errors)
  }
}

/** The document that a run printed; `classify` gives a list. Undefined where it is none, which is told to `fail`. */
export function readDocument(name, { stdout }, validate, fail) {
  if (!isAscii(stdout)) fail('json', `${name} is not ASCII`)
  const list = name === 'classify' && stdout === '' ? [] : stdout.replace(/\n$/, '').split('\n')
  const texts = name === 'classify' ? list : [stdout]
  const documents = []
  for (const text of texts) {
    try {
      documents.push(JSON.parse(text))
    } catch (error) {
      fail('json', `${name}: ${error.message}`)
      return undefined
    }
  }
  for (const document of documents) {
    const wrong = validate(name, document)
    if (wrong !== '') {
      fail('schema', `${name}: ${wrong.slice(0, 300)}`)
      break
    }
  }
  return name === 'classify' ? documents : documents[0]
}
