import { z } from 'zod'
import { sampleColumns } from '../../figures/samples.ts'
import { SAMPLE_SOURCE_NAMES } from '../../model/sample-source.ts'
import { columnFields } from './figure-schema.ts'
import { arm, byArm, configuredLink, count, instant, pageSubject, stored, storedObject } from './terms.ts'

const campaignState = z.enum(['running', 'stopped', 'finished'])

export const siteState = z.enum(['pending', 'active', 'settled', 'parked', 'poison', 'done']).meta({
  id: 'SiteState',
  description:
    '`settled`: its samples said enough, the rest was dropped. `parked`: it asked us to stay away. `poison`: it ended the browser again and again',
})

export const campaign = z
  .strictObject({
    id: count,
    createdAt: instant,
    finishedAt: instant.nullable(),
    state: campaignState,
    surveyId: count.nullable(),
    labRunId: count.nullable().meta({ description: 'The lab run that it belongs to; null for live probing' }),
    sites: count,
    samples: count.meta({ description: 'Loads that have a result, those that do not count included' }),
    lackingLoads: count.meta({
      description: 'Above 0 it is unfinished: so many loads could not be had, since the machine was busy',
    }),
    arms: z.array(arm),
    rounds: count,
    pauseMs: z.number(),
    source: z.enum(SAMPLE_SOURCE_NAMES).meta({ description: 'Who loads its pages; never pooled' }),
    browserKind: z.enum(['warm', 'cold']),
    device: z.string().nullable(),
    vantage: z.string().nullable(),
    browserVersion: z.string().nullable(),
    configuredLink,
    toolVersion: z.string(),
    sandbox: z.boolean(),
    filmstrips: z.boolean().meta({
      description:
        'Screenshots were taken during every load, which can slow it: compare it with no campaign without them',
    }),
  })
  .meta({ id: 'Campaign' })

export const campaigns = z.strictObject({
  campaigns: z.array(campaign).meta({ description: 'Newest first; those of lab runs included' }),
})

export const armCounts = z
  .strictObject({
    arm,
    valid: count,
    invalid: count,
    failed: count,
    repeated: count.meta({
      description:
        'Rounds that were taken again, since the machine was busy; what they replace is in no other count',
    }),
  })
  .meta({ id: 'ArmCounts', description: 'Loads that have a result, by what became of them' })

export const campaignSite = z
  .strictObject({
    site: count.meta({ description: 'Number within the campaign, from 0' }),
    domain: z.string(),
    url: z.string(),
    rank: count.nullable(),
    state: siteState,
    stateDetail: z.string().nullable(),
    arms: z.array(arm),
    armsLeftOut: byArm(z.string()).meta({ description: 'Why an arm of the campaign was not loaded' }),
    strikes: count.meta({ description: 'How often it asked us to stay away' }),
    counts: z.array(armCounts),
  })
  .meta({ id: 'CampaignSite' })

export const campaignDetail = z
  .strictObject({
    ...campaign.shape,
    seed: count.meta({ description: 'Of the schedule' }),
    options: storedObject,
    vantageFacts: stored.meta({ description: 'Interfaces, address families, RTT to a reference' }),
    browserSwitches: byArm(z.array(z.string())),
    userAgent: z.string().nullable(),
    link: stored.meta({ description: 'As configured and as measured; null on a real network' }),
    congestionControl: z.string().nullable(),
    versions: z.record(z.string(), z.string()),
    capture: z.string().nullable().meta({ description: 'What captured packets, or why nothing did' }),
    sitesList: z.array(campaignSite),
  })
  .meta({ id: 'CampaignDetail', description: 'A campaign with all of its provenance' })

export const sampleDetail = z
  .strictObject({
    ...columnFields(sampleColumns),
    ...pageSubject,
    url: z.string(),
    metrics: z.array(
      z.strictObject({ name: z.string(), value: z.number().nullable(), note: z.string().nullable() }),
    ),
    artifacts: z.array(
      z.strictObject({
        kind: z.enum(['har', 'timings', 'connections', 'packets', 'filmstrip']),
        sizeBytes: count,
      }),
    ),
  })
  .meta({ id: 'SampleDetail' })

/** HAR 1.2 (https://w3c.github.io/web-performance/specs/HAR/Overview.html), made from what is stored. */
export const har = z
  .looseObject({ log: z.looseObject({ version: z.string(), entries: z.array(z.looseObject({})) }) })
  .meta({ id: 'Har', description: 'HAR 1.2' })

export type Campaign = z.output<typeof campaign>
export type CampaignDetail = z.output<typeof campaignDetail>
export type CampaignSite = z.output<typeof campaignSite>
