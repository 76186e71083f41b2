import { type Draft, shuffled } from './draft.ts'

interface SizedGroup {
  readonly count: number
  readonly totalBytes: number
  /** Each is twice as large as the one that comes so many places after it. */
  readonly halving: number
}

/** Resources of one kind in random order: a few large ones and many small ones, whose sum is exactly the group's. */
export function sized(
  kind: Draft['kind'],
  { count, totalBytes, halving }: SizedGroup,
  random: () => number,
): Draft[] {
  if (count === 0) return []
  const shares = Array.from({ length: count }, (_, position) => 2 ** (-position / halving))
  const whole = shares.reduce((sum, share) => sum + share, 0)
  const sizes = shares.map((share) => Math.floor((totalBytes * share) / whole))
  sizes[0] = (sizes[0] ?? 0) + totalBytes - sizes.reduce((sum, size) => sum + size, 0)
  return shuffled(sizes, random).map((sizeBytes) => ({ kind, sizeBytes }))
}
