import { z } from 'zod'
import { LIST_PATTERN } from '../../model/contribution-terms.ts'
import { DEFAULT_METRIC, METRIC_NAMES } from '../../model/metrics.ts'
import { arm, metric } from './terms.ts'

/** A whole number in a URL, without sign, leading zeros or exponent. */
export const whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,9})$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.int().min(low).max(high))
    .meta({
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema.pattern
        Object.assign(jsonSchema, { type: 'integer', minimum: low, maximum: high })
      },
    })

/** Ids are 1 to 2^31 - 1, as the databases number them. */
export const id = whole(1, 2_147_483_647)

export const format = z
  .enum(['json', 'csv'])
  .default('json')
  .meta({ description: '`csv`: RFC 4180 with a heading, as a download' })

export const paging = {
  page: whole(1, 1_000_000).optional().meta({
    description:
      'From 1 (default). Beyond the last page there are no rows; `total` says how many there are. CSV without it holds all pages',
  }),
  pageSize: whole(1, 500).default(50).meta({ description: 'Rows a page' }),
}

export const untilSurvey = id
  .optional()
  .meta({ description: 'Number of the last survey that counts; default: the newest' })

export const order = z
  .enum(['asc', 'desc'])
  .default('asc')
  .meta({ description: 'Rows without a value stand last' })

export const search = z
  .string()
  .max(253)
  .optional()
  .meta({ description: 'Part of the domain, in lower or upper case' })

export const metricQuery = metric.default(DEFAULT_METRIC)

export const baseline = arm.default('h1').meta({ description: 'The arm that the others are compared with' })

export const metricList = z
  .string()
  .max(2_000)
  .transform((text) => [...new Set(text.split(',').filter((name) => name !== ''))])
  .pipe(z.array(z.enum(METRIC_NAMES)))
  .optional()
  .meta({ description: 'Metrics to add to each row, with commas between them' })

export const idParams = z.strictObject({
  id: id.meta({ description: 'Its number, as the list of its kind has it' }),
})
export const campaignSiteParams = z.strictObject({
  id: id.meta({ description: 'Number of the campaign' }),
  site: whole(0, 2_147_483_647).meta({ description: 'Number of the site within its campaign, from 0' }),
})

/** Host names as a list holds them: ASCII, IDN in Punycode. */
export const domain = z
  .string()
  .max(253)
  .regex(/^[a-z0-9_](?:[a-z0-9_-]{0,62}\.)*[a-z0-9_-]{0,62}$/i, 'is not a host name')
  .transform((name) => name.toLowerCase())
  .meta({ description: 'Host name as a list has it: ASCII, IDN in Punycode' })

export const domainParams = z.strictObject({ domain })

export const noParams = z.strictObject({})
export const noQuery = z.strictObject({})
export const formatQuery = z.strictObject({ format })

/** `rttMs`, `lossFraction`, …: a factor of a lab run. */
export const factorName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/i, 'is not the name of a factor')
  .meta({ description: 'Factor that the run varies' })

/** Reads `fixed.NAME=VALUE`, one for each factor that is held: only conditions with these values count. */
export const fixedFactors = z
  .record(factorName, z.string().max(200))
  .default({})
  .meta({ description: '`fixed.NAME=VALUE` for each factor that is held at one value' })

export const fieldList = z.string().regex(LIST_PATTERN, 'is not the id of a list').optional().meta({
  description: 'Study; default: that of `/defaults` where it has what is asked for, else the newest that has',
})

/** `RUN:CELL` of a lab run. */
export const labCondition = z
  .string()
  .regex(/^([1-9]\d{0,8}):(0|[1-9]\d{0,8})$/, 'is not a lab run and one of its conditions, as 3:12')
  .optional()
  .meta({
    description:
      '`RUN:CELL`; default: a condition with this page, of the lab run of `/defaults` or the newest',
  })

export const speaks = z
  .enum(['http', 'h1', 'h2', 'h3', 'h3-claimed', 'no-h2', 'no-h3'])
  .optional()
  .meta({ description: 'Only sites that were seen to speak it, to claim it, or not to speak it' })
export const cdn = z.string().max(100).optional().meta({
  description: 'Only sites of a CDN with this in its name, in lower or upper case; `none`: of no known one',
})
