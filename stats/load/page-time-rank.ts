import type { PageTimes } from '../../model/load-second.ts'

interface CountedPages {
  /** Times of pages that were done. */
  readonly times: PageTimes
  /** Failed, or under way for too long: each counts as longer than all that are done. */
  readonly longer: number
}

/**
 * The page time of a rank, milliseconds, by the nearest rank (as the load program has it of a second). Null where the rank
 * is among pages that are longer than all that were done; undefined without any page.
 *
 * @param fraction above 0, up to 1
 */
export function pageTimeOfRank({ times, longer }: CountedPages, fraction: number): number | null | undefined {
  const n = times.reduce((sum, [, pages]) => sum + pages, longer)
  if (n === 0) return undefined
  const rank = Math.max(1, Math.ceil(fraction * n))
  let counted = 0
  for (const [us, pages] of times.toSorted(([a], [b]) => a - b)) {
    counted += pages
    if (counted >= rank) return us / 1_000
  }
  return null
}

/** Page times of several intervals as one. */
export function addPageTimes(several: readonly PageTimes[]): PageTimes {
  const counts = new Map<number, number>()
  for (const [us, pages] of several.flat()) counts.set(us, (counts.get(us) ?? 0) + pages)
  return [...counts].sort(([a], [b]) => a - b)
}
