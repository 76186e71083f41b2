import { incompleteBeta } from './incomplete-beta.ts'

/**
 * P(|T| ≥ |t|) of Student's distribution, 0..1 (Abramowitz and Stegun, Handbook of Mathematical Functions (1964),
 * 26.7.1): the two-sided p-value of t.
 *
 * @param degrees degrees of freedom, above 0
 */
export function twoSidedStudentP(t: number, degrees: number): number {
  if (Math.abs(t) === Infinity) return 0
  const all = degrees + t * t
  return incompleteBeta(degrees / all, degrees / 2, 0.5, (t * t) / all)
}

/**
 * Calculates the t that |T| stays within with probability `level`, to 1e-12 of itself.
 *
 * @param level 0.5..0.9999
 * @param degrees degrees of freedom, 1 or more
 */
export function studentLimit(level: number, degrees: number): number {
  if (!(level >= 0.5 && level <= 0.9999)) throw new RangeError(`a level is 0.5 to 0.9999, not ${level}`)
  if (!(degrees >= 1)) throw new RangeError(`degrees of freedom are 1 or more, not ${degrees}`)
  let low = 0
  let high = 1
  while (twoSidedStudentP(high, degrees) > 1 - level) high *= 2
  while (high - low > 1e-13 * high) {
    const middle = (low + high) / 2
    if (twoSidedStudentP(middle, degrees) > 1 - level) low = middle
    else high = middle
  }
  return (low + high) / 2
}
