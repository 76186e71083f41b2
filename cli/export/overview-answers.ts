import { type Arm, LIVE_ARMS } from '../../model/arm.ts'
import { METRIC_NAMES, METRICS } from '../../model/metrics.ts'
import type { AnswerWriter } from './answer-writer.ts'
import { writePlainFigures } from './plain-answers.ts'

/** The metrics that a page lets choose from. */
export const CHOSEN_METRICS = METRIC_NAMES.filter((name) => 'main' in METRICS[name])

const ARM_PAIRS: readonly { readonly arm: Arm; readonly baseline: Arm }[] = LIVE_ARMS.flatMap((arm) =>
  LIVE_ARMS.filter((baseline) => baseline !== arm).map((baseline) => ({ arm, baseline })),
)

/** Whole: adoption of every survey, the trend as each left it, what changed between them, and the ranking of every campaign in every metric and pair of arms. */
export async function writeOverview(writer: AnswerWriter): Promise<void> {
  await writer.json('meta', '/meta')
  await writer.downloads('vantages', '/vantages')
  await writer.downloads('paperStatements', '/papers/statements')
  await writer.downloads('paperPoints', '/papers/points')
  await writer.downloads('adoptionTrend', '/adoption/trend')
  const { points } = await writer.json('adoptionTrend', '/adoption/trend')
  for (const { surveyId: until } of points) {
    await writer.downloads('adoptionTrend', '/adoption/trend', { until })
    await writer.downloads('changes', '/changes', { until })
  }
  await writeChanges(writer)
  const { surveys } = await writer.json('surveys', '/surveys')
  for (const { id, state } of surveys)
    if (state === 'finished') {
      await writer.downloads('adoption', `/surveys/${id}/adoption`)
      await writePlainFigures(writer, 'survey', id)
    }
  const { campaigns } = await writer.json('campaigns', '/campaigns')
  const live = campaigns.filter(({ labRunId }) => labRunId === null)
  const ids: readonly (number | null)[] = live.length === 0 ? [null] : live.map(({ id }) => id)
  for (const campaign of ids)
    for (const metric of CHOSEN_METRICS)
      for (const pair of ARM_PAIRS)
        await writer.downloads('ranking', '/ranking', { metric, ...pair, campaign })
}

/** Writes what changed from survey to survey: JSON in pages as the server has them, the feed of the first of these. */
async function writeChanges(writer: AnswerWriter): Promise<void> {
  await writer.downloads('changes', '/changes')
  await writer.feed('changes', '/changes')
  const { total, pageSize } = await writer.json('changes', '/changes')
  for (let page = 2; (page - 1) * pageSize < total; page += 1)
    await writer.json('changes', '/changes', { page })
}
