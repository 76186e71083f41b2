/**
 * Chances of at most and of at least so many successes in independent trials, each exact to rounding. Both are 1 at the
 * least and most likely ends; without trials both are 1.
 */
export function binomialTails(
  successes: number,
  trials: number,
  probability: number,
): readonly [number, number] {
  let atMost = 0
  let below = 0
  for (let count = 0, logWays = 0; count <= successes; count++) {
    if (count > 0) logWays += Math.log((trials - count + 1) / count)
    below = atMost
    atMost += Math.exp(
      logWays + count * logOf(probability, count) + (trials - count) * logOf(1 - probability, trials - count),
    )
  }
  return [Math.min(1, atMost), Math.min(1, Math.max(0, 1 - below))]
}

/** 0^0 is 1. */
function logOf(probability: number, times: number): number {
  return times === 0 ? 0 : Math.log(probability)
}
