import { type ListedRank, rankOf } from '../../model/site-rank.ts'

/** `17`, or `top 1000` where no more is known. */
export function rankText(site: ListedRank): string {
  return String(rankOf(site) ?? `top ${site.rankMagnitude}`)
}
