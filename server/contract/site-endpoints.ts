import { z } from 'zod'
import { ranking } from '../../figures/ranking.ts'
import {
  siteHistory as siteHistoryFigure,
  siteVantages as siteVantagesFigure,
} from '../../figures/site-gains.ts'
import { sites } from '../../figures/sites.ts'
import { rankingAnswer } from './distributions.ts'
import { type Endpoint, noParams } from './endpoint.ts'
import { figureAnswer } from './figure-schema.ts'
import {
  baseline,
  cdn,
  domainParams,
  format,
  id,
  metricQuery,
  order,
  paging,
  search,
  speaks,
} from './requests.ts'
import { siteHistory, siteVantages } from './site-gains.ts'
import { siteDetail } from './sites.ts'
import { SITE_SORTS } from './sorts.ts'
import { arm } from './terms.ts'

export const SITE_ENDPOINTS = {
  sites: {
    path: '/sites',
    tag: 'sites',
    summary: 'All sites of a survey and of a campaign, with what both found',
    params: noParams,
    query: z.strictObject({
      q: search,
      metric: metricQuery,
      baseline,
      sort: z.enum(SITE_SORTS).default('rank').meta({ description: 'What the rows are sorted by' }),
      gainArm: arm.default('h2').meta({ description: 'Whose gain is meant by `sort=gain`' }),
      order,
      protocol: speaks,
      cdn,
      probed: z
        .enum(['yes', 'no'])
        .optional()
        .meta({ description: 'Only sites that a campaign (with `campaign`: this one) has, or has not' }),
      survey: id.optional().meta({ description: 'Default: that of `/defaults`' }),
      campaign: id.optional().meta({
        description:
          'Whose values are shown. Default: of each site that of `/defaults`, else its newest live one',
      }),
      ...paging,
      format,
    }),
    answer: figureAnswer(sites),
    csv: true,
    figure: sites,
  },
  site: {
    path: '/sites/:domain',
    tag: 'sites',
    summary: 'A site: what the survey found out, which campaigns have it',
    params: domainParams,
    query: z.strictObject({
      survey: id.optional().meta({ description: 'Whose visit is shown' }),
      campaign: id.optional().meta({ description: 'Which campaign is shown' }),
    }),
    answer: siteDetail,
    csv: false,
  },
  siteVantages: {
    path: '/sites/:domain/vantages',
    tag: 'sites',
    summary: 'The gains of a site from each vantage point, and whether they differ',
    params: domainParams,
    query: z.strictObject({
      metric: metricQuery,
      baseline,
      reference: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'The vantage point to compare with; default: the first by name' }),
      campaign: id.optional().meta({
        description:
          'Of its vantage point this campaign, of others one under its conditions. Default: that of `/sites/:domain`',
      }),
      format,
    }),
    answer: siteVantages,
    csv: true,
    figure: siteVantagesFigure,
  },
  siteHistory: {
    path: '/sites/:domain/history',
    tag: 'sites',
    summary: 'The gains of a site over all live campaigns, and what surveys found of it',
    params: domainParams,
    query: z.strictObject({
      metric: metricQuery,
      baseline,
      campaign: id.optional().meta({
        description: 'Whose conditions `sameConditions` is about. Default: that of `/sites/:domain`',
      }),
      format,
    }),
    answer: siteHistory,
    csv: true,
    figure: siteHistoryFigure,
  },
} as const satisfies Readonly<Record<string, Endpoint>>

/** The ranking is listed apart, as the OpenAPI file has it behind the campaigns. */
export const RANKING_ENDPOINTS = {
  ranking: {
    path: '/ranking',
    tag: 'sites',
    summary: 'Sites by the gain of an arm',
    params: noParams,
    query: z.strictObject({
      metric: metricQuery,
      arm: arm.default('h2'),
      baseline,
      campaign: id
        .optional()
        .meta({ description: 'Default: that of `/defaults`, the newest live one that can answer' }),
      format,
    }),
    answer: rankingAnswer,
    csv: true,
    figure: ranking,
  },
} as const satisfies Readonly<Record<string, Endpoint>>
