import { z } from 'zod'
import { metric } from './metrics.ts'
import { arm, configuredLink, count, instant, interval, verdict } from './terms.ts'

const gain = z.number().nullable()

/** What an arm gained in one campaign that loaded the page of a site. */
export const campaignGain = z.strictObject({
  arm,
  vantage: z.string().nullable().meta({ description: 'Null: not stated' }),
  campaignId: count,
  site: count,
  createdAt: instant.meta({ description: 'Start of the campaign' }),
  browserVersion: z.string().nullable(),
  n: count.meta({ description: 'Rounds that have a value of both arms' }),
  baselineMedian: gain,
  armMedian: gain,
  gain: gain.meta({ description: 'median(baseline) / median(arm)' }),
  gainInterval: interval.nullable(),
  verdict: verdict.nullable(),
  pending: z.boolean().meta({ description: 'Still being computed' }),
})

export const vantageGain = campaignGain
  .extend({
    ratio: gain.meta({ description: 'Gain / gain from the reference; null of the reference itself' }),
    ratioInterval: interval.nullable(),
    differs: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether `ratioInterval` excludes 1, each row for itself; null: unknown' }),
    smallestDetectablePercent: z.number().nullable().meta({
      description:
        'Smallest difference between the two gains that would have been shown in some 80 % of such pairs of campaigns',
    }),
  })
  .meta({ id: 'VantageGain', description: 'What an arm gained as seen from one vantage point' })

export const siteVantages = z
  .strictObject({
    domain: z.string(),
    metric,
    baseline: arm,
    url: z.string().nullable().meta({ description: 'The page; null: no live campaign has loaded one' }),
    sandbox: z.boolean().nullable(),
    configuredLink,
    reference: z
      .string()
      .nullable()
      .meta({ description: 'The vantage point that the others are compared with' }),
    rows: z.array(vantageGain).meta({ description: 'By arm, then by vantage point' }),
    pending: z.boolean(),
  })
  .meta({
    id: 'SiteVantages',
    description:
      'Of each vantage point its newest live campaign under the conditions of the default one (`/defaults`), which stands for its own: same page, link, device, screenshots and program that loads it',
  })

export type SiteVantages = z.output<typeof siteVantages>
export type VantageGain = z.output<typeof vantageGain>
export type CampaignGain = z.output<typeof campaignGain>
