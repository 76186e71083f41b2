/**
 * Refuses fewer random resamples, with which a small p-value could not be seen.
 * @throws RangeError unless it is a whole number of 1,000 or more
 */
export function checkResamples(resamples: number): void {
  if (!(Number.isInteger(resamples) && resamples >= 1000))
    throw new RangeError(`resamples are a whole number of 1,000 or more, not ${resamples}`)
}
