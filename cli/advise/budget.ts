import { availableParallelism } from 'node:os'
import { estimatePlan } from '../../lab/plan/estimate.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { FIRST_LOOK, MIN_ROUNDS } from '../../stats/comparison/compare-arms.ts'
import { laneCount } from '../lab/lane-count.ts'

/** More rounds than these show smaller gains than an owner acts on. */
const MOST_ROUNDS = { graph: 60, browser: 30 } as const

/** What lanes beside each other lose: they wait for the same cores. */
const LANE_YIELD = 0.6

/**
 * How many rounds of a plan fit into a time. Fewer than a look at the verdicts needs are taken to their end.
 * @param loadMs what a load took before on this machine, which may be slower than the estimate
 */
export function affordableRounds(
  planOf: (rounds: number) => Plan,
  loader: 'graph' | 'browser',
  leftMs: number,
  loadMs: number | null = null,
): { readonly rounds: number; readonly endsEarly: boolean; readonly fits: boolean } {
  const [none, one] = [planOf(MIN_ROUNDS), planOf(MIN_ROUNDS + 1)]
  const estimatedMs = estimatePlan(one).totalMs - estimatePlan(none).totalMs
  const loads = one.cells.reduce((sum, { arms }) => sum + arms.applied.length, 0)
  const roundMs = Math.max(estimatedMs, loads * (loadMs ?? 0))
  const fixedMs = estimatePlan(none).totalMs - MIN_ROUNDS * estimatedMs
  const lanes = laneCount(one, { visitsOfCell: 1, cores: availableParallelism() })
  const atOnce = lanes === 1 ? 1 : Math.max(1, lanes * LANE_YIELD)
  const fitting = Math.floor(((leftMs - fixedMs / atOnce) * atOnce) / roundMs)
  const rounds = Math.min(MOST_ROUNDS[loader], Math.max(MIN_ROUNDS, fitting))
  return { rounds, endsEarly: rounds >= 2 * FIRST_LOOK, fits: fitting >= MIN_ROUNDS }
}
