import { z } from 'zod'
import { changes } from '../../figures/changes.ts'
import { pageFacts } from '../../figures/composition.ts'
import { listedRank, siteFacts } from '../../figures/survey-sites.ts'
import { armCounts, siteState } from './campaigns.ts'
import { columnFields } from './figure-schema.ts'
import { operation } from './surveys.ts'
import { arm, byArm, configuredLink, count, instant } from './terms.ts'

const known = z.boolean().nullable()
const median = z.number().nullable()

export const host = z
  .strictObject({
    host: z.string(),
    requests: count,
    shareFraction: z.number(),
    sizeBytes: count.nullable(),
    addresses: z.array(z.string()),
    protocols: z.array(z.enum(['h1', 'h2', 'h3'])),
    server: z.string().nullable(),
  })
  .meta({ id: 'Host' })

export const siteComposition = z
  .strictObject({
    campaignId: count,
    site: count,
    arm: arm.meta({ description: 'Whose samples the medians are of' }),
    samples: count.meta({ description: 'Valid samples of the arm' }),
    ...columnFields(pageFacts),
    pltMs: byArm(z.number()),
    hostsSampleId: count.nullable().meta({
      description: 'The sample that the hosts are from: of the arm where one has a HAR, else of another',
    }),
    hosts: z.array(host),
  })
  .meta({
    id: 'SiteComposition',
    description:
      'What the page is made of under one arm: medians over the valid samples of the first 512 rounds (Elkhatib 2014, Table I; CableLabs 2012, Tables 2 and 3)',
  })

export const siteDetail = z
  .strictObject({
    domain: z.string(),
    survey: z
      .strictObject({
        surveyId: count,
        ...columnFields(listedRank),
        visitedAt: instant,
        durationMs: z.number().nullable(),
        h3Void: z.boolean().meta({ description: 'A failed canary: nothing is said about HTTP/3' }),
        facts: z.strictObject(columnFields(siteFacts)),
        operations: z.array(operation),
      })
      .nullable()
      .meta({
        description:
          'Of `survey`; without it of the default one (`/defaults`) where it has the site, else of the newest finished one',
      }),
    vantages: z
      .array(
        z.strictObject({
          vantage: z.string().nullable().meta({ description: 'Null: not stated' }),
          surveyId: count,
          visitedAt: instant,
          reachable: z.boolean(),
          h1: known,
          h2: known,
          h3: known,
          h3Claimed: known,
          address: z.string().nullable(),
          rttMs: median,
        }),
      )
      .meta({ description: 'What the newest survey from each vantage point found; newest first' }),
    changes: z
      .array(z.strictObject(columnFields(changes.columns)))
      .meta({ description: 'Between surveys of one list and one vantage point, newest first' }),
    field: z
      .strictObject({ list: z.string(), week: z.string() })
      .nullable()
      .meta({ description: 'The newest release of the field that has a curve of it; null: none has' }),
    campaignId: count.nullable().meta({
      description:
        'Of `campaigns` the one that is shown: `campaign`; without it the default one, else the newest live one. Null: it has no page of the site',
    }),
    campaigns: z
      .array(
        z.strictObject({
          campaignId: count,
          site: count,
          createdAt: instant,
          vantage: z.string().nullable(),
          sandbox: z.boolean(),
          browserVersion: z.string().nullable(),
          configuredLink,
          labRunId: count.nullable(),
          url: z.string(),
          rank: count.nullable(),
          state: siteState,
          stateDetail: z.string().nullable(),
          arms: z.array(arm),
          armsLeftOut: byArm(z.string()),
          counts: z.array(armCounts),
        }),
      )
      .meta({ description: 'The newest 50, and the one that is shown; newest first' }),
  })
  .meta({ id: 'SiteDetail' })

export type SiteDetail = z.output<typeof siteDetail>
export type SiteComposition = z.output<typeof siteComposition>
