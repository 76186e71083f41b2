import type { LeftOut } from './column.ts'

/** Samples that do not count, whatever the reason. */
export function leftOutCount(leftOut: readonly LeftOut[]): number {
  return leftOut.reduce((sum, { count }) => sum + count, 0)
}
