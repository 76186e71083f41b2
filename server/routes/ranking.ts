import { pagesByCampaign } from '../../db/campaign/campaign-pages.ts'
import { campaignSizes } from '../../db/campaign/campaign-sizes.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import type { ArmComparison } from '../../stats/comparison/compare-arms.ts'
import { gainSummary } from '../../stats/lab/gain-summary.ts'
import { medianEstimate } from '../../stats/median-estimate.ts'
import { holm } from '../../stats/tests/holm.ts'
import { campaignAnswer } from '../campaign/campaign-answer.ts'
import { pageName } from '../comparisons/comparison-source.ts'
import { toInterval } from '../comparisons/interval.ts'
import type { Ranking } from '../contract/contract.ts'
import { defaultCampaign } from '../defaults/default-campaign.ts'
import { requireFound } from '../http/problem.ts'
import type { Handler } from '../request/handler.ts'

/** Chance that any of all sites is called different where none is. */
const LEVEL = 0.05

type Row = Ranking['rows'][number]

export const ranking: Handler<'ranking'> = async (context, { query }) => {
  const { metric, arm, baseline } = query
  const campaign = await rankedCampaign(context.db, query.campaign)
  const pages = campaign === null ? [] : await pagesByCampaign(context.db, campaign.id)
  const compared = await context.comparisons.compare({ metric, baseline, arm, pages })
  let pending = 0
  let withoutPairs = 0
  const rows = pages.flatMap(({ domain, rank, campaignId, site }): Row[] => {
    const result = compared.get(pageName({ campaignId, site }))?.get(arm)
    if (result === 'pending') {
      pending += 1
      return []
    }
    const row = result?.comparison == null ? null : compareRow(result.comparison, result.pValue)
    if (row === null) {
      withoutPairs += 1
      return []
    }
    return [{ domain, rank, campaignId, site, ...row }]
  })
  const corrected = holm(rows.map(({ pValue }) => pValue ?? 1))
  const ranked = rows
    .map((row, index) => ({ ...row, holm: row.pValue === null ? null : (corrected[index] ?? 1) < LEVEL }))
    .sort((a, b) => b.gain - a.gain || (a.domain < b.domain ? -1 : 1))
  const withoutInterval = ranked.filter(({ gainInterval }) => gainInterval === null).length
  return {
    answer: {
      metric,
      arm,
      baseline,
      campaignId: campaign?.id ?? null,
      vantage: campaign?.vantage ?? null,
      campaign,
      pending,
      withoutInterval,
      withoutPairs,
      summary: summarise(ranked),
      rows: ranked,
    },
    pending: pending > 0,
  }
}

/** One campaign: loads of two are not comparable where their links or browsers differ. Null: there is no live one. */
async function rankedCampaign(db: Database, asked: number | undefined): Promise<Ranking['campaign']> {
  const id = asked ?? (await defaultCampaign(db)).id
  if (id === null) return null
  const row = requireFound(await campaignById(db, id), 'campaign')
  const [size] = await campaignSizes(db, row.id)
  // JSON as it was stored.
  return { ...campaignAnswer(row, size), link: row.link as NonNullable<Ranking['campaign']>['link'] }
}

/** Returns null where no round has both arms. */
function compareRow(
  { n, baselineMedian, armMedian, gain, gainInterval, verdict }: ArmComparison,
  pValue: number | null,
): Omit<Row, 'domain' | 'rank' | 'campaignId' | 'site'> | null {
  if (baselineMedian === null || armMedian === null || gain === null) return null
  return {
    n,
    baselineMedian,
    armMedian,
    gain,
    gainInterval: toInterval(gainInterval),
    verdict,
    pValue,
    holm: null,
  }
}

function summarise(rows: readonly Row[]): Ranking['summary'] {
  const summary = gainSummary(rows.map(({ domain, gain }) => ({ condition: domain, gain })))
  const medianGain = medianEstimate(rows.map(({ gain }) => gain))
  const medianSaved = medianEstimate(rows.map(({ baselineMedian, armMedian }) => baselineMedian - armMedian))
  if (summary === undefined || medianGain === undefined || medianSaved === undefined) return null
  const { n, mean, geometricMean, atLeastOne, atLeastTwo } = summary
  const count = (verdict: Row['verdict']): number => rows.filter((row) => row.verdict === verdict).length
  return {
    n,
    mean,
    geometricMean,
    medianGain: medianGain.value,
    medianGainInterval: toInterval(medianGain.interval),
    medianSaved: medianSaved.value,
    medianSavedInterval: toInterval(medianSaved.interval),
    atLeastOne,
    atLeastTwo,
    faster: count('faster'),
    slower: count('slower'),
    noDifference: count('no difference shown'),
    tooFewRounds: count('too few rounds'),
  }
}
