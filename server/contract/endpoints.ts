import type { z } from 'zod'
import { CAMPAIGN_ENDPOINTS } from './campaign-endpoints.ts'
import { defaults } from './defaults.ts'
import { type Endpoint, endpointsOf } from './endpoint.ts'
import { FIELD_ENDPOINTS } from './field-endpoints.ts'
import { LAB_ENDPOINTS } from './lab-endpoints.ts'
import { LOAD_ENDPOINTS } from './load-endpoints.ts'
import { meta } from './meta.ts'
import { PAPER_ENDPOINTS } from './paper-endpoints.ts'
import { PLAIN_ENDPOINTS } from './plain-endpoints.ts'
import { RANKING_ENDPOINTS, SITE_ENDPOINTS } from './site-endpoints.ts'
import { SURVEY_ENDPOINTS } from './survey-endpoints.ts'
import { vantages } from './vantages.ts'

const { json, table } = endpointsOf('data')

/** Everything that can be read, by tag, in the order of the OpenAPI file. */
export const ENDPOINTS = {
  meta: json('/meta', 'What the data is: its origin, counts, lists, dates, vantage points', meta),
  defaults: json(
    '/defaults',
    'Which survey, campaign, run and study stand where none is asked for, and which newer ones cannot answer',
    defaults,
  ),
  vantages: table(
    '/vantages',
    'Where workers measure from: place, network, addresses, resolver, round-trip times, clock',
    vantages,
  ),
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
