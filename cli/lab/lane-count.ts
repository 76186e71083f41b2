import { isOfGraphs } from '../../lab/plan/is-of-graphs.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { comparesWithinRounds } from '../../lab/run/cells-within-rounds.ts'
import type { PlanGraphs } from '../../lab/run/plan-graphs.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { BUSY_LIMIT } from '../probe/probe-options.ts'

export const MOST_LANES = 16

/**
 * A replayed load is mostly waiting for its link. With five a core fewer than 1 % of the loads of `epload` were beside more
 * other work than `GRAPH_BUSY_LIMIT`, with seven a core 4 %.
 */
const GRAPH_LANES_A_CORE = 5

/**
 * Cells at a time where nothing is said: a browser wants the machine for itself.
 *
 * @param visitsOfCell parts of a cell that several lanes can be at
 */
export function laneCount(
  { cells }: Pick<Plan, 'cells'>,
  { visitsOfCell, cores }: { readonly visitsOfCell: number; readonly cores: number },
): number {
  const measured = cells.filter(({ skip }) => skip === null)
  if (!isOfGraphs(measured)) return 1
  return Math.min(MOST_LANES, GRAPH_LANES_A_CORE * cores, measured.length * visitsOfCell)
}

/** A replayed graph needs little of a core: beside so much other work a load is hardly longer (decision 077). */
export const GRAPH_BUSY_LIMIT = 0.7

/**
 * Share of the cores: a load beside more other work does not count, where nothing is said.
 *
 * @param inRealTime replayer and servers run before all others: other work does not disturb a load (decision 077)
 */
export function busyLimitOf({ cells }: Pick<Plan, 'cells'>, inRealTime: boolean): number {
  if (!isOfGraphs(cells)) return BUSY_LIMIT
  return inRealTime ? 1 : GRAPH_BUSY_LIMIT
}

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
