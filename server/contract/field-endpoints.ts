import { z } from 'zod'
import { fieldSites } from '../../figures/field-sites.ts'
import { type Endpoint, noParams } from './endpoint.ts'
import { fieldMetric, fieldReference, fieldSite, fieldStudies, fieldStudyList } from './field.ts'
import { figureAnswer } from './figure-schema.ts'
import {
  domainParams,
  fieldList,
  format,
  id,
  labCondition,
  noQuery,
  order,
  paging,
  search,
} from './requests.ts'
import { FIELD_SITE_SORTS } from './sorts.ts'

export const FIELD_ENDPOINTS = {
  field: {
    path: '/field',
    tag: 'field',
    summary: 'Studies that volunteers contribute to, with the newest release of each',
    params: noParams,
    query: noQuery,
    answer: fieldStudies,
    csv: false,
  },
  fieldStudy: {
    path: '/field/study',
    tag: 'field',
    summary: 'The open study with all of its sites',
    params: noParams,
    query: noQuery,
    answer: fieldStudyList,
    csv: false,
  },
  fieldReference: {
    path: '/field/reference',
    tag: 'field',
    summary: 'Published curves of page load time of every site, field and live, as few quantiles',
    params: noParams,
    query: noQuery,
    answer: fieldReference,
    csv: false,
  },
  fieldSites: {
    path: '/field/sites',
    tag: 'field',
    summary: 'Sites with a published curve',
    params: noParams,
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
    answer: figureAnswer(fieldSites),
    csv: true,
    figure: fieldSites,
  },
  fieldSite: {
    path: '/field/sites/:domain',
    tag: 'field',
    summary: 'A site under study: curves of the field by protocol, beside live and lab',
    params: domainParams,
    query: z.strictObject({
      metric: fieldMetric.default('load'),
      list: fieldList,
      campaign: id.optional().meta({
        description:
          'Whose loads stand beside the field. Default: that of `/defaults` where it has the metric, else the newest that has',
      }),
      lab: labCondition,
      format,
    }),
    answer: fieldSite,
    csv: true,
  },
} as const satisfies Readonly<Record<string, Endpoint>>
