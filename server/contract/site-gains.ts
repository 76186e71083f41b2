import { z } from 'zod'
import { siteHistory as history, siteVantages as vantages } from '../../figures/site-gains.ts'
import { figureAnswerWith } from './figure-schema.ts'
import { configuredLink, count, instant, vantageName } from './terms.ts'

const known = z.boolean().nullable()

export const siteVantages = figureAnswerWith(vantages, { configuredLink })

export const siteHistory = figureAnswerWith(history, {
  surveys: z
    .array(
      z.strictObject({
        surveyId: count,
        visitedAt: instant,
        vantage: vantageName,
        reachable: z.boolean(),
        h2: known,
        h3: known,
        h3Claimed: known,
      }),
    )
    .meta({ description: 'What finished surveys found, oldest first; the newest 50' }),
})

export type SiteVantages = z.output<typeof siteVantages>
export type SiteHistory = z.output<typeof siteHistory>
