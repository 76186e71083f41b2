/**
 * The geometric mean: the average for ratios such as gains, where 2 and ½ cancel.
 *
 * @returns undefined without values
 * @throws RangeError where a value is not above 0 or not finite: it has no place among ratios
 */
export function geometricMean(values: Iterable<number>): number | undefined {
  let n = 0
  let sumOfLogs = 0
  for (const value of values) {
    if (!(value > 0 && value < Infinity)) throw new RangeError(`not a ratio: ${value}`)
    n += 1
    sumOfLogs += Math.log(value)
  }
  return n === 0 ? undefined : Math.exp(sumOfLogs / n)
}
