import { mix32 } from '../../stats/rng.ts'

/** A visit of a cell: its rounds from `fromRound` on and before `untilRound` are to be taken then. */
export interface CellVisit {
  /** Its place in the plan, from 0. */
  readonly cell: number
  /** Counted from 0: which graph of the page it loads, where there are several. */
  readonly block: number
  readonly fromRound: number
  readonly untilRound: number
}

/**
 * All visits of a plan's cells in the order in which they are made. A block goes through all cells in a random order of
 * its own and takes the same share of the rounds of each, so that what drifts in the course of a run meets all alike. Cells
 * of one group, which are compared with each other, come one after the other, in a random order too.
 *
 * @param groupOf a number that cells of a group share. Default: each is its own
 * @param seed 0 to 2^32 - 1; equal seeds give equal orders
 * @throws RangeError on a number of blocks that is not from 1 to the number of rounds
 */
export function cellVisits(
  cells: readonly number[],
  {
    rounds,
    blocks,
    seed,
    groupOf = (cell) => cell,
  }: {
    readonly rounds: number
    readonly blocks: number
    readonly seed: number
    readonly groupOf?: (cell: number) => number
  },
): CellVisit[] {
  if (!Number.isInteger(blocks) || blocks < 1 || blocks > rounds)
    throw new RangeError(`blocks are a whole number from 1 to ${rounds} (the rounds), not ${blocks}`)
  const firstRound = (block: number): number => Math.round((block * rounds) / blocks)
  return Array.from({ length: blocks }, (_, block) => {
    const [fromRound, untilRound] = [firstRound(block), firstRound(block + 1)]
    const key = mix32(seed, block)
    return [...cells]
      .sort(
        (a, b) =>
          mix32(key, groupOf(a)) - mix32(key, groupOf(b)) || mix32(~key >>> 0, a) - mix32(~key >>> 0, b),
      )
      .map((cell): CellVisit => ({ cell, block, fromRound, untilRound }))
  }).flat()
}
