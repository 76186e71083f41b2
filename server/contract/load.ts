import { z } from 'zod'
import { LOAD_FAILURES, type LoadFailure } from '../../model/load-failures.ts'
import {
  COST_ENDS,
  type CostEnd,
  LOAD_BOUNDS,
  LOAD_FIGURE_NAMES,
  type LoadBound,
} from '../../model/load-figure-terms.ts'
import { LOAD_ARMS } from '../../model/load-second.ts'
import { count, instant, interval, stored } from './terms.ts'

const loadProtocol = z.enum(LOAD_ARMS).meta({
  id: 'LoadProtocol',
  description:
    'HTTP/1.1 with six connections, in clear text (`http`) or over TLS (`h1`), HTTP/2 and HTTP/3 with one',
})

const loadErrors = z
  .partialRecord(z.enum(Object.keys(LOAD_FAILURES) as LoadFailure[]), count)
  .meta({ id: 'LoadErrors', description: 'How often each kind occurred; kinds that did not are left out' })

const bound = z
  .enum(Object.keys(LOAD_BOUNDS) as LoadBound[])
  .nullable()
  .meta({
    id: 'LoadBound',
    description: `Why the figure is a lower bound, so that the true one is this or more; null where it is not. ${meanings(LOAD_BOUNDS)}`,
  })

const costTime = z
  .strictObject({
    toMs: z.number().meta({ description: 'From the start of the load; 0: there is none' }),
    users: count.meta({ description: 'At its end' }),
    end: z.enum(Object.keys(COST_ENDS) as CostEnd[]).meta({
      description: `Why it is no longer. ${meanings(COST_ENDS)}`,
    }),
  })
  .meta({
    id: 'LoadCostTime',
    description:
      'The time that CPU per page, memory and sockets per user are from: from the start of a load, while page times were below ' +
      'the limit and the client’s core was at most half busy; over repetitions the shortest',
  })

const repeated = z
  .strictObject({
    n: count.meta({ description: 'Repetitions that gave it' }),
    value: z.number().meta({ description: 'Mean over repetitions; of lower bounds the lowest' }),
    interval: interval.nullable().meta({
      description: 'Over repetitions; null for fewer than three, and of a lower bound',
    }),
    bound,
  })
  .meta({ id: 'RepeatedFigure', description: 'A figure over repetitions' })

function meanings(terms: Readonly<Record<string, { readonly words: string }>>): string {
  return Object.entries(terms)
    .map(([name, { words }]) => `\`${name}\`: ${words}`)
    .join('. ')
}

const byFigure = <S extends z.ZodType>(schema: S) => z.record(z.enum(LOAD_FIGURE_NAMES), schema)

export const loadVerdict = z
  .enum(['more', 'less', 'no difference shown', 'too few repetitions', 'lower bound', 'no headroom'])
  .meta({
    id: 'LoadVerdict',
    description:
      'Of the arm’s figure against the baseline’s; `more` or `less` only where the interval of the ratio excludes 1. ' +
      '`too few repetitions`: fewer than 6. `lower bound`: one of the two is a lower bound. ' +
      '`no headroom`: of one of the two there is no time in which the client is known to have been at most half busy',
  })

const repeatability = z
  .strictObject({
    n: count.meta({ description: 'Repetitions' }),
    largest: z.number().min(0).meta({ description: 'Largest difference of one from their geometric mean' }),
    predicted: z.number().min(0).meta({
      description: 'What another would differ by at most, at 95 %, by Student’s t of logarithms',
    }),
  })
  .meta({ id: 'Repeatability', description: 'How much repetitions differ, as fractions of their mean' })

export const loadPlanFacts = z
  .strictObject({
    title: z.string(),
    source: z.string().nullable().meta({ description: 'What it repeats' }),
    page: z.string().meta({ description: 'Made page of the lab’s catalogue' }),
    arms: z.array(loadProtocol),
    servers: z.array(z.string()),
    link: stored.meta({ description: 'The emulated link as it was set' }),
    apache: z
      .strictObject({ mpm: z.string(), workers: count.meta({ description: 'Its threads' }) })
      .optional()
      .meta({ description: 'How Apache is set up; older runs do not say' }),
    congestionControl: z.string().nullable().optional().meta({
      description:
        'Of TCP, and of QUIC where its server can be set; null: the machine’s, as in older runs, which do not say',
    }),
    connections: z.enum(['kept', 'fresh', 'resumed']),
    thinkMs: z.number(),
    slaMs: z.number().meta({ description: 'Limit for p95 of page times' }),
    pageLimitMs: z.number(),
    connectLimitMs: z.number(),
    repetitions: count,
    ramp: z.strictObject({
      users: count,
      rampMs: z.number(),
      holdMs: z.number(),
      intervalMs: z.number(),
    }),
  })
  .meta({ id: 'LoadPlanFacts', description: 'What was asked for' })

export const loadRun = z
  .strictObject({
    id: count,
    createdAt: instant,
    finishedAt: instant.nullable(),
    state: z.enum(['running', 'stopped', 'finished']),
    name: z.string(),
    seed: count,
    toolVersion: z.string(),
    versions: z.record(z.string(), z.string()).meta({ description: 'Of node, the machine, …' }),
    plan: loadPlanFacts,
    loadsPlanned: count,
    loadsDone: count,
  })
  .meta({ id: 'LoadRun' })

export const loadRuns = z.strictObject({ runs: z.array(loadRun).meta({ description: 'Newest first' }) })

const busy = (description: string) => z.number().min(0).max(1).nullable().meta({ description })

const bounded = z
  .strictObject({
    value: z.number(),
    between: interval.meta({ description: 'It is known to lie between these, as intervals have a length' }),
    bound,
  })
  .nullable()

const loadFigures = z
  .strictObject({
    highestPagesPerS: bounded,
    usersAtHighest: count.nullable().meta({
      description: 'At the end of the first interval with nine tenths of the highest rate',
    }),
    slaUsers: bounded,
    firstErrorUsers: bounded,
    firstError: z.string().nullable().meta({ description: 'Kind of the first error' }),
    cpuMsPerPage: z.number().nullable(),
    memoryBytesPerUser: z.number().nullable(),
    socketsPerUser: z.number().nullable(),
    costTime,
    clientBusy: busy('Of the client’s core, the highest of all intervals'),
    serverBusyAtHighest: busy('Of the server’s core when it did most pages'),
    pagesDone: count,
    pagesFailed: count,
    errors: loadErrors,
  })
  .meta({ id: 'LoadFigures', description: 'What one load says of its server' })

export const loadRunDetail = z
  .strictObject({
    ...loadRun.shape,
    baseline: loadProtocol.meta({ description: 'The arm that the others are compared with' }),
    arms: z
      .array(
        z.strictObject({
          server: z.string(),
          arm: loadProtocol,
          repetitions: count.meta({ description: 'Loads that came to their end' }),
          figures: byFigure(repeated.nullable()).meta({
            description:
              'Pages/s, users, milliseconds of CPU time, bytes and sockets as their names say; null: not known',
          }),
          costTime,
          ratios: byFigure(repeated.nullable()).meta({
            description:
              'This arm / the baseline within repetitions, costs over the shorter time of the two; null for the baseline, and ' +
              'where a lower bound is among them',
          }),
          verdicts: byFigure(loadVerdict.nullable()).meta({ description: 'Null for the baseline' }),
          repeatability: byFigure(repeatability.nullable()).meta({
            description:
              'Null of fewer than three repetitions, and where one is a lower bound or not above 0',
          }),
          clientBusy: busy(
            'Of the client’s core, the highest of all repetitions; above 0.5 figures are lower bounds',
          ),
          serverBusy: busy('Of the server’s core when it did most pages, mean over repetitions'),
          pagesDone: count,
          pagesFailed: count,
          errors: loadErrors,
        }),
      )
      .meta({ description: 'By server, then by arm; those with a load that came to its end' }),
    loads: z
      .array(
        z.strictObject({
          load: count.meta({ description: 'From 0, in the order in which they are taken' }),
          repetition: count.meta({ description: 'From 0' }),
          server: z.string(),
          arm: loadProtocol,
          state: z.enum(['pending', 'running', 'done']),
          attempts: count.meta({
            description: 'Times that it was started; those that were cut off are dropped',
          }),
          startedAt: instant.nullable(),
          facts: stored.meta({ description: 'Programs, cores and link as they were; null before it began' }),
          figures: loadFigures.nullable().meta({ description: 'Null until it has come to its end' }),
        }),
      )
      .meta({ description: 'Each load of the run by itself' }),
  })
  .meta({ id: 'LoadRunDetail', description: 'What a load run says of its servers' })

export type LoadPlanFacts = z.output<typeof loadPlanFacts>
export type LoadRun = z.output<typeof loadRun>
export type LoadRunDetail = z.output<typeof loadRunDetail>
export type LoadArm = LoadRunDetail['arms'][number]
export type RepeatedFigure = z.output<typeof repeated>
