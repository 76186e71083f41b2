import type { Plan } from '../../lab/plan/plan.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'

/** Wanted levels by factor, as they stand on the command line. */
export type WantedLevels = Readonly<Record<string, readonly string[]>>

/**
 * The cells that have a wanted level of each factor named.
 * @throws CliError where no cell has a level, or one of each
 */
export function onlyCells({ name, cells }: Pick<Plan, 'name' | 'cells'>, only: WantedLevels): Plan['cells'] {
  const wanted = Object.entries(only)
  const has =
    (factor: string, levels: readonly string[]) =>
    ({ factors }: Plan['cells'][number]): boolean =>
      levels.some((level) => bare(String(factors[factor])) === bare(level))
  for (const [factor, levels] of wanted)
    for (const level of levels)
      if (!cells.some(has(factor, [level])))
        throw new CliError(
          EXIT.usage,
          `no cell of ${name} has ${factor}=${level}; its factors are ${Object.keys(cells[0]?.factors ?? {}).join(', ')}`,
        )
  const matching = cells.filter((cell) => wanted.every(([factor, levels]) => has(factor, levels)(cell)))
  if (matching.length > 0) return matching
  const together = wanted.map(([factor, levels]) => `${factor}=${levels.join(' or ')}`).join(' and ')
  throw new CliError(EXIT.usage, `no cell of ${name} has ${together} together`)
}

/** A page is called the same where a graph of it is loaded. */
const bare = (level: string): string => level.replace(GRAPH_PREFIX, '')
