/** Upper ends of the bins of gain. The same ratio either side of 1, so that twice as fast is as strong as twice as slow. */
const ENDS = [1 / 2, 1 / 1.5, 1 / 1.2, 1 / 1.05, 1.05, 1.2, 1.5, 2] as const

/** Number of the bin, 0 (half as fast, or less) to 8 (twice as fast, or more); 4 is about the same. */
export function gainBin(gain: number): number {
  const bin = ENDS.findIndex((end) => gain < end)
  return bin === -1 ? ENDS.length : bin
}

/** Says what each bin means, for a key. */
export const GAIN_BINS: readonly string[] = [
  '≤ 0.50',
  '0.67',
  '0.83',
  '0.95',
  'about 1',
  '1.05',
  '1.20',
  '1.50',
  '≥ 2.00',
]
