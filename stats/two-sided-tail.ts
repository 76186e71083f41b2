/**
 * The two-sided p-value of a whole-numbered statistic: twice the smaller tail that holds it, at most 1.
 *
 * @param probabilities of 0, 1, 2, …; they add up to 1
 */
export function twoSidedTail(probabilities: Float64Array, observed: number): number {
  let lower = 0
  let upper = 0
  // Each tail from its thin end, so that a small one keeps its digits.
  for (let value = 0; value <= observed; value += 1) lower += probabilities[value] ?? 0
  for (let value = probabilities.length - 1; value >= observed; value -= 1) upper += probabilities[value] ?? 0
  return Math.min(1, 2 * lower, 2 * upper)
}

/** Says how many of 0, 1, 2, … together have a probability of at most `tail`: they are what an interval may cut off. */
export function countInTail(probabilities: Float64Array, tail: number): number {
  let sum = 0
  let count = 0
  for (const probability of probabilities) {
    sum += probability
    // Tails that are equal on paper (1/20 twice for 10 %) must not part by rounding.
    if (sum > tail * (1 + 1e-12)) break
    count += 1
  }
  return count
}
