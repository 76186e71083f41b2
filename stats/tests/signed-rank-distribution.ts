/**
 * Distribution of Wilcoxon's signed-rank sum where each of the ranks 1..n is positive or negative by a fair coin: the
 * probabilities of V = 0, 1, …, n(n + 1)/2 (Wilcoxon, Biometrics Bulletin 1 (1945) 80–83).
 *
 * @param n whole number, 1 or more
 */
export function signedRankDistribution(n: number): Float64Array {
  const probabilities = new Float64Array((n * (n + 1)) / 2 + 1)
  probabilities[0] = 1
  let largest = 0
  for (let rank = 1; rank <= n; rank += 1) {
    largest += rank
    // Downwards, so that what is read has not had this rank yet.
    for (let sum = largest; sum >= 0; sum -= 1) {
      const without = probabilities[sum] as number
      const withRank = sum >= rank ? (probabilities[sum - rank] as number) : 0
      probabilities[sum] = (without + withRank) / 2
    }
  }
  return probabilities
}
