import { z } from 'zod'
import { OPERATIONS } from '../../model/operation.ts'
import { count, instant, share, stored, storedObject, vantageName } from './terms.ts'

export const list = z
  .strictObject({
    id: count,
    source: z.string().meta({ description: 'URL, or name of a file' }),
    trancoId: z.string().nullable(),
    sha256: z.string(),
    fetchedAt: instant,
    entries: count,
    badLines: count,
  })
  .meta({ id: 'List', description: 'The ranked list that the sites of a survey came from' })

export const survey = z
  .strictObject({
    id: count,
    createdAt: instant,
    finishedAt: instant.nullable(),
    state: z.enum(['running', 'stopped', 'finished']),
    list,
    sites: count,
    duplicates: count.meta({ description: 'Entries left out because their rank or domain had come before' }),
    toolVersion: z.string().meta({
      description: 'Of towline where the sites were visited; where machines differed each, with `; ` between',
    }),
    seed: count.meta({ description: 'Of the order of visits' }),
    operations: z.array(z.string()),
    options: storedObject,
    vantage: z.string().nullable(),
    resolver: z.string().nullable().meta({ description: 'Likewise; null: the system’s' }),
    userAgent: z.string(),
    sandbox: z.boolean().meta({ description: 'Made in the sandbox: says nothing about the internet' }),
    versions: z.record(z.string(), z.string()).meta({
      description: 'Of programs, likewise; none: no site has been visited by a job yet',
    }),
  })
  .meta({ id: 'Survey', description: 'One visit to every site of a list, with its provenance' })

export const surveys = z.strictObject({
  surveys: z.array(survey).meta({ description: 'Newest first' }),
})

const failure = z.string().nullable().meta({ description: 'Failure code (docs/failures.md)' })

export const SURVEY_SITE_SORTS = ['rank', 'domain', 'rttMs', 'bodyBytes', 'cdn', 'server'] as const

export const operation = z
  .strictObject({
    operation: z.enum(OPERATIONS),
    hop: count.meta({ description: 'Redirects followed before' }),
    connection: count.nullable(),
    scheme: z.enum(['http', 'https']).nullable(),
    host: z.string(),
    port: count.nullable(),
    address: z.string().nullable(),
    path: z.string().nullable(),
    startMs: z.number().meta({ description: 'Since the start of the visit, milliseconds' }),
    durationMs: z.number().nullable(),
    failure,
    detail: z.string().nullable(),
    result: stored,
  })
  .meta({ id: 'Operation', description: 'One network operation of a visit' })

const adoptionRow = z
  .strictObject({
    row: z.string(),
    label: z.string(),
    count,
    unknown: count.meta({ description: 'Sites about which it could not be found out' }),
    ofAll: share.nullable(),
    reachableCount: count,
    reachableUnknown: count,
    ofReachable: share.nullable(),
  })
  .meta({ id: 'AdoptionRow' })

const group = { n: count, reachable: count, rows: z.array(adoptionRow) }
const failures = z.array(z.strictObject({ code: z.string(), count }))
const named = z.array(
  z.strictObject({ name: z.string().nullable().meta({ description: 'Null: none was seen' }), ...group }),
)

export const adoption = z
  .strictObject({
    surveyId: count,
    vantage: vantageName,
    ...group,
    buckets: z.array(z.strictObject({ from: count, to: count, ...group })),
    cdns: named.meta({ description: 'Largest first' }),
    servers: named.meta({ description: 'Largest first' }),
    stacks: named.meta({ description: 'What terminates HTTP/2, where a rule is sure; largest first' }),
    h3Stacks: named.meta({ description: 'What terminates HTTP/3, where a rule is sure; largest first' }),
    ungrouped: z.strictObject({ cdns: count, servers: count }),
    failures: z.strictObject({ site: failures, h1: failures, h2: failures, h3: failures }),
    h1Notes: failures.meta({ description: 'What was wrong with HTTP/1.1 responses that browsers accept' }),
  })
  .meta({ id: 'Adoption', description: 'Who speaks what, over one survey' })

const paired = z
  .strictObject({
    n: count,
    difference: z.number(),
    low: z.number(),
    high: z.number(),
    p: z.number(),
    detectable: z.number(),
  })
  .meta({
    id: 'PairedDifference',
    description:
      'Net change of the share over `n` sites of which both surveys know, with its 95 % interval (Newcombe 1998, method 10), p (McNemar, exact) and the smallest detectable difference',
  })

const trendChange = z
  .strictObject({
    row: z.string(),
    label: z.string(),
    gained: count,
    lost: count,
    kept: count,
    never: count,
    unknown: count.meta({ description: 'Sites in both of which one survey could not find out' }),
    gainedFlapping: count.meta({
      description: 'Of those gained: sites that change more than once over the surveys of the series',
    }),
    lostFlapping: count,
    appeared: count.meta({ description: 'List churn: counting sites that only the later survey has' }),
    disappeared: count.meta({ description: 'The same of the earlier survey' }),
    change: paired.nullable(),
  })
  .meta({ id: 'TrendChange', description: 'As `towline survey diff` prints it' })

const commonShare = z
  .strictObject({ row: z.string(), count, unknown: count, ofCommon: share.nullable() })
  .meta({ id: 'CommonShare' })

const trendSeries = z
  .strictObject({
    list: z.string(),
    vantage: z.string().nullable(),
    sandbox: z.boolean(),
    surveyIds: z.array(count).meta({ description: 'Oldest first; of more than 24 the newest 24' }),
    common: count.meta({ description: 'Sites that each of these surveys has' }),
    points: z
      .array(z.strictObject({ surveyId: count, rows: z.array(commonShare) }))
      .meta({ description: 'Shares over the common sites' }),
    steps: z
      .array(
        z.strictObject({
          beforeId: count,
          afterId: count,
          both: count,
          onlyBefore: count,
          onlyAfter: count,
          rows: z.array(trendChange),
        }),
      )
      .meta({ description: 'From each survey to the next' }),
    flapping: z.array(z.strictObject({ row: z.string(), count })).meta({
      description: 'Sites that change more than once, by row',
    }),
  })
  .meta({ id: 'TrendSeries', description: 'Surveys of one list from one vantage point' })

export const adoptionTrend = z.strictObject({
  series: z.array(trendSeries),
  points: z
    .array(
      z.strictObject({
        surveyId: count,
        createdAt: instant,
        finishedAt: instant,
        listId: count,
        trancoId: z.string().nullable(),
        list: z
          .string()
          .meta({ description: 'What was surveyed: points of one name and vantage point are one line' }),
        vantage: z.string().nullable(),
        sandbox: z.boolean(),
        ...group,
      }),
    )
    .meta({
      description:
        'One for each finished survey of a list, oldest first; sites named on the command line are none',
    }),
})

export type Survey = z.output<typeof survey>
export type Operation = z.output<typeof operation>
export type Adoption = z.output<typeof adoption>
export type AdoptionRow = z.output<typeof adoptionRow>
export type AdoptionTrend = z.output<typeof adoptionTrend>
