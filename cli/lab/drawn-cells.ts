import { mix32 } from '../../stats/rng.ts'

/** So many of them, drawn at random by a seed (all, where there are no more), in their order. */
export function drawnCells<Cell>(cells: readonly Cell[], most: number, seed: number): Cell[] {
  const numbers = cells.map((_, number) => number)
  const drawn = new Set(numbers.toSorted((a, b) => mix32(seed, a) - mix32(seed, b)).slice(0, most))
  return cells.filter((_, number) => drawn.has(number))
}
