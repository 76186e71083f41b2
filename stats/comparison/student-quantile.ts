import { normalQuantile } from '../normal.ts'

/**
 * Quantile of Student's t distribution by the expansion 26.7.5 of Abramowitz and Stegun, Handbook of Mathematical
 * Functions (1964): within 0.001 of the tables for p up to 0.975 and 5 degrees of freedom or more.
 *
 * @param degrees degrees of freedom, 5 or more
 * @throws RangeError where there are fewer: the expansion does not hold there
 */
export function studentQuantile(p: number, degrees: number): number {
  if (!(degrees >= 5)) throw new RangeError(`no t quantile is computed for ${degrees} degrees of freedom`)
  const x = normalQuantile(p)
  const xx = x * x
  return (
    x +
    (x * (xx + 1)) / 4 / degrees +
    (x * ((5 * xx + 16) * xx + 3)) / 96 / degrees ** 2 +
    (x * (((3 * xx + 19) * xx + 17) * xx - 15)) / 384 / degrees ** 3 +
    (x * ((((79 * xx + 776) * xx + 1482) * xx - 1920) * xx - 945)) / 92_160 / degrees ** 4
  )
}
