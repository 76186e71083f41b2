import { takesFilmstrips } from '../../db/campaign/filmstrips.ts'
import type { CheckReport } from './check-report.ts'
import { linkText } from './link-text.ts'

/** Says under which conditions a check was run: a gain holds for these alone. */
export function conditions({
  url,
  campaign,
  arms,
}: Pick<CheckReport, 'arms' | 'campaign' | 'url'>): [string, string][] {
  const { createdAt, pauseMs, browserVersion, vantage, sandbox, link } = campaign
  const { unconfined } = (campaign.vantageFacts ?? {}) as { readonly unconfined?: boolean }
  const network = sandbox ? 'own network or sandbox, not the internet' : 'internet'
  const rounds = Math.max(0, ...arms.map(takenLoads))
  return [
    ['page', url],
    ['when', `${createdAt.slice(0, 16).replace('T', ' ')} UTC`],
    ['rounds', `${rounds}, in random order, ${pauseMs / 1_000} s between loads; every load cold`],
    ['browser', browserVersion ?? 'unknown'],
    ...(unconfined === true
      ? [['packet filter', 'none, by --unconfined: the page could reach this network'] as [string, string]]
      : []),
    ['network', link === null ? network : `${network}, emulated link ${linkText(link)}`],
    ...(takesFilmstrips(campaign)
      ? [['screenshots', 'taken during every load, which can slow it'] as [string, string]]
      : []),
    ...(vantage === null ? [] : [['from', vantage] as [string, string]]),
  ]
}

/** Loads of an arm, without those that were left undone since the site asked to be left alone or ended browsers. */
function takenLoads({ valid, invalid, failed, leftOut }: CheckReport['arms'][number]): number {
  const undone = leftOut.filter(({ reason }) => reason === 'parked' || reason === 'poison')
  return valid + invalid + failed - undone.reduce((sum, { samples }) => sum + samples, 0)
}
