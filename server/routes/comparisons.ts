import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import { seriesHeads } from '../../db/campaign/series.ts'
import { chooseBaseline } from '../../model/choose-baseline.ts'
import { countLeftOut } from '../campaign/left-out.ts'
import { findPage, orderArms, subjectColumns, subjectOf } from '../campaign/place.ts'
import { comparisonSentence } from '../comparisons/comparison-sentence.ts'
import { type Compared, pageName } from '../comparisons/comparison-source.ts'
import { gainColumns } from '../comparisons/gain-columns.ts'
import { toInterval } from '../comparisons/interval.ts'
import type { Arm, Comparison, Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'

export async function comparisons(
  context: Context,
  { params, query }: Request<'comparisons'>,
): Promise<Reply<'comparisons'>> {
  const subject = subjectOf(await findPage(context, params))
  const { campaignId, site } = subject
  const { metric } = query
  const tallies = await sampleTallies(context.db, campaignId, site)
  const heads = await seriesHeads(context.db, { campaignId, site, metric })
  const arms = orderArms([...tallies, ...heads].map(({ arm }) => arm))
  const baseline = query.baseline ?? chooseBaseline(arms)
  const compared = await context.comparisons.compare({ metric, baseline, pages: [{ campaignId, site }] })
  const comparedByArm = compared.get(pageName({ campaignId, site }))
  const count = (arm: Arm): number => heads.find((head) => head.arm === arm)?.n ?? 0
  const all = arms
    .filter((arm) => arm !== baseline)
    .map((arm) => ({
      ...comparisonAnswer(baseline, arm, comparedByArm?.get(arm), count(arm)),
      leftOut: countLeftOut(tallies, arm, count(arm)),
    }))
  const pending = all.some((one) => one.pending)
  const baselineLeftOut = countLeftOut(tallies, baseline, count(baseline))
  return {
    answer: { ...subject, metric, baseline, baselineLeftOut, pending, comparisons: all },
    pending,
  }
}

function comparisonAnswer(
  baseline: Arm,
  arm: Arm,
  compared: Compared | undefined,
  values: number,
): Omit<Comparison, 'leftOut'> {
  const done = compared === 'pending' ? undefined : compared
  const result = done?.comparison
  return {
    arm,
    n: done?.n ?? 0,
    baselineMedian: result?.baselineMedian ?? null,
    armMedian: result?.armMedian ?? null,
    gain: result?.gain ?? null,
    gainInterval: toInterval(result?.gainInterval),
    reductionOfMeansPercent: result?.reductionOfMeansPercent ?? null,
    reductionOfMeansInterval: toInterval(result?.reductionOfMeansInterval),
    reductionOfMediansPercent: result?.reductionOfMediansPercent ?? null,
    reductionOfMediansInterval: toInterval(result?.reductionOfMediansInterval),
    verdict: result?.verdict ?? null,
    sentence: comparisonSentence(baseline, arm, compared),
    smallestDetectablePercent: result?.couldHaveShownPercent ?? null,
    intervalRule: result?.intervalRule ?? null,
    autocorrelation: result?.autocorrelation ?? null,
    effectiveRounds: result?.effectiveRounds ?? null,
    pending: compared === 'pending',
    unpaired: done?.unpaired ?? values,
  }
}

export const comparisonsCsv: ToCsv<'comparisons'> = ({ metric, baseline, comparisons: all, ...subject }) =>
  csvTable<Comparison>(all, {
    ...subjectColumns(subject),
    metric: () => metric,
    baseline: () => baseline,
    arm: (row) => row.arm,
    ...gainColumns(metric),
    reduction_of_means_percent: (row) => row.reductionOfMeansPercent,
    reduction_of_means_low: (row) => row.reductionOfMeansInterval?.low ?? null,
    reduction_of_means_high: (row) => row.reductionOfMeansInterval?.high ?? null,
    reduction_of_medians_percent: (row) => row.reductionOfMediansPercent,
    reduction_of_medians_low: (row) => row.reductionOfMediansInterval?.low ?? null,
    reduction_of_medians_high: (row) => row.reductionOfMediansInterval?.high ?? null,
    verdict: (row) => row.verdict,
    smallest_detectable_percent: (row) => row.smallestDetectablePercent,
    interval_rule: (row) => row.intervalRule,
    autocorrelation: (row) => row.autocorrelation?.value ?? null,
    autocorrelation_low: (row) => row.autocorrelation?.low ?? null,
    autocorrelation_high: (row) => row.autocorrelation?.high ?? null,
    effective_rounds: (row) => row.effectiveRounds,
    left_out: (row) => row.leftOut.reduce((sum, { count }) => sum + count, 0),
    unpaired: (row) => row.unpaired,
    pending: (row) => row.pending,
    sentence: (row) => row.sentence,
  })
