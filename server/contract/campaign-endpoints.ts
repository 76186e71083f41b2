import { z } from 'zod'
import { comparisons } from '../../figures/comparisons.ts'
import { composition } from '../../figures/composition.ts'
import { cdf } from '../../figures/distributions.ts'
import { phases } from '../../figures/phases.ts'
import { protocols } from '../../figures/protocols.ts'
import { samples } from '../../figures/samples.ts'
import { series } from '../../figures/series.ts'
import { campaignDetail, campaigns, har, sampleDetail } from './campaigns.ts'
import { compositionCdf, compositionMetric } from './composition.ts'
import { type Endpoint, noParams } from './endpoint.ts'
import { figureAnswer } from './figure-schema.ts'
import { filmstrip, filmstrips } from './filmstrip.ts'
import {
  campaignSiteParams,
  format,
  formatQuery,
  id,
  idParams,
  metricList,
  metricQuery,
  noQuery,
  order,
  paging,
  whole,
} from './requests.ts'
import { siteComposition } from './sites.ts'
import { COMPOSITION_SORTS } from './sorts.ts'
import { arm } from './terms.ts'
import { waterfall, waterfalls } from './waterfall.ts'

const SITE = '/campaigns/:id/sites/:site'

const compositionArm = arm
  .optional()
  .meta({ description: 'Default: `h1`, or the first arm of a campaign without it' })

export const CAMPAIGN_ENDPOINTS = {
  campaigns: {
    path: '/campaigns',
    tag: 'campaigns',
    summary: 'All campaigns',
    params: noParams,
    query: noQuery,
    answer: campaigns,
    csv: false,
  },
  campaign: {
    path: '/campaigns/:id',
    tag: 'campaigns',
    summary: 'A campaign with its provenance and its sites',
    params: idParams,
    query: noQuery,
    answer: campaignDetail,
    csv: false,
  },
  composition: {
    path: '/campaigns/:id/composition',
    tag: 'campaigns',
    summary: 'What the pages of a campaign are made of, a row a site',
    params: idParams,
    query: z.strictObject({
      arm: compositionArm,
      sort: z.enum(COMPOSITION_SORTS).default('rank'),
      order,
      ...paging,
      format,
    }),
    answer: figureAnswer(composition),
    csv: true,
    figure: composition,
  },
  compositionCdf: {
    path: '/campaigns/:id/composition/cdf',
    tag: 'campaigns',
    summary: 'Distribution of a property of the pages over the sites of a campaign',
    params: idParams,
    query: z.strictObject({ metric: compositionMetric.default('domains'), format }),
    answer: compositionCdf,
    csv: true,
  },
  samples: {
    path: `${SITE}/samples`,
    tag: 'campaigns',
    summary: 'The samples of a site, those that do not count included',
    params: campaignSiteParams,
    query: z.strictObject({
      arm: arm.optional(),
      state: z
        .enum(['pending', 'valid', 'invalid', 'failed'])
        .optional()
        .meta({ description: 'Only samples in this state' }),
      metrics: metricList,
      ...paging,
      format,
    }),
    answer: figureAnswer(samples),
    csv: true,
    figure: samples,
  },
  sample: {
    path: '/samples/:id',
    tag: 'campaigns',
    summary: 'A sample with all of its metrics',
    params: idParams,
    query: noQuery,
    answer: sampleDetail,
    csv: false,
  },
  har: {
    path: '/samples/:id/har',
    tag: 'campaigns',
    summary: 'The HAR of a sample, as a download',
    params: idParams,
    query: noQuery,
    answer: har,
    csv: false,
  },
  cdf: {
    path: `${SITE}/cdf`,
    tag: 'campaigns',
    summary: 'Distribution of a metric: exact quantiles of each arm',
    params: campaignSiteParams,
    query: z.strictObject({
      metric: metricQuery,
      points: whole(2, 1_001).default(200).meta({ description: 'Quantiles at 0, 1/(points-1), … 1' }),
      format,
    }),
    answer: figureAnswer(cdf),
    csv: true,
    figure: cdf,
  },
  comparisons: {
    path: `${SITE}/comparisons`,
    tag: 'campaigns',
    summary: 'Every arm against the baseline: gain, reductions, intervals, verdict',
    params: campaignSiteParams,
    query: z.strictObject({
      metric: metricQuery,
      baseline: arm
        .optional()
        .meta({ description: 'Default: `h1`, or the first arm of a campaign without it' }),
      format,
    }),
    answer: figureAnswer(comparisons),
    csv: true,
    figure: comparisons,
  },
  phases: {
    path: `${SITE}/phases`,
    tag: 'campaigns',
    summary: 'HAR phases of each arm',
    params: campaignSiteParams,
    query: formatQuery,
    answer: figureAnswer(phases),
    csv: true,
    figure: phases,
  },
  series: {
    path: `${SITE}/series`,
    tag: 'campaigns',
    summary: 'A metric over rounds and time, with the samples that do not count',
    params: campaignSiteParams,
    query: z.strictObject({
      metric: metricQuery,
      from: whole(0, 2_000_000_000).default(0).meta({ description: 'First round' }),
      rounds: whole(1, 2_000).default(500).meta({ description: 'Rounds at most' }),
      format,
    }),
    answer: figureAnswer(series),
    csv: true,
    figure: series,
  },
  siteComposition: {
    path: `${SITE}/composition`,
    tag: 'campaigns',
    summary: 'What the page is made of under one arm, host by host',
    params: campaignSiteParams,
    query: z.strictObject({ arm: compositionArm }),
    answer: siteComposition,
    csv: false,
  },
  protocols: {
    path: `${SITE}/protocols`,
    tag: 'campaigns',
    summary: 'Which protocols the requests of the page came by, under each arm',
    params: campaignSiteParams,
    query: formatQuery,
    answer: figureAnswer(protocols),
    csv: true,
    figure: protocols,
  },
  waterfalls: {
    path: `${SITE}/waterfalls`,
    tag: 'campaigns',
    summary: 'Which arms have a waterfall: the median sample of each, and whether its HAR is stored',
    params: campaignSiteParams,
    query: noQuery,
    answer: waterfalls,
    csv: false,
  },
  waterfall: {
    path: `${SITE}/waterfall`,
    tag: 'campaigns',
    summary: 'The requests of the median sample of an arm, or of a sample that is named',
    params: campaignSiteParams,
    query: z
      .strictObject({
        arm: arm.optional(),
        sample: id.optional().meta({ description: 'Number of a sample' }),
      })
      .refine((query) => (query.arm === undefined) !== (query.sample === undefined), {
        message: 'wants either arm or sample',
      }),
    answer: waterfall,
    csv: false,
  },
  filmstrips: {
    path: `${SITE}/filmstrips`,
    tag: 'campaigns',
    summary:
      'Which arms have a filmstrip: the median sample of each, and whether screenshots of it are stored',
    params: campaignSiteParams,
    query: noQuery,
    answer: filmstrips,
    csv: false,
  },
  filmstrip: {
    path: '/samples/:id/filmstrip',
    tag: 'campaigns',
    summary: 'What the page showed during a load: the addresses of its pictures, with times',
    params: idParams,
    query: noQuery,
    answer: filmstrip,
    csv: false,
  },
} as const satisfies Readonly<Record<string, Endpoint>>
