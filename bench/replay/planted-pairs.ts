import type { ComparisonVerdict } from '../../stats/comparison/compare-arms.ts'
import { verdictOf } from './accuracy-of-page.ts'
import type { MeasuredLoad } from './measured-loads.ts'

/** HTTP/3 against HTTP/1.1 on a page over a link, live and replayed. */
export interface PlantedPair {
  readonly page: string
  readonly link: string
  readonly live: ComparisonVerdict
  readonly replayed: ComparisonVerdict
}

/**
 * Gain by HTTP/3 because of shards and think times alone. Nearly all of their hosts speak it: a live load under the arm `h3`
 * has the others by HTTP/1.1 or HTTP/2, a replay has all by HTTP/3, so that a page of which half is forced differs.
 */
export const PLANTED_PAGES = [
  'hard-fashion.test',
  'hard-maps.test',
  'hard-grocer.test',
  'hard-social.test',
  'hard-video.test',
]
/** Those that are compared. */
export const PLANTED_ARMS = 'h1,h3'
export const PLANTED_LINKS = ['rtt=60ms,down=20,up=10', 'rtt=120ms,down=20,up=10', 'rtt=200ms,down=10,up=5']

export function plantedPairs(
  link: string,
  live: readonly MeasuredLoad[],
  replayed: readonly MeasuredLoad[],
): PlantedPair[] {
  return [...new Set(live.map(({ page }) => page))].map((page) => {
    const verdict = (loads: readonly MeasuredLoad[]): ComparisonVerdict => {
      const own = loads.filter((load) => load.page === page)
      return verdictOf(
        own.filter(({ arm }) => arm === 'h1'),
        own.filter(({ arm }) => arm === 'h3'),
      )
    }
    return { page, link, live: verdict(live), replayed: verdict(replayed) }
  })
}
