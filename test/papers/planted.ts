import { findPlan } from '../../lab/plan/find-plan.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { readPlan } from '../../lab/plan/read-plan.ts'
import type { Arm } from '../../model/arm.ts'
import type { MetricName } from '../../model/metrics.ts'
import type { MeasuredCell } from '../../papers/decide/measured-cell.ts'
import { rng } from '../../stats/rng.ts'

export type Factors = Readonly<Record<string, string | number | boolean | null>>

/** What a load comes to under an arm: of HTTP/1.1 1,000 where nothing else is said. */
export type Plant = (factors: Factors, arm: Arm, metric: MetricName) => number

const ROUNDS = 8
/** Loads scatter by ± so much. */
const SCATTER = 0.01

/** Read once each: many rules are of the same. */
const plans = new Map<string, Promise<Plan['cells']>>()

function cellsOf(plan: string): Promise<Plan['cells']> {
  const cells = findPlan(plan)
    .then((file) => readPlan(file))
    .then((read) => read.cells)
  plans.set(plan, cells)
  return cells
}

/** The cells of a plan as if they had been measured: eight rounds of values that scatter a little around what is planted. */
export async function plantedCells(plan: string, plant: Plant, only: Factors = {}): Promise<MeasuredCell[]> {
  const cells = await (plans.get(plan) ?? cellsOf(plan))
  const wanted = cells.filter(({ factors }) =>
    Object.entries(only).every(([factor, level]) => factors[factor] === level),
  )
  return wanted.map(({ factors }, cell) => ({
    factors,
    valuesOf: (arm, metric) => {
      const random = rng(1_000 * cell + arm.length + (arm.codePointAt(1) ?? 0))
      return Array.from({ length: ROUNDS }, (_, round) => ({
        round,
        value: plant(factors, arm, metric) * (1 + SCATTER * (2 * random() - 1)),
      }))
    },
  }))
}

const isBaseline = (arm: Arm): boolean => arm === 'h1' || arm === 'http'

/** HTTP/2 takes so many percent less than HTTP/1.1. */
export const saves =
  (percent: (factors: Factors) => number): Plant =>
  (factors, arm) =>
    isBaseline(arm) ? 1_000 : 10 * (100 - percent(factors))

/** HTTP/2 is so many times as fast as HTTP/1.1. */
export const gains =
  (gain: (factors: Factors) => number): Plant =>
  (factors, arm) =>
    isBaseline(arm) ? 1_000 : 1_000 / gain(factors)
