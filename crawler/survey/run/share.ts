/** One of several runs that divide a survey's limits among them. */
export interface Part {
  /** Counted from 0. */
  readonly index: number
  readonly count: number
}

/**
 * This part's share of a limit, such as connections at once: all shares together are the limit, never more. At least 1
 * where the limit is no smaller than the number of parts.
 */
export function shareOf(limit: number, { index, count: of }: Part): number {
  return Math.floor(limit / of) + (index < limit % of ? 1 : 0)
}
