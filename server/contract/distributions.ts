import { z } from 'zod'
import { ranking } from '../../figures/ranking.ts'
import { campaign } from './campaigns.ts'
import { figureAnswerWith } from './figure-schema.ts'
import { count, interval, stored } from './terms.ts'

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

export type Ranking = z.output<typeof rankingAnswer>
