import type { Database } from '../../db/connection/database.ts'
import { gainRatio, type MeasuredGain } from '../../stats/comparison/gain-ratio.ts'
import { configuredLink } from '../campaign/campaign-answer.ts'
import {
  type ComparedPage,
  campaignGain,
  comparedPages,
  type LivePage,
  livePages,
} from '../campaign/campaign-gains.ts'
import type { Compared } from '../comparisons/comparison-source.ts'
import { toInterval } from '../comparisons/interval.ts'
import type { Arm, Request, SiteVantages, VantageGain } from '../contract/contract.ts'
import { Problem } from '../http/problem.ts'
import type { Context } from '../request/context.ts'

/** Answers what arms gained at a site from each vantage point, and whether that differs from the first of them. */
export async function siteVantages(
  { db, comparisons }: Pick<Context, 'db' | 'comparisons'>,
  { params, query }: Request<'siteVantages'>,
): Promise<{ readonly answer: SiteVantages; readonly pending: boolean }> {
  const { domain } = params
  const { metric, baseline } = query
  const seen = await shownByVantage(db, domain, query.campaign)
  const reference = query.reference ?? seen[0]?.campaign.vantage ?? null
  if (query.reference !== undefined && !seen.some(({ campaign }) => campaign.vantage === reference))
    throw new Problem('not_found', 'No such campaign was made from this vantage point.')
  const compared = await comparedPages(comparisons, seen, { metric, baseline })
  const rows = [...compared].flatMap(([arm, found]) => {
    const base = found.find(({ campaign }) => campaign.vantage === reference)
    return found.map((each) => rowOf(arm, each, each === base ? undefined : base?.compared))
  })
  const first = seen[0]
  const pending = rows.some((row) => row.pending)
  return {
    answer: {
      ...{ domain, metric, baseline, reference, rows, pending },
      url: first?.page.url ?? null,
      sandbox: first?.campaign.sandbox ?? null,
      configuredLink: first === undefined ? null : configuredLink(first.campaign),
    },
    pending,
  }
}

/**
 * Live campaigns under the conditions of the one that the site's page shows; of each vantage point that one, else the newest;
 * by its name. None where the one that is shown is not among them.
 */
async function shownByVantage(
  db: Database,
  domain: string,
  asked: number | undefined,
): Promise<readonly LivePage[]> {
  const { shown: first, pages } = await livePages(db, domain, asked)
  if (first === null) return []
  const shown = new Map<string | null, LivePage>()
  for (const one of [first, ...pages])
    if (one.conditions === first.conditions && !shown.has(one.campaign.vantage))
      shown.set(one.campaign.vantage, one)
  const name = ({ campaign }: LivePage): string => campaign.vantage ?? ''
  return [...shown.values()].sort((a, b) => (name(a) < name(b) ? -1 : 1))
}

function rowOf(arm: Arm, page: ComparedPage, base: Compared | undefined): VantageGain {
  const [gained, reference] = [measuredGain(page.compared), measuredGain(base)]
  const against = gained === null || reference === null ? null : gainRatio(gained, reference)
  const row = campaignGain(arm, page)
  return {
    ...row,
    ratio: against?.ratio ?? null,
    ratioInterval: toInterval(against?.interval),
    differs: against?.differs ?? null,
    smallestDetectablePercent: against?.couldHaveShownPercent ?? null,
    pending: row.pending || base === 'pending',
  }
}

function measuredGain(compared: Compared | undefined): MeasuredGain | null {
  const result = compared === undefined || compared === 'pending' ? null : compared.comparison
  const gain = result?.gain ?? null
  return result === null || gain === null ? null : { gain, interval: result.gainInterval }
}
