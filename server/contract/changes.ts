import { z } from 'zod'
import { count, instant } from './terms.ts'

/** Rows of adoption whose changes are events. The others follow from them. */
export const CHANGE_ROWS = [
  'http',
  'httpRedirectsToHttps',
  'h1',
  'h2',
  'h3',
  'h3ClaimedAltSvc',
  'h3ClaimedDns',
  'ipv6',
  'hsts',
  'tls13',
] as const

export const change = z
  .strictObject({
    domain: z.string(),
    row: z.enum(CHANGE_ROWS),
    label: z.string(),
    change: z.enum(['gained', 'lost']),
    surveyId: count.meta({ description: 'The survey that found it' }),
    finishedAt: instant.meta({ description: 'End of that survey' }),
    sinceSurveyId: count.meta({ description: 'The last survey before it that knew the answer' }),
    since: instant.meta({ description: 'End of that one: the change came after it' }),
    flapping: z.boolean().meta({
      description: 'The site changes more than once in this row over the surveys of the series: to and fro',
    }),
    list: z.string(),
    vantage: z.string().nullable(),
    sandbox: z.boolean(),
  })
  .meta({ id: 'Change', description: 'A site began or ceased to do something, as seen by two surveys' })

export const changes = z
  .strictObject({
    total: count.meta({ description: 'Changes that match, on all pages' }),
    page: count,
    pageSize: count,
    rows: z.array(change).meta({ description: 'Newest survey first' }),
  })
  .meta({
    id: 'Changes',
    description:
      'Between surveys of one list and one vantage point. Sites that enter or leave the list are no change',
  })

export type Change = z.output<typeof change>
export type Changes = z.output<typeof changes>
