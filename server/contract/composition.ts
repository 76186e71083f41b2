import { z } from 'zod'
import { COMPOSITION_METRICS } from '../../model/composition-metrics.ts'
import { arm, count, interval, vantageName } from './terms.ts'

export const compositionMetric = z
  .enum(COMPOSITION_METRICS)
  .meta({ id: 'CompositionMetric', description: 'A metric of what a page is made of: see docs/metrics.md' })

const share = z.number().min(0).max(1)

export const compositionCdf = z
  .strictObject({
    campaignId: count,
    vantage: vantageName,
    metric: compositionMetric,
    sites: count.meta({ description: 'Sites of the campaign' }),
    arms: z.array(
      z.strictObject({
        arm,
        n: count.meta({ description: 'Sites with a median of this metric under the arm' }),
        without: count.meta({ description: 'Sites without: no valid sample, or none with a value' }),
        min: z.number().nullable(),
        median: z.number().nullable().meta({ description: 'Of the sites’ medians (R-7)' }),
        medianInterval: interval.nullable().meta({ description: 'Of that median; null below 6 sites' }),
        max: z.number().nullable(),
        bandHalfWidth: share.nullable().meta({
          description:
            'The 95 % band around the whole curve is ± this share (Dvoretzky, Kiefer, Wolfowitz, Massart)',
        }),
        table: z
          .array(z.strictObject({ p: share, value: z.number() }))
          .meta({ description: 'Quantiles (R-7) at 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99' }),
        steps: z.array(z.strictObject({ value: z.number(), share })).meta({
          description:
            'Share of the sites at or below each value. Of more than 1,000 different values a part; each step is exact',
        }),
      }),
    ),
  })
  .meta({ id: 'CompositionCdf', description: 'Empirical distribution of the sites’ medians, an arm each' })

export type CompositionCdf = z.output<typeof compositionCdf>
