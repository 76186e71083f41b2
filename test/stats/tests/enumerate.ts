/** Every way to choose k of the values, with those that are left: by recursion, unlike what is tested with it. */
export function* splitsOf(values: readonly number[], k: number): Generator<[number[], number[]]> {
  const [first, ...rest] = values
  if (first === undefined) {
    if (k === 0) yield [[], []]
    return
  }
  if (k > 0) for (const [chosen, left] of splitsOf(rest, k - 1)) yield [[first, ...chosen], left]
  for (const [chosen, left] of splitsOf(rest, k)) yield [chosen, [first, ...left]]
}

/** Every choice of signs. */
export function* signsOf(values: readonly number[]): Generator<number[]> {
  const [first, ...rest] = values
  if (first === undefined) {
    yield []
    return
  }
  for (const signed of signsOf(rest)) {
    yield [first, ...signed]
    yield [-first, ...signed]
  }
}

/** Two-sided tail of what was counted: twice the smaller side, at most 1. */
export function twoSided(values: readonly number[], observed: number): number {
  const lower = values.filter((value) => value <= observed).length
  const upper = values.filter((value) => value >= observed).length
  return Math.min(1, (2 * Math.min(lower, upper)) / values.length)
}
