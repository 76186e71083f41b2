import { z } from 'zod'
import { campaign } from './campaigns.ts'
import { metric } from './metrics.ts'
import { arm, count, interval, leftOut, pageSubject, stored, verdict } from './terms.ts'

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

export const comparison = z
  .strictObject({
    arm,
    n: count.meta({ description: 'Rounds in which both arms have a value' }),
    baselineMedian: value,
    armMedian: value,
    gain: z
      .number()
      .nullable()
      .meta({ description: 'median(baseline) / median(arm): above 1 the arm is faster' }),
    gainInterval: interval.nullable(),
    reductionOfMeansPercent: z
      .number()
      .nullable()
      .meta({ description: '100 · (1 − mean(arm) / mean(baseline))' }),
    reductionOfMeansInterval: interval.nullable(),
    reductionOfMediansPercent: z.number().nullable(),
    reductionOfMediansInterval: interval.nullable(),
    verdict: verdict.nullable().meta({ description: 'Null while it is being computed' }),
    sentence: z.string().meta({ description: 'The verdict in words' }),
    smallestDetectablePercent: z.number().nullable().meta({
      description:
        'Smallest detectable difference: the smallest that so many rounds show in about 75 % of campaigns, percent',
    }),
    intervalRule: z
      .enum(['fixed', 'sequential'])
      .nullable()
      .meta({
        description:
          '`sequential`: the campaign could stop after any round (`--until-ci`), and the intervals hold at every one of ' +
          'them together, so they are wider. Null while it is being computed',
      }),
    autocorrelation: z
      .strictObject({ value: z.number(), low: z.number(), high: z.number() })
      .nullable()
      .meta({
        description:
          'Lag-1 autocorrelation of the rounds’ log ratios (of ranks, corrected for bias) with its 95 % interval; above ' +
          '0 rounds resemble their neighbours, and the intervals are widened. Null without an interval',
      }),
    effectiveRounds: z.number().nullable().meta({
      description:
        'Independent rounds that tell as much as these: n (1 − ρ)/(1 + ρ), ρ half a standard error above its estimate',
    }),
    pending: z.boolean().meta({ description: 'True while it is being computed: ask again' }),
    leftOut: z.array(leftOut).meta({ description: 'Of the arm' }),
    unpaired: count.meta({ description: 'Rounds in which only the arm has a value' }),
  })
  .meta({ id: 'Comparison', description: 'An arm against the baseline, over rounds; bootstrap intervals' })

export const comparisons = z
  .strictObject({
    ...pageSubject,
    metric,
    baseline: arm,
    baselineLeftOut: z.array(leftOut),
    pending: z
      .boolean()
      .meta({ description: 'True where any of them is being computed; the status is 202 then' }),
    comparisons: z.array(comparison),
  })
  .meta({ id: 'Comparisons' })

export const ranking = z
  .strictObject({
    metric,
    arm,
    baseline: arm,
    campaignId: count.nullable().meta({ description: 'Null: there is no live campaign' }),
    campaign: z
      .strictObject({ ...campaign.shape, link: stored })
      .nullable()
      .meta({
        description: 'Under which conditions its sites were loaded; `link` is null on a real network',
      }),
    pending: count.meta({ description: 'Sites whose comparison is being computed' }),
    withoutInterval: count.meta({ description: 'Sites among the rows with too few rounds for an interval' }),
    withoutPairs: count.meta({ description: 'Sites left out: no round in which both arms have a value' }),
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
          description:
            'Median of the sites’ savings, `baselineMedian − armMedian`; below 0 the arm is slower',
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
    rows: z
      .array(
        z.strictObject({
          domain: z.string(),
          rank: count.nullable(),
          campaignId: count,
          site: count,
          n: count,
          baselineMedian: z.number(),
          armMedian: z.number(),
          gain: z.number(),
          gainInterval: interval.nullable(),
          verdict,
          pValue: z
            .number()
            .nullable()
            .meta({ description: 'Wilcoxon signed-rank, of the rounds’ log ratios' }),
          holm: z
            .boolean()
            .nullable()
            .meta({ description: 'Different at 5 % over all rows together (Holm 1979); null: no p-value' }),
        }),
      )
      .meta({ description: 'Largest gain first' }),
  })
  .meta({ id: 'Ranking' })

export type Cdf = z.output<typeof cdf>
export type Comparison = z.output<typeof comparison>
export type Comparisons = z.output<typeof comparisons>
export type Ranking = z.output<typeof ranking>
