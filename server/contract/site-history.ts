import { z } from 'zod'
import { metric } from './metrics.ts'
import { campaignGain } from './site-vantages.ts'
import { arm, count, instant } from './terms.ts'

const known = z.boolean().nullable()

export const historyGain = campaignGain
  .extend({
    sameConditions: z.boolean().meta({
      description:
        'Page, link, device, screenshots and program that loads it are those of the shown campaign',
    }),
  })
  .meta({ id: 'HistoryGain', description: 'What an arm gained in one campaign' })

export const siteHistory = z
  .strictObject({
    domain: z.string(),
    metric,
    baseline: arm,
    rows: z.array(historyGain).meta({ description: 'By arm, then oldest campaign first' }),
    surveys: z
      .array(
        z.strictObject({
          surveyId: count,
          visitedAt: instant,
          vantage: z.string().nullable().meta({ description: 'Null: not stated' }),
          reachable: z.boolean(),
          h2: known,
          h3: known,
          h3Claimed: known,
        }),
      )
      .meta({ description: 'What finished surveys found, oldest first; the newest 50' }),
    pending: z.boolean(),
  })
  .meta({
    id: 'SiteHistory',
    description:
      'A site over time: its gains in the newest 50 live campaigns that loaded it, and what surveys found of it. `changes` of `/sites/:domain` says what changed between surveys',
  })

export type SiteHistory = z.output<typeof siteHistory>
export type HistoryGain = z.output<typeof historyGain>
