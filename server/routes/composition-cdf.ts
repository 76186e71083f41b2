import { campaignById } from '../../db/campaign/campaigns.ts'
import { readCompositionCdf } from '../campaign/composition-cdf.ts'
import { csvTable } from '../http/csv.ts'
import { requireFound } from '../http/problem.ts'
import type { Handler, ToCsv } from '../request/handler.ts'

export const compositionCdf: Handler<'compositionCdf'> = async ({ db }, { params, query: { metric } }) => {
  const campaign = requireFound(await campaignById(db, params.id), 'campaign')
  return { answer: await readCompositionCdf(db, campaign, metric) }
}

export const compositionCdfCsv: ToCsv<'compositionCdf'> = ({ campaignId, vantage, metric, arms }) => {
  const rows = arms.flatMap(({ steps, bandHalfWidth, ...curve }) =>
    steps.map((step) => ({ ...curve, ...step, half: bandHalfWidth ?? 1 })),
  )
  return csvTable<(typeof rows)[number]>(rows, {
    campaign_id: () => campaignId,
    vantage: () => vantage,
    arm: (row) => row.arm,
    n: (row) => row.n,
    without: (row) => row.without,
    [metric]: (row) => row.value,
    share: (row) => row.share,
    share_low: (row) => Math.max(0, row.share - row.half),
    share_high: (row) => Math.min(1, row.share + row.half),
  })
}
