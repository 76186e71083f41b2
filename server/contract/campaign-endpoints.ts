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
import { type Endpoint, endpointsOf } from './endpoint.ts'
import { filmstrip, filmstrips } from './filmstrip.ts'
import { format, id, metricList, metricQuery, order, paging, whole } from './requests.ts'
import { siteComposition } from './sites.ts'
import { COMPOSITION_SORTS } from './sorts.ts'
import { arm } from './terms.ts'
import { waterfall, waterfalls } from './waterfall.ts'

const SITE = '/campaigns/:id/sites/:site'

const compositionArm = arm
  .optional()
  .meta({ description: 'Default: `h1`, or the first arm of a campaign without it' })

const { figure, json, table } = endpointsOf('campaigns')

export const CAMPAIGN_ENDPOINTS = {
  campaigns: json('/campaigns', 'All campaigns', campaigns),
  campaign: json('/campaigns/:id', 'A campaign with its provenance and its sites', campaignDetail),
  composition: figure(
    '/campaigns/:id/composition',
    'What the pages of a campaign are made of, a row a site',
    composition,
    z.strictObject({
      arm: compositionArm,
      sort: z.enum(COMPOSITION_SORTS).default('rank'),
      order,
      ...paging,
      format,
    }),
  ),
  compositionCdf: table(
    '/campaigns/:id/composition/cdf',
    'Distribution of a property of the pages over the sites of a campaign',
    compositionCdf,
    z.strictObject({ metric: compositionMetric.default('domains'), format }),
  ),
  samples: figure(
    `${SITE}/samples`,
    'The samples of a site, those that do not count included',
    samples,
    z.strictObject({
      arm: arm.optional(),
      state: z
        .enum(['pending', 'valid', 'invalid', 'failed'])
        .optional()
        .meta({ description: 'Only samples in this state' }),
      metrics: metricList,
      ...paging,
      format,
    }),
  ),
  sample: json('/samples/:id', 'A sample with all of its metrics', sampleDetail),
  har: json('/samples/:id/har', 'The HAR of a sample, as a download', har),
  cdf: figure(
    `${SITE}/cdf`,
    'Distribution of a metric: exact quantiles of each arm',
    cdf,
    z.strictObject({
      metric: metricQuery,
      points: whole(2, 1_001).default(200).meta({ description: 'Quantiles at 0, 1/(points-1), … 1' }),
      format,
    }),
  ),
  comparisons: figure(
    `${SITE}/comparisons`,
    'Every arm against the baseline: gain, reductions, intervals, verdict',
    comparisons,
    z.strictObject({
      metric: metricQuery,
      baseline: arm
        .optional()
        .meta({ description: 'Default: `h1`, or the first arm of a campaign without it' }),
      format,
    }),
  ),
  phases: figure(`${SITE}/phases`, 'HAR phases of each arm', phases),
  series: figure(
    `${SITE}/series`,
    'A metric over rounds and time, with the samples that do not count',
    series,
    z.strictObject({
      metric: metricQuery,
      from: whole(0, 2_000_000_000).default(0).meta({ description: 'First round' }),
      rounds: whole(1, 2_000).default(500).meta({ description: 'Rounds at most' }),
      format,
    }),
  ),
  siteComposition: json(
    `${SITE}/composition`,
    'What the page is made of under one arm, host by host',
    siteComposition,
    z.strictObject({ arm: compositionArm }),
  ),
  protocols: figure(
    `${SITE}/protocols`,
    'Which protocols the requests of the page came by, under each arm',
    protocols,
  ),
  waterfalls: json(
    `${SITE}/waterfalls`,
    'Which arms have a waterfall: the median sample of each, and whether its HAR is stored',
    waterfalls,
  ),
  waterfall: json(
    `${SITE}/waterfall`,
    'The requests of the median sample of an arm, or of a sample that is named',
    waterfall,
    z
      .strictObject({
        arm: arm.optional(),
        sample: id.optional().meta({ description: 'Number of a sample' }),
      })
      .refine((query) => (query.arm === undefined) !== (query.sample === undefined), {
        message: 'wants either arm or sample',
      }),
  ),
  filmstrips: json(
    `${SITE}/filmstrips`,
    'Which arms have a filmstrip: the median sample of each, and whether screenshots of it are stored',
    filmstrips,
  ),
  filmstrip: json(
    '/samples/:id/filmstrip',
    'What the page showed during a load: the addresses of its pictures, with times',
    filmstrip,
  ),
} as const satisfies Readonly<Record<string, Endpoint>>
