/**
 * Holm's correction of the p-values of many tests (Scandinavian Journal of Statistics 6 (1979) 65–70): where every site
 * is tested, one in twenty shows a difference by chance alone; with corrected values the chance that *any* of those below
 * 0.05 is one of these is at most 5 %, however the tests depend on each other.
 *
 * @param pValues 0..1
 * @returns corrected values in the order given, 0..1, none smaller than before; an empty list for none
 * @throws RangeError where one is outside 0..1
 */
export function holm(pValues: readonly number[]): readonly number[] {
  for (const p of pValues) if (!(p >= 0 && p <= 1)) throw new RangeError(`not a p-value: ${p}`)
  const corrected = new Array<number>(pValues.length).fill(1)
  let largest = 0
  const ascending = [...pValues.entries()].sort(([, a], [, b]) => a - b)
  for (const [place, [index, p]] of ascending.entries()) {
    largest = Math.max(largest, Math.min(1, (pValues.length - place) * p))
    corrected[index] = largest
  }
  return corrected
}
