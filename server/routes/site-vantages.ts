import { pagesByDomain, type SettledPage } from '../../db/campaign/campaign-pages.ts'
import { type CampaignRow, campaignById } from '../../db/campaign/campaigns.ts'
import { takesFilmstrips } from '../../db/campaign/filmstrips.ts'
import type { Database } from '../../db/connection/database.ts'
import { canonicalJson } from '../../db/rows/canonical-json.ts'
import { gainRatio, type MeasuredGain } from '../../stats/comparison/gain-ratio.ts'
import { configuredLink } from '../campaign/campaign-answer.ts'
import { orderArms } from '../campaign/place.ts'
import { type Compared, pageName } from '../comparisons/comparison-source.ts'
import { gainColumns } from '../comparisons/gain-columns.ts'
import { toInterval } from '../comparisons/interval.ts'
import type { Arm, Request, SiteVantages, VantageGain } from '../contract/contract.ts'
import { shownPage } from '../defaults/shown-page.ts'
import { csvTable } from '../http/csv.ts'
import { Problem, requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { ToCsv } from '../request/handler.ts'

/** Newest campaigns of a site among which those of its vantage points are looked for. */
const MOST_CAMPAIGNS = 50

/** What arms gained at a site, from each vantage point, and whether that differs from the first of them. */
export async function siteVantages(
  context: Pick<Context, 'db' | 'comparisons'>,
  { params, query }: Request<'siteVantages'>,
): Promise<{ readonly answer: SiteVantages; readonly pending: boolean }> {
  const { domain } = params
  const { metric, baseline } = query
  const seen = await shownByVantage(context.db, domain, query.campaign)
  const reference = query.reference ?? seen[0]?.campaign.vantage ?? null
  if (query.reference !== undefined && !seen.some(({ campaign }) => campaign.vantage === reference))
    throw new Problem('not_found', 'No such campaign was made from this vantage point.')
  const pages = seen.map(({ page }) => page)
  const compared = await context.comparisons.compare({ metric, baseline, pages })
  const comparedAt = (page: SettledPage, arm: Arm): Compared | undefined =>
    compared.get(pageName(page))?.get(arm)
  const arms = orderArms([...compared.values()].flatMap((found) => [...found.keys()]))
  const rows = arms.flatMap((arm) => {
    const found = seen.flatMap(({ page, campaign }) => {
      const one = comparedAt(page, arm)
      return one === undefined ? [] : [{ page, campaign, one }]
    })
    const base = found.find(({ campaign }) => campaign.vantage === reference)
    return found.map((each) => rowOf(arm, each, each === base ? undefined : base?.one))
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

interface Seen {
  readonly page: SettledPage
  readonly campaign: CampaignRow
}

/**
 * Live campaigns under the conditions of the one that the site's page shows; of each vantage point that one, else the newest;
 * by its name. None where the one that is shown is not among them.
 */
async function shownByVantage(
  db: Database,
  domain: string,
  asked: number | undefined,
): Promise<readonly Seen[]> {
  const pages = (await pagesByDomain(db, domain)).filter(({ labRunId }) => labRunId === null)
  if (pages.length === 0) throw new Problem('not_found', 'No live campaign has loaded a page of this site.')
  const first = await shownPage(db, pages, asked)
  if (first === null) return []
  const inOrder = [first, ...pages.slice(0, MOST_CAMPAIGNS)]
  const shown = new Map<string | null, Seen>()
  let wanted: string | null = null
  for (const page of inOrder) {
    const campaign = requireFound(await campaignById(db, page.campaignId), 'campaign')
    const conditions = conditionsOf(page, campaign)
    wanted ??= conditions
    if (conditions === wanted && !shown.has(campaign.vantage)) shown.set(campaign.vantage, { page, campaign })
  }
  const name = ({ campaign }: Seen): string => campaign.vantage ?? ''
  return [...shown.values()].sort((a, b) => (name(a) < name(b) ? -1 : 1))
}

/** What has to be the same for times to be comparable. */
function conditionsOf({ url }: SettledPage, campaign: CampaignRow): string {
  const { sandbox, source, device, browserKind } = campaign
  const link = configuredLink(campaign)
  return canonicalJson({
    url,
    sandbox,
    source,
    device,
    browserKind,
    link,
    filmstrips: takesFilmstrips(campaign),
  })
}

function rowOf(
  arm: Arm,
  { page, campaign, one }: Seen & { readonly one: Compared },
  base: Compared | undefined,
): VantageGain {
  const result = one === 'pending' ? null : one.comparison
  const [gained, reference] = [measuredGain(one), measuredGain(base)]
  const against = gained === null || reference === null ? null : gainRatio(gained, reference)
  return {
    arm,
    vantage: campaign.vantage,
    campaignId: page.campaignId,
    site: page.site,
    createdAt: campaign.createdAt,
    browserVersion: campaign.browserVersion,
    n: one === 'pending' ? 0 : one.n,
    baselineMedian: result?.baselineMedian ?? null,
    armMedian: result?.armMedian ?? null,
    gain: result?.gain ?? null,
    gainInterval: toInterval(result?.gainInterval),
    verdict: result?.verdict ?? null,
    ratio: against?.ratio ?? null,
    ratioInterval: toInterval(against?.interval),
    differs: against?.differs ?? null,
    smallestDetectablePercent: against?.couldHaveShownPercent ?? null,
    pending: one === 'pending' || base === 'pending',
  }
}

function measuredGain(compared: Compared | undefined): MeasuredGain | null {
  const result = compared === undefined || compared === 'pending' ? null : compared.comparison
  const gain = result?.gain ?? null
  return result === null || gain === null ? null : { gain, interval: result.gainInterval }
}

export const siteVantagesCsv: ToCsv<'siteVantages'> = ({ domain, metric, baseline, reference, rows }) =>
  csvTable<SiteVantages['rows'][number]>(rows, {
    domain: () => domain,
    metric: () => metric,
    baseline: () => baseline,
    arm: (row) => row.arm,
    vantage: (row) => row.vantage,
    campaign_id: (row) => row.campaignId,
    site: (row) => row.site,
    created_at: (row) => row.createdAt,
    browser_version: (row) => row.browserVersion,
    ...gainColumns(metric),
    verdict: (row) => row.verdict,
    reference: () => reference,
    ratio: (row) => row.ratio,
    ratio_low: (row) => row.ratioInterval?.low ?? null,
    ratio_high: (row) => row.ratioInterval?.high ?? null,
    differs: (row) => row.differs,
    smallest_detectable_percent: (row) => row.smallestDetectablePercent,
    pending: (row) => row.pending,
  })
