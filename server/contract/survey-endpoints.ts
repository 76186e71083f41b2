import { z } from 'zod'
import { CHANGE_ROWS, changes } from '../../figures/changes.ts'
import { surveySites } from '../../figures/survey-sites.ts'
import { type Endpoint, endpointsOf } from './endpoint.ts'
import { cdn, domain, format, order, paging, search, speaks, untilSurvey } from './requests.ts'
import { adoption, adoptionTrend, SURVEY_SITE_SORTS, survey, surveys } from './surveys.ts'

const { figure, json, table } = endpointsOf('surveys')

export const SURVEY_ENDPOINTS = {
  surveys: json('/surveys', 'All surveys', surveys),
  survey: json('/surveys/:id', 'A survey with its provenance and its list', survey),
  adoption: table(
    '/surveys/:id/adoption',
    'Who speaks what: in all, by rank, by CDN, by server software; claimed against served',
    adoption,
  ),
  surveySites: figure(
    '/surveys/:id/sites',
    'The visited sites of a survey with every fact',
    surveySites,
    z.strictObject({
      q: search,
      sort: z.enum(SURVEY_SITE_SORTS).default('rank').meta({ description: 'What the rows are sorted by' }),
      order,
      protocol: speaks,
      cdn,
      ...paging,
      format,
    }),
  ),
  adoptionTrend: table(
    '/adoption/trend',
    'Adoption over time: a point for each finished survey; what was gained and lost between them',
    adoptionTrend,
    z.strictObject({ until: untilSurvey, format }),
  ),
  changes: {
    ...figure(
      '/changes',
      'What sites began or ceased to do, from survey to survey; also as a feed',
      changes,
      z.strictObject({
        q: search,
        domain: domain.optional().meta({ description: 'Only changes of this site' }),
        row: z.enum(CHANGE_ROWS).optional().meta({ description: 'Only changes in this row of adoption' }),
        change: z.enum(['gained', 'lost']).optional().meta({ description: 'Only these' }),
        vantage: z.string().max(200).optional().meta({ description: 'Only as seen from this vantage point' }),
        flapping: z
          .enum(['yes', 'no'])
          .optional()
          .meta({ description: 'Only of sites that change to and fro, or of those that do not' }),
        until: untilSurvey,
        ...paging,
        format: z
          .enum(['json', 'csv', 'atom'])
          .default('json')
          .meta({ description: '`csv`: RFC 4180 with a heading; `atom`: a feed (RFC 4287)' }),
      }),
    ),
    atom: true,
  },
} as const satisfies Readonly<Record<string, Endpoint>>
