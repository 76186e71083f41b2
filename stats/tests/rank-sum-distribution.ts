/**
 * Distribution of Mann and Whitney's U where both samples come from one distribution without ties: the probabilities of
 * U = 0, 1, …, n·m, by their recursion (Annals of Mathematical Statistics 18 (1947) 50–60). Only sums of positive terms:
 * each is exact but for rounding. Takes time and memory that grow with n²·m² and n·n·m: some 10 ms for 49 and 49.
 *
 * @param n whole number, 1 or more
 * @param m whole number, 1 or more
 */
export function rankSumDistribution(n: number, m: number): Float64Array {
  const chosen = Math.min(n, m)
  const all = n + m
  const largest = n * m
  // ways[k][u]: choices of k of the ranks so far whose U is u. The rank r as the k-th chosen stands above r − k others.
  const ways = Array.from({ length: chosen + 1 }, () => new Float64Array(largest + 1))
  ways[0]?.fill(1, 0, 1)
  for (let rank = 1; rank <= all; rank += 1) {
    for (let k = Math.min(chosen, rank); k >= 1; k -= 1) {
      const above = rank - k
      if (above > all - chosen) continue
      const to = ways[k] as Float64Array
      const from = ways[k - 1] as Float64Array
      const end = Math.min(largest, k * above)
      for (let u = above; u <= end; u += 1) to[u] = (to[u] as number) + (from[u - above] as number)
    }
  }
  const counts = ways[chosen] as Float64Array
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => count / total)
}
