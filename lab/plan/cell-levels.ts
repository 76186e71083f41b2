import { FACTOR_NAMES, type FactorName, type Level } from './factors.ts'
import type { PlanDocument } from './schema.ts'
import type { Path } from './yaml-text.ts'

interface PlacedLevel {
  readonly level: Level
  readonly path: Path
}

export type CellLevels = ReadonlyMap<FactorName, PlacedLevel>

type Design = Pick<PlanDocument, 'held' | 'factors' | 'conditions' | 'also'>
type Choice = readonly [FactorName, PlacedLevel]

/** Number of cells of a plan, without making them. */
export function countCells({ factors, conditions, also }: Design): number {
  const product = (entry: object): number =>
    Object.values(entry).reduce((cells, levels) => cells * (Array.isArray(levels) ? levels.length : 1), 1)
  const grid = factors === undefined && conditions === undefined && also !== undefined ? 0 : 1
  return (
    grid * (conditions?.length ?? 1) * product(factors ?? {}) +
    (also ?? []).reduce((sum, entry) => sum + product(entry), 0)
  )
}

/**
 * The cells of a plan: each of `conditions` with every combination of `factors`, over what is held; then those of
 * `also`. Factors nest in the order in which they are written, the last changes fastest.
 */
export function cellLevels({ held, factors, conditions, also }: Design): CellLevels[] {
  const base = choicesOf(held ?? {}, ['held'])
  const cells: CellLevels[] = []
  if (factors !== undefined || conditions !== undefined || also === undefined) {
    for (const condition of conditions?.entries() ?? [[null, {}] as const]) {
      const [index, entry] = condition
      const ownLevels = index === null ? [] : choicesOf(entry, ['conditions', index])
      const grid = combinations([...ownLevels, ...choicesOf(factors ?? {}, ['factors'])])
      cells.push(...grid.map((levels) => new Map([...first(base), ...levels])))
    }
  }
  for (const [index, entry] of (also ?? []).entries()) {
    const grid = combinations(choicesOf(entry, ['also', index]))
    cells.push(...grid.map((levels) => new Map([...first(base), ...levels])))
  }
  return cells
}

/** The levels that a map of factors gives to each, in the order in which it is written. */
function choicesOf(entry: object, path: Path): Choice[][] {
  return Object.entries(entry)
    .filter((pair): pair is [FactorName, Level | Level[]] => (FACTOR_NAMES as string[]).includes(pair[0]))
    .map(([name, levels]) =>
      Array.isArray(levels)
        ? levels.map((level, index): Choice => [name, { level, path: [...path, name, index] }])
        : [[name, { level: levels, path: [...path, name] }]],
    )
}

function combinations(choices: readonly (readonly Choice[])[]): Choice[][] {
  return choices.reduce<Choice[][]>(
    (combined, levels) => combined.flatMap((chosen) => levels.map((level) => [...chosen, level])),
    [[]],
  )
}

function first(choices: readonly (readonly Choice[])[]): Choice[] {
  return choices.flatMap((levels) => levels.slice(0, 1))
}
