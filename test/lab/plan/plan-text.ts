import assert from 'node:assert/strict'
import { PlanError } from '../../../lab/plan/plan-error.ts'
import { parsePlan } from '../../../lab/plan/read-plan.ts'

/** The first three lines of a plan. */
export const HEAD = ['title: a test', 'arms: [h1, h2]', 'rounds: 3']

/** The plan of a text that begins with them. */
export const plan = (...lines: string[]) => parsePlan([...HEAD, ...lines, ''].join('\n'), 'x.yaml')

/** What is said of a plan that is refused, a line each. */
export function faults(make: () => unknown): readonly string[] {
  try {
    make()
  } catch (error) {
    if (error instanceof PlanError) {
      assert.equal(error.message, error.faults[0])
      return error.faults
    }
    throw error
  }
  return assert.fail('the plan was read')
}
