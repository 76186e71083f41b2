import { pagesByDomain, type SettledPage } from '../../db/campaign/campaign-pages.ts'
import { type CampaignRow, campaignById } from '../../db/campaign/campaigns.ts'
import { takesFilmstrips } from '../../db/campaign/filmstrips.ts'
import type { Database } from '../../db/connection/database.ts'
import { canonicalJson } from '../../db/rows/json.ts'
import type { MetricName } from '../../model/metrics.ts'
import { type Compared, type ComparisonSource, pageName } from '../comparisons/comparison-source.ts'
import { toInterval } from '../comparisons/interval.ts'
import type { Arm, CampaignGain } from '../contract/contract.ts'
import { shownPage } from '../defaults/shown-page.ts'
import { Problem, requireFound } from '../http/problem.ts'
import { configuredLink } from './campaign-answer.ts'
import { orderArms } from './place.ts'

/** Newest campaigns of a site that are looked at. */
const MOST_CAMPAIGNS = 50

export interface LivePage {
  readonly page: SettledPage
  readonly campaign: CampaignRow
  /** A text of all conditions; times of two campaigns are comparable only where it is the same. */
  readonly conditions: string
}

export interface ComparedPage extends LivePage {
  readonly compared: Compared
}

export interface LivePages {
  /** Page of the campaign that is shown (`shownPage`); null: it has none, or is not live. */
  readonly shown: LivePage | null
  /** Pages of the newest campaigns and of the shown one, newest first. */
  readonly pages: readonly LivePage[]
}

/**
 * @param asked the campaign that is to be shown
 * @throws Problem `not_found` where no live campaign has loaded a page of the site, or there is no such campaign
 */
export async function livePages(db: Database, domain: string, asked: number | undefined): Promise<LivePages> {
  const live = (await pagesByDomain(db, domain)).filter(({ labRunId }) => labRunId === null)
  if (live.length === 0) throw new Problem('not_found', 'No live campaign has loaded a page of this site.')
  const shown = await shownPage(db, live, asked)
  const pages: LivePage[] = []
  for (const page of live.filter((page, index) => index < MOST_CAMPAIGNS || page === shown)) {
    const campaign = requireFound(await campaignById(db, page.campaignId), 'campaign')
    pages.push({ page, campaign, conditions: conditionsOf(page, campaign) })
  }
  return { shown: pages.find(({ page }) => page === shown) ?? null, pages }
}

function conditionsOf({ url }: SettledPage, campaign: CampaignRow): string {
  const { sandbox, source, device, browserKind } = campaign
  const link = configuredLink(campaign)
  return canonicalJson({
    ...{ url, sandbox, source, device, browserKind, link },
    filmstrips: takesFilmstrips(campaign),
  })
}

/** Finds for each arm the pages that have loads under it and the baseline, in their order. */
export async function comparedPages(
  comparisons: ComparisonSource,
  seen: readonly LivePage[],
  by: { readonly metric: MetricName; readonly baseline: Arm },
): Promise<ReadonlyMap<Arm, readonly ComparedPage[]>> {
  const found = await comparisons.compare({ ...by, pages: seen.map(({ page }) => page) })
  const arms = orderArms([...found.values()].flatMap((byArm) => [...byArm.keys()]))
  return new Map(
    arms.map((arm) => [
      arm,
      seen.flatMap((one) => {
        const compared = found.get(pageName(one.page))?.get(arm)
        return compared === undefined ? [] : [{ ...one, compared }]
      }),
    ]),
  )
}

export function campaignGain(arm: Arm, { page, campaign, compared }: ComparedPage): CampaignGain {
  const result = compared === 'pending' ? null : compared.comparison
  return {
    arm,
    vantage: campaign.vantage,
    campaignId: page.campaignId,
    site: page.site,
    createdAt: campaign.createdAt,
    browserVersion: campaign.browserVersion,
    n: compared === 'pending' ? 0 : compared.n,
    baselineMedian: result?.baselineMedian ?? null,
    armMedian: result?.armMedian ?? null,
    gain: result?.gain ?? null,
    gainInterval: toInterval(result?.gainInterval),
    verdict: result?.verdict ?? null,
    pending: compared === 'pending',
  }
}
