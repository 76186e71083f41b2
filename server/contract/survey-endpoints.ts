import { z } from 'zod'
import { type Endpoint, noParams } from './endpoint.ts'
import { cdn, format, formatQuery, idParams, noQuery, order, paging, search, speaks } from './requests.ts'
import { adoption, adoptionTrend, SURVEY_SITE_SORTS, survey, surveySites, surveys } from './surveys.ts'

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
    answer: surveySites,
    csv: true,
  },
  adoptionTrend: {
    path: '/adoption/trend',
    tag: 'surveys',
    summary: 'Adoption over time: one point for each finished survey',
    params: noParams,
    query: formatQuery,
    answer: adoptionTrend,
    csv: true,
  },
} as const satisfies Readonly<Record<string, Endpoint>>
