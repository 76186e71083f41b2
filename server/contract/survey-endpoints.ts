import { z } from 'zod'
import { CHANGE_ROWS, changes } from '../../figures/changes.ts'
import { surveySites } from '../../figures/survey-sites.ts'
import { type Endpoint, noParams } from './endpoint.ts'
import { figureAnswer } from './figure-schema.ts'
import {
  cdn,
  domain,
  format,
  formatQuery,
  idParams,
  noQuery,
  order,
  paging,
  search,
  speaks,
  untilSurvey,
} from './requests.ts'
import { adoption, adoptionTrend, SURVEY_SITE_SORTS, survey, surveys } from './surveys.ts'

export const SURVEY_ENDPOINTS = {
  surveys: {
    path: '/surveys',
    tag: 'surveys',
    summary: 'All surveys',
    params: noParams,
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
      sort: z.enum(SURVEY_SITE_SORTS).default('rank').meta({ description: 'What the rows are sorted by' }),
      order,
      protocol: speaks,
      cdn,
      ...paging,
      format,
    }),
    answer: figureAnswer(surveySites),
    csv: true,
    figure: surveySites,
  },
  adoptionTrend: {
    path: '/adoption/trend',
    tag: 'surveys',
    summary: 'Adoption over time: a point for each finished survey; what was gained and lost between them',
    params: noParams,
    query: z.strictObject({ until: untilSurvey, format }),
    answer: adoptionTrend,
    csv: true,
  },
  changes: {
    path: '/changes',
    tag: 'surveys',
    summary: 'What sites began or ceased to do, from survey to survey; also as a feed',
    params: noParams,
    query: z.strictObject({
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
    answer: figureAnswer(changes),
    csv: true,
    figure: changes,
    atom: true,
  },
} as const satisfies Readonly<Record<string, Endpoint>>
