import { z } from 'zod'
import { ranking } from '../../figures/ranking.ts'
import { campaign } from './campaigns.ts'
import { figureAnswerWith } from './figure-schema.ts'
import { metric } from './metrics.ts'
import { arm, count, interval, leftOut, pageSubject, stored } from './terms.ts'

const value = z
  .number()
  .nullable()
  .meta({ description: 'In the unit of the metric; null where there is none' })

export const cdf = z
  .strictObject({
    ...pageSubject,
    metric,
    p: z.array(z.number()).meta({ description: 'Shares from 0 to 1 at which the quantiles are given' }),
    arms: z.array(
      z.strictObject({
        arm,
        n: count.meta({ description: 'Valid samples with a value' }),
        leftOut: z.array(leftOut),
        min: value,
        max: value,
        values: z.array(z.number()).meta({ description: 'Exact quantiles (R-7) at `p`; empty where n is 0' }),
        table: z
          .array(z.strictObject({ p: z.number(), value: z.number() }))
          .meta({ description: 'Quantiles at 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99' }),
      }),
    ),
  })
  .meta({ id: 'Cdf', description: 'Empirical distribution of a metric, an arm each' })

export const rankingAnswer = figureAnswerWith(ranking, {
  campaign: z
    .strictObject({ ...campaign.shape, link: stored })
    .nullable()
    .meta({
      description: 'Under which conditions its sites were loaded; `link` is null on a real network',
    }),
  summary: z
    .strictObject({
      n: count,
      mean: z.number(),
      geometricMean: z.number(),
      medianGain: z.number(),
      medianGainInterval: interval
        .nullable()
        .meta({ description: 'Of the sites’ gains, by the sign test; null for fewer than 6 sites' }),
      medianSaved: z.number().meta({
        description: 'Median of the sites’ savings, `baselineMedian − armMedian`; below 0 the arm is slower',
      }),
      medianSavedInterval: interval.nullable(),
      atLeastOne: count,
      atLeastTwo: count,
      faster: count,
      slower: count,
      noDifference: count,
      tooFewRounds: count,
    })
    .nullable(),
})

export type Cdf = z.output<typeof cdf>
export type Ranking = z.output<typeof rankingAnswer>
