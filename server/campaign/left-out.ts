import type { SampleTally } from '../../db/campaign/sample-tallies.ts'
import type { Arm, LeftOut } from '../contract/contract.ts'

/** Counts what does not count of an arm: its failed and invalid samples, and the valid ones without a value. */
export function countLeftOut(tallies: readonly SampleTally[], arm: Arm, n: number): LeftOut[] {
  const armTallies = tallies.filter((tally) => tally.arm === arm)
  const valid = armTallies.reduce((sum, { state, samples }) => sum + (state === 'valid' ? samples : 0), 0)
  const without = armTallies.flatMap(({ state, reason, samples }): LeftOut[] =>
    state === 'valid' ? [] : [{ state, reason: reason ?? 'unknown', count: samples }],
  )
  // A sample may be recorded between the reading of the two: never less than none.
  const notMeasured = Math.max(0, valid - n)
  if (notMeasured === 0) return without
  return [...without, { state: 'not measured', reason: 'no value of this metric', count: notMeasured }]
}
