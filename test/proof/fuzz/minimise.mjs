/**
 * Makes an input smaller while a fault of it stays: without some lines, then without some bytes, in halves, quarters and
 * so on. `holds` is asked of each smaller input; nothing is tried any more after so many milliseconds.
 */
export async function minimise(bytes, holds, limit) {
  const until = Date.now() + limit
  const lines = bytes.toString('latin1').split(/(?<=\n)/)
  const fewer = await shrink(lines, (kept) => holds(Buffer.from(kept.join(''), 'latin1')), until)
  const small = Buffer.from(fewer.join(''), 'latin1')
  const left = await shrink([...small], (kept) => holds(Buffer.from(kept)), until)
  return Buffer.from(left)
}

async function shrink(parts, holds, until) {
  let kept = parts
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length; ) {
      if (Date.now() > until) return kept
      const tried = [...kept.slice(0, from), ...kept.slice(from + size)]
      if (tried.length < kept.length && (await holds(tried))) kept = tried
      else from += size
    }
  }
  return kept
}
