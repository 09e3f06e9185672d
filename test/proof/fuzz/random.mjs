/** A stream of random numbers that a seed fixes: the same on every machine. */
export function createRandom(seed) {
  let state = seed >>> 0
  /** A whole number from 0 to 2^32 - 1 (mulberry32). */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit) => (limit <= 0 ? 0 : Math.floor((next() / 2 ** 32) * limit))
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => next() / 2 ** 32 < probability,
    pick: (list) => list[below(list.length)],
    /** A whole number below a limit, small ones far more often. */
    small: (limit) => below(1 + below(1 + below(limit))),
  }
}
