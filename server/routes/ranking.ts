import { latestLivePlaces, placesOfCampaign } from '../../db/campaign/campaign-places.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { gainSummary } from '../../stats/lab/gain-summary.ts'
import { holm } from '../../stats/tests/holm.ts'
import { placeName } from '../comparisons/comparison-source.ts'
import { intervalOf } from '../comparisons/interval.ts'
import type { Ranking, Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { found } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { CsvOf, Reply } from '../request/handler.ts'

/** Chance that any of all sites is called different where none is. */
const LEVEL = 0.05

type Row = Ranking['rows'][number]

export async function ranking(context: Context, { query }: Request<'ranking'>): Promise<Reply<'ranking'>> {
  const { metric, arm, baseline, campaign = null } = query
  if (campaign !== null) found(await campaignById(context.db, campaign), 'campaign')
  const places =
    campaign === null ? await latestLivePlaces(context.db) : await placesOfCampaign(context.db, campaign)
  const compared = await context.comparisons.of({ metric, baseline, arm, places })
  let pending = 0
  let withoutPairs = 0
  const rows = places.flatMap(({ domain, rank, campaignId, site }): Row[] => {
    const of = compared.get(placeName({ campaignId, site }))?.get(arm)
    if (of === 'pending') pending += 1
    const gain = of === undefined || of === 'pending' ? null : (of.comparison?.gain ?? null)
    if (of === 'pending' || of?.comparison == null || gain === null) {
      if (of !== 'pending') withoutPairs += 1
      return []
    }
    const { n, gainInterval, verdict } = of.comparison
    const interval = intervalOf(gainInterval)
    return [
      {
        domain,
        rank,
        campaignId,
        site,
        n,
        gain,
        gainInterval: interval,
        verdict,
        pValue: of.pValue,
        holm: null,
      },
    ]
  })
  const corrected = holm(rows.map(({ pValue }) => pValue ?? 1))
  const ranked = rows
    .map((row, index) => ({ ...row, holm: row.pValue === null ? null : (corrected[index] ?? 1) < LEVEL }))
    .sort((a, b) => b.gain - a.gain || (a.domain < b.domain ? -1 : 1))
  const withoutInterval = ranked.filter(({ gainInterval }) => gainInterval === null).length
  return {
    answer: {
      ...{ metric, arm, baseline, campaignId: campaign, pending, withoutInterval, withoutPairs },
      summary: summaryOf(ranked),
      rows: ranked,
    },
    pending: pending > 0,
  }
}

function summaryOf(rows: readonly Row[]): Ranking['summary'] {
  const summary = gainSummary(rows.map(({ domain, gain }) => ({ condition: domain, gain })))
  if (summary === undefined) return null
  const { n, mean, geometricMean, atLeastOne, atLeastTwo } = summary
  const count = (verdict: Row['verdict']): number => rows.filter((row) => row.verdict === verdict).length
  return {
    ...{ n, mean, geometricMean, atLeastOne, atLeastTwo },
    faster: count('faster'),
    slower: count('slower'),
    noDifference: count('no difference shown'),
    tooFewRounds: count('too few rounds'),
  }
}

export const rankingCsv: CsvOf<'ranking'> = ({ metric, arm, baseline, rows }) =>
  csvTable<Row>(rows, {
    domain: (row) => row.domain,
    rank: (row) => row.rank,
    campaign_id: (row) => row.campaignId,
    site: (row) => row.site,
    metric: () => metric,
    arm: () => arm,
    baseline: () => baseline,
    n: (row) => row.n,
    gain: (row) => row.gain,
    gain_low: (row) => row.gainInterval?.low ?? null,
    gain_high: (row) => row.gainInterval?.high ?? null,
    verdict: (row) => row.verdict,
    p_value: (row) => row.pValue,
    holm: (row) => row.holm,
  })
