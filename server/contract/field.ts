import { z } from 'zod'
import { published } from '../../figures/field-sites.ts'
import { CONTRIBUTED_VISITS, DAY_PATTERN, LIST_PATTERN } from '../../model/contribution-terms.ts'
import { FIELD_METRICS, FIELD_PROTOCOLS } from '../../model/field.ts'
import { columnFields } from './figure-schema.ts'
import { arm, count, instant, interval, metric, verdict } from './terms.ts'

const day = z.string().regex(DAY_PATTERN)
const list = z.string().regex(LIST_PATTERN)
const week = day.meta({ description: 'Monday of the ISO week, UTC' })
const ms = z.number().min(0)

const fieldProtocol = z
  .enum(FIELD_PROTOCOLS)
  .meta({ id: 'FieldProtocol', description: 'Of the main document, as ALPN names it' })

export const fieldMetric = z.enum(FIELD_METRICS).meta({
  id: 'FieldMetric',
  description:
    'Of the main document, milliseconds: `load` and `dcl` since the start of the navigation, the others phases of the request',
})

export const fieldThresholds = z
  .strictObject({
    contributors: count.meta({ description: 'Distinct pseudonyms that a curve must have' }),
    samples: count.meta({ description: 'Loads that it must have' }),
    changed: count.meta({ description: 'Contributors that must have changed before it is made anew' }),
    windowDays: count.meta({ description: 'Days before a release whose loads count' }),
    blur: z.number().min(0).meta({
      description:
        'Scale of Laplace’s distribution by which the logarithm of each contributor’s value is moved before it is counted, the same way in every release; 0: not at all. The median is hardly touched, the 10 % and 90 % quantiles lie up to 10 % further out',
    }),
  })
  .meta({ id: 'FieldThresholds', description: 'What fails any of them is not enough data' })

const fieldRelease = z
  .strictObject({
    week,
    releasedAt: instant,
    sites: count.meta({ description: 'With a published curve' }),
    cells: count.meta({ description: 'Published curves: one a site, protocol and metric' }),
  })
  .meta({ id: 'FieldRelease', description: 'A fixed snapshot, made once a week' })

const fieldStudy = z
  .strictObject({
    list,
    openedDay: day,
    closedDay: day.nullable(),
    sites: count.meta({ description: 'Under study' }),
    thresholds: fieldThresholds,
    release: fieldRelease.nullable().meta({ description: 'The newest; null: none has been made' }),
  })
  .meta({ id: 'FieldStudy' })

export const fieldStudies = z
  .strictObject({ studies: z.array(fieldStudy).meta({ description: 'Newest first' }) })
  .meta({ id: 'FieldStudies' })

export const fieldStudyList = z
  .strictObject({
    list: list.nullable().meta({ description: 'Null: no study is open' }),
    openedDay: day.nullable(),
    sites: z.array(z.strictObject({ site: count, domain: z.string() })),
  })
  .meta({
    id: 'FieldStudyList',
    description: 'The study that takes contributions, whole: who asks for it tells no site',
  })

const referenceCurves = (n: string) =>
  z.partialRecord(
    fieldProtocol,
    z.strictObject({
      n: count.meta({ description: n }),
      ms: z.array(count).meta({ description: 'Quantiles at `p`, whole milliseconds' }),
    }),
  )

export const fieldReference = z
  .strictObject({
    list: list.nullable(),
    week: week.nullable(),
    p: z.array(z.number()),
    sites: z
      .array(
        z.strictObject({
          domain: z.string(),
          field: referenceCurves('Contributors').meta({ description: '`load` of the newest release' }),
          live: referenceCurves('Valid samples').meta({
            description:
              '`plt_ms` of the default campaign (`/defaults`), else of the newest live one, under the arms h1, h2, h3',
          }),
          liveDay: day
            .nullable()
            .meta({ description: 'Of that campaign’s beginning, UTC; null: none has it' }),
        }),
      )
      .meta({ description: 'By domain' }),
  })
  .meta({
    id: 'FieldReference',
    description: 'Where a load lies among others, for every site at once: who asks for it tells no site',
  })

const fieldCurve = z
  .strictObject({
    ...columnFields(published),
    protocol: fieldProtocol,
    medianInterval: interval.nullable(),
    madeIn: week.meta({ description: 'Week whose release made the curve: an earlier one where it was kept' }),
    bins: z
      .array(z.strictObject({ fromMs: ms, toMs: ms, contributors: count }))
      .meta({ description: 'Medians of contributors, some 5 % wide; empty bins are left out' }),
  })
  .meta({ id: 'FieldCurve' })

const fieldGain = z
  .strictObject({
    protocol: fieldProtocol,
    baseline: fieldProtocol,
    contributors: count,
    baselineContributors: count,
    gain: z
      .number()
      .meta({ description: 'median(baseline) / median(protocol): above 1 the protocol’s loads are faster' }),
    gainInterval: interval,
    verdict,
  })
  .meta({
    id: 'FieldGain',
    description:
      'Between groups that chose themselves: seeded bootstrap over the contributors of each, drawn from its bins',
  })

const fieldVisits = z
  .strictObject({
    protocol: fieldProtocol,
    contributors: count,
    samples: count.meta({ description: 'Loads' }),
    madeIn: week,
    shares: z.array(
      z.strictObject({ visit: z.enum(CONTRIBUTED_VISITS), share: z.number().min(0).max(1), interval }),
    ),
  })
  .meta({
    id: 'FieldVisits',
    description:
      'By which visit contributors came: each by what most of its first loads of a day were. Half of the votes are drawn at random, which the shares and their 95 % intervals (Wilson’s) take out again',
  })

const curves = z.array(
  z.strictObject({
    arm,
    n: count.meta({ description: 'Valid samples with a value' }),
    medianMs: ms,
    ms: z.array(ms).meta({ description: 'Exact quantiles (R-7) at `p`' }),
  }),
)

const measured = z.strictObject({
  metric,
  campaignId: count,
  site: count,
  createdAt: instant,
  sandbox: z.boolean(),
  browserVersion: z.string().nullable(),
  browserKind: z.enum(['warm', 'cold']).meta({ description: 'Of the process; every page load is cold' }),
  device: z.string().nullable(),
  curves,
})

const factors = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const labCondition = z.strictObject({ labRunId: count, cell: count, name: z.string(), factors })

export const fieldSite = z
  .strictObject({
    domain: z.string(),
    metric: fieldMetric,
    list,
    hasSitePage: z.boolean().meta({ description: 'A survey has visited it or a campaign loaded it' }),
    closedDay: day.nullable().meta({ description: 'Null: its study takes contributions' }),
    week: week.nullable(),
    releasedAt: instant.nullable(),
    thresholds: fieldThresholds,
    field: z.array(fieldCurve),
    notEnough: z
      .array(fieldProtocol)
      .meta({ description: 'Not enough data, whether it is nobody or nearly enough (safety.md P8)' }),
    gains: z.array(fieldGain),
    visits: z
      .array(fieldVisits)
      .meta({ description: 'Of every metric; protocols without enough data are left out' }),
    p: z.array(z.number()).meta({ description: 'Shares from 0 to 1 of the quantiles of live and lab' }),
    live: measured.extend({ vantage: z.string().nullable() }).nullable().meta({
      description:
        'The default campaign (`/defaults`) where it has the site and the metric, else the newest live one that has',
    }),
    lab: measured.extend(labCondition.shape).nullable().meta({
      description:
        'The condition that was asked for, else one of this page: of the default lab run, else of the newest',
    }),
    labConditions: z
      .array(labCondition.extend({ ofThisPage: z.boolean() }))
      .meta({ description: 'What can be asked for as `lab`, those of this page first, newest run first' }),
  })
  .meta({
    id: 'FieldSite',
    description: 'Field beside live and lab: three sources, each on its own, never pooled',
  })

export type FieldStudies = z.output<typeof fieldStudies>
export type FieldStudyList = z.output<typeof fieldStudyList>
export type FieldReference = z.output<typeof fieldReference>
export type FieldSite = z.output<typeof fieldSite>
