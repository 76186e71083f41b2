import { z } from 'zod'
import { list } from './surveys.ts'
import { count, instant } from './terms.ts'

export const meta = z
  .strictObject({
    tool: z.strictObject({ name: z.string(), version: z.string() }),
    origin: z.enum(['none', 'live', 'sandbox', 'mixed']).meta({ description: 'Where the data was made' }),
    license: z
      .strictObject({
        id: z.string().meta({ description: 'SPDX identifier' }),
        name: z.string(),
        url: z.url(),
      })
      .nullable()
      .meta({
        description:
          'Of the published data, as the header `Link` with `rel="license"` of every answer; null: none is granted',
      }),
    recorded: z.boolean().meta({ description: 'The recorded demonstration that ships with towline' }),
    notice: z
      .string()
      .nullable()
      .meta({ description: 'A sentence to show on every page; null where there is nothing to say' }),
    counts: z.strictObject({
      surveys: count,
      surveyedSites: count.meta({ description: 'Of the newest finished survey of a list' }),
      campaigns: count,
      probedSites: count,
      samples: count,
      validSamples: count,
      labRuns: count,
      replays: count.meta({ description: 'Lab runs that replay recordings' }),
      loadRuns: count,
    }),
    latestSurveyId: count.nullable().meta({
      description:
        'Of the newest finished survey of a list, not of sites named on the command line. What pages open with: `/defaults`',
    }),
    latestCampaignId: count
      .nullable()
      .meta({ description: 'Of the newest live campaign. What pages open with: `/defaults`' }),
    lists: z.array(list).meta({ description: 'Of the finished surveys' }),
    vantages: z.array(z.string()),
    checksPerDay: count
      .nullable()
      .meta({ description: 'How many checks visitors may ask for in a day; null: none are taken' }),
    firstAt: instant.nullable(),
    lastAt: instant.nullable(),
  })
  .meta({ id: 'Meta', description: 'What the data is' })

export const failure = z
  .strictObject({
    error: z.enum([
      'bad_request',
      'unauthorized',
      'forbidden',
      'not_found',
      'method_not_allowed',
      'in_flight',
      'too_large',
      'unsupported_type',
      'key_reused',
      'too_many_requests',
      'unavailable',
      'internal',
    ]),
    message: z.string().meta({ description: 'One sentence' }),
  })
  .meta({ id: 'Failure', description: 'Why there is no answer' })

export type Meta = z.output<typeof meta>
export type Failure = z.output<typeof failure>
