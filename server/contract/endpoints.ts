import type { z } from 'zod'
import { CAMPAIGN_ENDPOINTS } from './campaign-endpoints.ts'
import { defaults } from './defaults.ts'
import { type Endpoint, noParams } from './endpoint.ts'
import { FIELD_ENDPOINTS } from './field-endpoints.ts'
import { LAB_ENDPOINTS } from './lab-endpoints.ts'
import { LOAD_ENDPOINTS } from './load-endpoints.ts'
import { meta } from './meta.ts'
import { PAPER_ENDPOINTS } from './paper-endpoints.ts'
import { PLAIN_ENDPOINTS } from './plain-endpoints.ts'
import { formatQuery, noQuery } from './requests.ts'
import { RANKING_ENDPOINTS, SITE_ENDPOINTS } from './site-endpoints.ts'
import { SURVEY_ENDPOINTS } from './survey-endpoints.ts'
import { vantages } from './vantages.ts'

/** Everything that can be read, by tag, in the order of the OpenAPI file. */
export const ENDPOINTS = {
  meta: {
    path: '/meta',
    tag: 'data',
    summary: 'What the data is: its origin, counts, lists, dates, vantage points',
    params: noParams,
    query: noQuery,
    answer: meta,
    csv: false,
  },
  defaults: {
    path: '/defaults',
    tag: 'data',
    summary:
      'Which survey, campaign, run and study stand where none is asked for, and which newer ones cannot answer',
    params: noParams,
    query: noQuery,
    answer: defaults,
    csv: false,
  },
  vantages: {
    path: '/vantages',
    tag: 'data',
    summary: 'Where workers measure from: place, network, addresses, resolver, round-trip times, clock',
    params: noParams,
    query: formatQuery,
    answer: vantages,
    csv: true,
  },
  ...SURVEY_ENDPOINTS,
  ...SITE_ENDPOINTS,
  ...CAMPAIGN_ENDPOINTS,
  ...RANKING_ENDPOINTS,
  ...LAB_ENDPOINTS,
  ...LOAD_ENDPOINTS,
  ...FIELD_ENDPOINTS,
  ...PAPER_ENDPOINTS,
  ...PLAIN_ENDPOINTS,
} as const satisfies Readonly<Record<string, Endpoint>>

export type EndpointName = keyof typeof ENDPOINTS

export type Answer<Name extends EndpointName> = z.output<(typeof ENDPOINTS)[Name]['answer']>

export interface Request<Name extends EndpointName> {
  readonly params: z.output<(typeof ENDPOINTS)[Name]['params']>
  readonly query: z.output<(typeof ENDPOINTS)[Name]['query']>
}

export const API_ROOT = '/api/v1'
