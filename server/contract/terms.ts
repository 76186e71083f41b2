import { z } from 'zod'
import { ARM_NAMES } from '../../model/arm.ts'
import { METRIC_NAMES } from '../../model/metrics.ts'

export const arm = z.enum(ARM_NAMES).meta({
  id: 'Arm',
  description:
    'What the browser is made to do: `h1`, `h2`, `h3` over TLS, `http` in clear text, `h3-altsvc` as found, ' +
    '`recorded` each host of a recorded page by the protocol it had',
})

export const instant = z
  .string()
  .meta({ description: 'ISO 8601, UTC', examples: ['2026-11-21T10:00:00.000Z'] })

export const count = z.int().min(0)

export const vantageName = z
  .string()
  .nullable()
  .meta({ description: 'The vantage point that it was measured from; null: not stated' })

export const factor = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .meta({ id: 'FactorValue', description: 'Value of a factor in one condition' })

/** A page of a campaign that an answer is about. */
export const pageSubject = { campaignId: count, vantage: vantageName, site: count, domain: z.string() }

/** A value by arm; arms without one are left out. */
export const byArm = <S extends z.ZodType>(schema: S) => z.partialRecord(arm, schema)

/** Plain JSON that is handed on as it was stored. */
export const stored = z.json()

/** Describes a campaign's link. */
export const configuredLink = stored.meta({
  description: 'The emulated link as it was set; null on a real network, and where nothing delayed packets',
})

export const storedObject = z.record(z.string(), z.json())

export const interval = z
  .strictObject({ low: z.number(), high: z.number() })
  .meta({ id: 'Interval', description: '95 % confidence interval, in the unit of what it belongs to' })

export const share = z
  .strictObject({
    share: z.number().min(0).max(1),
    low: z.number().min(0).max(1),
    high: z.number().min(0).max(1),
  })
  .meta({ id: 'Share', description: 'A share from 0 to 1 with its 95 % interval (Wilson 1927)' })

export const verdict = z.enum(['faster', 'slower', 'no difference shown', 'too few rounds']).meta({
  id: 'Verdict',
  description:
    'Of the arm against the baseline; faster or slower only where the interval of the gain excludes 1. ' +
    '`too few rounds`: fewer than 6 (10 with `--until-ci`), so there is no interval and no verdict',
})

export const leftOut = z
  .strictObject({
    state: z.enum(['invalid', 'failed', 'not measured']),
    reason: z.string().meta({ description: 'Reason of an invalid sample, failure code of a failed one' }),
    count,
  })
  .meta({
    id: 'LeftOut',
    description:
      'Samples that do not count, by reason. `not measured`: valid, but without a value of this metric',
  })

export type Interval = z.output<typeof interval>
export type Share = z.output<typeof share>
export type Verdict = z.output<typeof verdict>
export type LeftOut = z.output<typeof leftOut>

export const metric = z
  .enum(METRIC_NAMES)
  .meta({ id: 'Metric', description: 'Name of a metric, with its unit: see docs/metrics.md' })
