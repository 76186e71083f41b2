/** Every choice of signs: by recursion, unlike what is tested with it. */
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
