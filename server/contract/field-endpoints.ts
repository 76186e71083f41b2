import { z } from 'zod'
import { fieldSites } from '../../figures/field-sites.ts'
import { type Endpoint, endpointsOf } from './endpoint.ts'
import { fieldMetric, fieldReference, fieldSite, fieldStudies, fieldStudyList } from './field.ts'
import { fieldList, format, id, labCondition, order, paging, search } from './requests.ts'
import { FIELD_SITE_SORTS } from './sorts.ts'

const { figure, json, table } = endpointsOf('field')

export const FIELD_ENDPOINTS = {
  field: json(
    '/field',
    'Studies that volunteers contribute to, with the newest release of each',
    fieldStudies,
  ),
  fieldStudy: json('/field/study', 'The open study with all of its sites', fieldStudyList),
  fieldReference: json(
    '/field/reference',
    'Published curves of page load time of every site, field and live, as few quantiles',
    fieldReference,
  ),
  fieldSites: figure(
    '/field/sites',
    'Sites with a published curve',
    fieldSites,
    z.strictObject({
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
  ),
  fieldSite: table(
    '/field/sites/:domain',
    'A site under study: curves of the field by protocol, beside live and lab',
    fieldSite,
    z.strictObject({
      metric: fieldMetric.default('load'),
      list: fieldList,
      campaign: id.optional().meta({
        description:
          'Whose loads stand beside the field. Default: that of `/defaults` where it has the metric, else the newest that has',
      }),
      lab: labCondition,
      format,
    }),
  ),
} as const satisfies Readonly<Record<string, Endpoint>>
