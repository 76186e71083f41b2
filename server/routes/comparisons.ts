import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import { seriesHeads } from '../../db/campaign/series.ts'
import { chooseBaseline } from '../../model/choose-baseline.ts'
import { countLeftOut } from '../campaign/left-out.ts'
import { findPage, orderArms, subjectOf } from '../campaign/place.ts'
import { comparisonSentence } from '../comparisons/comparison-sentence.ts'
import { type Compared, pageName } from '../comparisons/comparison-source.ts'
import { toInterval } from '../comparisons/interval.ts'
import type { Arm, Comparison } from '../contract/contract.ts'
import type { Handler } from '../request/handler.ts'

export const comparisons: Handler<'comparisons'> = async (context, { params, query }) => {
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
    answer: { ...subject, metric, baseline, baselineLeftOut, pending, rows: all },
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
