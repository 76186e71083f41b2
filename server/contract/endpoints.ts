import { z } from 'zod'
import { campaignDetail, campaigns, har, sampleDetail, samples } from './campaigns.ts'
import { cdf, comparisons, phases, protocolMix, ranking, series } from './distributions.ts'
import { fieldMetric, fieldReference, fieldSite, fieldSites, fieldStudies, fieldStudyList } from './field.ts'
import { cablelabs, efficiency, heatmap, labRunDetail, labRuns, lines } from './lab.ts'
import { meta } from './meta.ts'
import {
  baseline,
  campaignSiteParams,
  domainParams,
  factorName,
  fieldList,
  fixedFactors,
  format,
  formatQuery,
  id,
  idParams,
  labCondition,
  metricList,
  metricQuery,
  noQuery,
  order,
  paging,
  search,
  whole,
} from './requests.ts'
import { siteDetail, sites } from './sites.ts'
import { FIELD_SITE_SORTS, SITE_SORTS } from './sorts.ts'
import { adoption, adoptionTrend, SURVEY_SITE_SORTS, survey, surveySites, surveys } from './surveys.ts'
import { arm } from './terms.ts'
import { waterfall, waterfalls } from './waterfall.ts'

/** One GET below `/api/v1`. Its HEAD and OPTIONS follow from it. */
export interface Endpoint {
  /** As Express writes it. */
  readonly path: string
  readonly tag: 'data' | 'surveys' | 'sites' | 'campaigns' | 'lab' | 'field'
  readonly summary: string
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly answer: z.ZodType
  /** Has `?format=csv`. */
  readonly csv: boolean
}

const none = z.strictObject({})
const SITE = '/campaigns/:id/sites/:site'

const speaks = z
  .enum(['http', 'h1', 'h2', 'h3', 'h3-claimed', 'no-h2', 'no-h3'])
  .optional()
  .meta({ description: 'Only sites that were seen to speak it, to claim it, or not to speak it' })
const cdn = z
  .string()
  .max(100)
  .optional()
  .meta({ description: 'Only sites of this CDN; `none`: of no known one' })

export const ENDPOINTS = {
  meta: {
    path: '/meta',
    tag: 'data',
    summary: 'What the data is: its origin, counts, lists, dates, vantage points',
    params: none,
    query: noQuery,
    answer: meta,
    csv: false,
  },
  surveys: {
    path: '/surveys',
    tag: 'surveys',
    summary: 'All surveys',
    params: none,
    query: noQuery,
    answer: surveys,
    csv: false,
  },
  survey: {
    path: '/surveys/:id',
    tag: 'surveys',
    summary: 'A survey with its provenance and its list',
    params: idParams,
    query: noQuery,
    answer: survey,
    csv: false,
  },
  adoption: {
    path: '/surveys/:id/adoption',
    tag: 'surveys',
    summary: 'Who speaks what: in all, by rank, by CDN, by server software; claimed against served',
    params: idParams,
    query: formatQuery,
    answer: adoption,
    csv: true,
  },
  surveySites: {
    path: '/surveys/:id/sites',
    tag: 'surveys',
    summary: 'The visited sites of a survey with every fact',
    params: idParams,
    query: z.strictObject({
      q: search,
      sort: z.enum(SURVEY_SITE_SORTS).default('rank'),
      order,
      protocol: speaks,
      cdn,
      ...paging,
      format,
    }),
    answer: surveySites,
    csv: true,
  },
  adoptionTrend: {
    path: '/adoption/trend',
    tag: 'surveys',
    summary: 'Adoption over time: one point for each finished survey',
    params: none,
    query: formatQuery,
    answer: adoptionTrend,
    csv: true,
  },
  sites: {
    path: '/sites',
    tag: 'sites',
    summary: 'All sites of the newest finished survey and of the newest live campaign of each',
    params: none,
    query: z.strictObject({
      q: search,
      metric: metricQuery,
      baseline,
      sort: z.enum(SITE_SORTS).default('rank'),
      gainArm: arm.default('h2').meta({ description: 'Whose gain is meant by `sort=gain`' }),
      order,
      protocol: speaks,
      cdn,
      probed: z
        .enum(['yes', 'no'])
        .optional()
        .meta({ description: 'Only sites that a campaign has, or has not' }),
      campaign: id.optional().meta({ description: 'Only sites of this campaign, with its values' }),
      ...paging,
      format,
    }),
    answer: sites,
    csv: true,
  },
  site: {
    path: '/sites/:domain',
    tag: 'sites',
    summary: 'A site: what the survey found out, what its page is made of, which campaigns have it',
    params: domainParams,
    query: noQuery,
    answer: siteDetail,
    csv: false,
  },
  campaigns: {
    path: '/campaigns',
    tag: 'campaigns',
    summary: 'All campaigns',
    params: none,
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
  samples: {
    path: `${SITE}/samples`,
    tag: 'campaigns',
    summary: 'The samples of a site, those that do not count included',
    params: campaignSiteParams,
    query: z.strictObject({
      arm: arm.optional(),
      state: z.enum(['pending', 'valid', 'invalid', 'failed']).optional(),
      metrics: metricList,
      ...paging,
      format,
    }),
    answer: samples,
    csv: true,
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
    answer: cdf,
    csv: true,
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
    answer: comparisons,
    csv: true,
  },
  phases: {
    path: `${SITE}/phases`,
    tag: 'campaigns',
    summary: 'HAR phases of each arm',
    params: campaignSiteParams,
    query: formatQuery,
    answer: phases,
    csv: true,
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
    answer: series,
    csv: true,
  },
  protocols: {
    path: `${SITE}/protocols`,
    tag: 'campaigns',
    summary: 'Which protocols the requests of the page came by, under each arm',
    params: campaignSiteParams,
    query: formatQuery,
    answer: protocolMix,
    csv: true,
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
      .strictObject({ arm: arm.optional(), sample: id.optional() })
      .refine(({ arm: of, sample }) => (of === undefined) !== (sample === undefined), {
        message: 'wants either arm or sample',
      }),
    answer: waterfall,
    csv: false,
  },
  ranking: {
    path: '/ranking',
    tag: 'sites',
    summary: 'Sites by the gain of an arm',
    params: none,
    query: z.strictObject({
      metric: metricQuery,
      arm: arm.default('h2'),
      baseline,
      campaign: id.optional().meta({ description: 'Default: the newest live campaign of each site' }),
      format,
    }),
    answer: ranking,
    csv: true,
  },
  labRuns: {
    path: '/lab/runs',
    tag: 'lab',
    summary: 'All lab runs',
    params: none,
    query: noQuery,
    answer: labRuns,
    csv: false,
  },
  labRun: {
    path: '/lab/runs/:id',
    tag: 'lab',
    summary: 'A lab run with its conditions, as configured and as measured',
    params: idParams,
    query: noQuery,
    answer: labRunDetail,
    csv: false,
  },
  heatmap: {
    path: '/lab/runs/:id/heatmap',
    tag: 'lab',
    summary: 'Gain of an arm over two factors',
    params: idParams,
    query: z.strictObject({
      x: factorName,
      y: factorName,
      metric: metricQuery,
      arm: arm.default('h2'),
      baseline,
      fixed: fixedFactors,
      format,
    }),
    answer: heatmap,
    csv: true,
  },
  lines: {
    path: '/lab/runs/:id/lines',
    tag: 'lab',
    summary: 'Medians and gains over one factor',
    params: idParams,
    query: z.strictObject({ x: factorName, metric: metricQuery, baseline, fixed: fixedFactors, format }),
    answer: lines,
    csv: true,
  },
  cablelabs: {
    path: '/lab/runs/:id/cablelabs',
    tag: 'lab',
    summary: 'Tables 5 to 11 of CableLabs 2012 from the conditions that make them',
    params: idParams,
    query: z.strictObject({ metric: metricQuery, arm: arm.default('h2'), baseline, format }),
    answer: cablelabs,
    csv: true,
  },
  efficiency: {
    path: '/lab/runs/:id/efficiency',
    tag: 'lab',
    summary: 'The smallest time that the wire allows, against what was measured',
    params: idParams,
    query: z.strictObject({ metric: metricQuery, format }),
    answer: efficiency,
    csv: true,
  },
  field: {
    path: '/field',
    tag: 'field',
    summary: 'Studies that volunteers contribute to, with the newest release of each',
    params: none,
    query: noQuery,
    answer: fieldStudies,
    csv: false,
  },
  fieldStudy: {
    path: '/field/study',
    tag: 'field',
    summary: 'The open study with all of its sites',
    params: none,
    query: noQuery,
    answer: fieldStudyList,
    csv: false,
  },
  fieldReference: {
    path: '/field/reference',
    tag: 'field',
    summary: 'Published curves of page load time of every site, field and live, as few quantiles',
    params: none,
    query: noQuery,
    answer: fieldReference,
    csv: false,
  },
  fieldSites: {
    path: '/field/sites',
    tag: 'field',
    summary: 'Sites with a published curve',
    params: none,
    query: z.strictObject({
      q: search,
      sort: z
        .enum(FIELD_SITE_SORTS)
        .default('site')
        .meta({ description: 'A protocol: by the median of its loads' }),
      order,
      list: fieldList,
      ...paging,
      format,
    }),
    answer: fieldSites,
    csv: true,
  },
  fieldSite: {
    path: '/field/sites/:domain',
    tag: 'field',
    summary: 'A site under study: curves of the field by protocol, beside live and lab',
    params: domainParams,
    query: z.strictObject({
      metric: fieldMetric.default('load'),
      list: fieldList,
      lab: labCondition,
      format,
    }),
    answer: fieldSite,
    csv: true,
  },
} as const satisfies Readonly<Record<string, Endpoint>>

export type EndpointName = keyof typeof ENDPOINTS

/** What an endpoint answers with. */
export type Answer<Name extends EndpointName> = z.output<(typeof ENDPOINTS)[Name]['answer']>

/** What its handler gets. */
export interface Request<Name extends EndpointName> {
  readonly params: z.output<(typeof ENDPOINTS)[Name]['params']>
  readonly query: z.output<(typeof ENDPOINTS)[Name]['query']>
}

/** Where all of them are. */
export const API_ROOT = '/api/v1'
