// Which code a run reached: V8's own block coverage of the bundle, read after every input. It costs some 5 ms an input.
import { Session } from 'node:inspector'

/** Orders of magnitude of how often a block ran: a loop of 3 rounds and one of 300 are different behaviour. */
const bitOf = (count) =>
  count < 2 ? 1 : count < 4 ? 2 : count < 16 ? 4 : count < 128 ? 8 : count < 4096 ? 16 : 32

/**
 * Starts to watch the file of a URL; must be called before the file is loaded. `take` says whether
 * anything was reached that was not reached before, `share` how much of all code in functions was reached so far.
 */
export function startCoverage(href) {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  let seen = new Uint8Array(0)
  let isCode = new Uint8Array(0)
  let now = new Uint8Array(0)

  const read = () => {
    let scripts = []
    session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error === null) scripts = answer.result
    })
    return scripts.find(({ url }) => url === href)?.functions ?? []
  }

  /** Marks what ran since the last reading, outer blocks first, so that an inner block says the last word. */
  const mark = (functions) => {
    const end = functions.reduce((most, { ranges }) => Math.max(most, ranges[0]?.endOffset ?? 0), now.length)
    if (end > now.length) {
      const grown = new Uint8Array(end)
      grown.set(seen)
      seen = grown
      const code = new Uint8Array(end)
      code.set(isCode)
      isCode = code
      now = new Uint8Array(end)
    }
    now.fill(0)
    for (const { ranges, functionName } of functions) {
      const [whole] = ranges
      if (whole === undefined || (functionName === '' && whole.startOffset === 0)) continue
      isCode.fill(1, whole.startOffset, whole.endOffset)
      for (const { startOffset, endOffset, count } of ranges)
        now.fill(count === 0 ? 0 : bitOf(count), startOffset, endOffset)
    }
  }

  return {
    take() {
      mark(read())
      let isNew = false
      for (let at = 0; at < now.length; at++) {
        const bits = seen[at] | now[at]
        if (bits !== seen[at]) {
          seen[at] = bits
          isNew = true
        }
      }
      return isNew
    },
    share() {
      let code = 0
      let reached = 0
      for (let at = 0; at < isCode.length; at++) {
        if (isCode[at] === 0) continue
        code += 1
        if (seen[at] !== 0) reached += 1
      }
      return code === 0 ? 0 : reached / code
    },
    stop: () => session.disconnect(),
  }
}
