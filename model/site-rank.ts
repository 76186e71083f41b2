/** A list's word on how high a site is ranked. */
export interface ListedRank {
  readonly rank: number
  /** It is among so many of the highest ranked, in no known order (CrUX); null: its place is its rank. */
  readonly rankMagnitude: number | null
}

/** Returns null where only a magnitude is known: the place in such a list means nothing. */
export function rankOf({ rank, rankMagnitude }: ListedRank): number | null {
  return rankMagnitude === null ? rank : null
}

export function withRank<Site extends ListedRank>(
  site: Site,
): Omit<Site, 'rank'> & { readonly rank: number | null } {
  return { ...site, rank: rankOf(site) }
}

/** Ranks that a site may have, both included: 1–100, 101–1,000, … by rank; 1–1,000, 1,001–5,000, … by magnitude. */
export function rankBucket({ rank, rankMagnitude }: ListedRank): {
  readonly from: number
  readonly to: number
} {
  if (rankMagnitude !== null) return { from: beforeMagnitude(rankMagnitude) + 1, to: rankMagnitude }
  let to = 100
  while (rank > to) to *= 10
  return { from: to === 100 ? 1 : to / 10 + 1, to }
}

/** CrUX's steps are 1,000, 5,000, 10,000, 50,000 and so on. */
function beforeMagnitude(magnitude: number): number {
  if (magnitude <= 1_000) return 0
  return magnitude / (String(magnitude).startsWith('5') ? 5 : 2)
}
