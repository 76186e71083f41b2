import type { Arm } from '../../model/arm.ts'

/** The arm that the others are compared with: h1 as in the papers, else the first. */
export function baselineOf(arms: readonly Arm[]): Arm | null {
  return arms.includes('h1') ? 'h1' : (arms[0] ?? null)
}
