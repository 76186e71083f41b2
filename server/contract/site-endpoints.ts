import { z } from 'zod'
import { ranking } from '../../figures/ranking.ts'
import {
  siteHistory as siteHistoryFigure,
  siteVantages as siteVantagesFigure,
} from '../../figures/site-gains.ts'
import { sites } from '../../figures/sites.ts'
import { rankingAnswer } from './distributions.ts'
import { type Endpoint, endpointsOf } from './endpoint.ts'
import { baseline, cdn, format, id, metricQuery, order, paging, search, speaks } from './requests.ts'
import { siteHistory, siteVantages } from './site-gains.ts'
import { siteDetail } from './sites.ts'
import { SITE_SORTS } from './sorts.ts'
import { arm } from './terms.ts'

const { figure, json } = endpointsOf('sites')

export const SITE_ENDPOINTS = {
  sites: figure(
    '/sites',
    'All sites of a survey and of a campaign, with what both found',
    sites,
    z.strictObject({
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
  ),
  site: json(
    '/sites/:domain',
    'A site: what the survey found out, which campaigns have it',
    siteDetail,
    z.strictObject({
      survey: id.optional().meta({ description: 'Whose visit is shown' }),
      campaign: id.optional().meta({ description: 'Which campaign is shown' }),
    }),
  ),
  siteVantages: {
    ...figure(
      '/sites/:domain/vantages',
      'The gains of a site from each vantage point, and whether they differ',
      siteVantagesFigure,
      z.strictObject({
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
    ),
    answer: siteVantages,
  },
  siteHistory: {
    ...figure(
      '/sites/:domain/history',
      'The gains of a site over all live campaigns, and what surveys found of it',
      siteHistoryFigure,
      z.strictObject({
        metric: metricQuery,
        baseline,
        campaign: id.optional().meta({
          description: 'Whose conditions `sameConditions` is about. Default: that of `/sites/:domain`',
        }),
        format,
      }),
    ),
    answer: siteHistory,
  },
} as const satisfies Readonly<Record<string, Endpoint>>

/** The ranking is listed apart, as the OpenAPI file has it behind the campaigns. */
export const RANKING_ENDPOINTS = {
  ranking: {
    ...figure(
      '/ranking',
      'Sites by the gain of an arm',
      ranking,
      z.strictObject({
        metric: metricQuery,
        arm: arm.default('h2'),
        baseline,
        campaign: id
          .optional()
          .meta({ description: 'Default: that of `/defaults`, the newest live one that can answer' }),
        format,
      }),
    ),
    answer: rankingAnswer,
  },
} as const satisfies Readonly<Record<string, Endpoint>>
