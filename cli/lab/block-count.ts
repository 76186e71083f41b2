import type { Plan } from '../../lab/plan/plan.ts'
import { comparesWithinRounds } from '../../lab/run/cells-within-rounds.ts'
import type { PlanGraphs } from '../../lab/run/plan-graphs.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'

/** Rounds of a cell in one go, where nothing else is said: fewer cost more changes of the link than they gain. */
const ROUNDS_A_BLOCK = 10

/**
 * Blocks that the rounds of a plan are taken in: one for ten rounds where nothing is asked for, and one for each graph of a page
 * at least, since a block loads one of them. Where cells are compared within rounds, as arms are, each round is a block.
 * @throws CliError where there are more blocks than rounds, or a graph would never be loaded
 */
export function blockCount(
  { rounds, cells = [] }: Pick<Plan, 'rounds'> & Partial<Pick<Plan, 'cells'>>,
  graphs: PlanGraphs,
  asked?: number,
): number {
  const counts = Object.entries(graphs).map(
    ([page, hashes]) => [page, typeof hashes === 'string' ? 1 : hashes.length] as const,
  )
  const [page, mostGraphs] = counts.toSorted(([, a], [, b]) => b - a)[0] ?? ['', 1]
  const usual = comparesWithinRounds({ cells }) ? rounds : Math.ceil(rounds / ROUNDS_A_BLOCK)
  const blocks = asked ?? Math.min(rounds, Math.max(mostGraphs, usual))
  if (blocks > rounds)
    throw new CliError(EXIT.usage, `--blocks ${blocks}: there are no more than the ${rounds} rounds`)
  if (blocks < mostGraphs)
    throw new CliError(
      EXIT.usage,
      `${asked === undefined ? `--rounds ${rounds}` : `--blocks ${asked}`}: ${page} has ${mostGraphs} graphs, and each needs a block of rounds`,
    )
  return blocks
}
