import { z } from 'zod'
import { metric } from './metrics.ts'
import { arm, byArm, count, factor, instant, interval, stored, verdict } from './terms.ts'

const factors = z.record(z.string(), factor)

export const labRun = z
  .strictObject({
    id: count,
    createdAt: instant,
    finishedAt: instant.nullable(),
    state: z.string(),
    name: z.string(),
    seed: count,
    toolVersion: z.string(),
    versions: z.record(z.string(), z.string()),
    cells: count,
    vantages: z
      .array(z.string())
      .meta({ description: 'Vantage points whose machines loaded its pages, by name; none: not stated' }),
    recordings: count.meta({ description: 'Recorded pages that it replays' }),
    factors: z
      .array(z.strictObject({ name: z.string(), values: z.array(factor) }))
      .meta({ description: 'What was varied or held, with every value that occurs, in order' }),
  })
  .meta({ id: 'LabRun' })

export const labRuns = z.strictObject({ runs: z.array(labRun).meta({ description: 'Newest first' }) })

const labCell = z
  .strictObject({
    cell: count,
    campaignId: count.nullable(),
    site: count.nullable(),
    factors,
    configuredLink: stored,
    measuredLink: stored,
    wireLimitMs: byArm(z.number()).nullable().meta({ description: 'Smallest possible page time by arm' }),
    state: z.string(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'LabCell', description: 'One page under one condition' })

export const labRunDetail = z
  .strictObject({
    ...labRun.shape,
    plan: stored,
    measured: z
      .array(z.strictObject({ metric, arms: z.array(arm) }))
      .meta({ description: 'Metrics that the run has values of, each with the arms that have them' }),
    cellsList: z.array(labCell),
  })
  .meta({ id: 'LabRunDetail' })

export const labGains = z
  .strictObject({
    labRunId: count,
    metric,
    baseline: arm,
    scale: z.enum(['ratio', 'difference']).meta({
      description:
        '`difference`: a value of some condition is 0, so that it has no ratio; all conditions then have a difference',
    }),
    rows: z
      .array(
        z.strictObject({
          cell: count,
          factors,
          arm,
          pending: z.boolean().meta({ description: 'The comparison is being computed' }),
          n: count.meta({ description: 'Rounds that both arms have' }),
          baselineMedian: z.number().nullable().meta({ description: 'In the unit of the metric' }),
          armMedian: z.number().nullable(),
          gain: z.number().nullable().meta({ description: 'Median of the baseline / median of the arm' }),
          gainInterval: interval.nullable(),
          difference: z.number().nullable().meta({
            description:
              'Arm minus baseline in the unit of the metric (Hodges–Lehmann shift of the pairs); null where the scale is `ratio`',
          }),
          differenceInterval: interval.nullable(),
          change: z.enum(['less', 'more', 'no difference shown', 'too few rounds']).nullable().meta({
            description:
              'Whether the arm’s values are smaller or larger; only where the interval excludes no difference. Null: no round of both',
          }),
        }),
      )
      .meta({ description: 'By condition, then by arm' }),
  })
  .meta({
    id: 'LabGains',
    description: 'Each condition of a lab run by itself, every arm against the baseline',
  })

const choice = { labRunId: count, metric, arm, baseline: arm, fixed: factors }

const gains = {
  conditions: count.meta({ description: 'Conditions that it is made from' }),
  pending: count.meta({ description: 'Conditions whose comparison is being computed' }),
  n: count.meta({ description: 'Rounds, over all of them' }),
  gain: z.number().nullable().meta({ description: 'Geometric mean of the gains of the conditions' }),
  gainInterval: interval.nullable().meta({ description: 'Only where it is one condition' }),
  verdict: verdict.nullable().meta({ description: 'Only where it is one condition' }),
}

export const heatmap = z
  .strictObject({
    ...choice,
    x: z.string(),
    y: z.string(),
    xs: z.array(factor),
    ys: z.array(factor),
    cells: z.array(
      z.strictObject({
        x: factor,
        y: factor,
        ...gains,
        worst: z.number().nullable(),
        best: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'Heatmap', description: 'Gain of an arm over two factors' })

export const lines = z
  .strictObject({
    labRunId: count,
    metric,
    baseline: arm,
    fixed: factors,
    x: z.string(),
    xs: z.array(factor),
    lines: z.array(
      z.strictObject({
        arm,
        points: z.array(
          z.strictObject({
            x: factor,
            ...gains,
            median: z
              .number()
              .nullable()
              .meta({ description: 'Of the metric; geometric mean over conditions where there are several' }),
          }),
        ),
      }),
    ),
  })
  .meta({
    id: 'Lines',
    description: 'Medians and gains over one factor, an arm each; the baseline has no gain',
  })

const share = z.strictObject({ share: z.number(), low: z.number(), high: z.number() })

const treeVerdict = z.enum(['faster', 'slower', 'no difference shown'])

const treeQuestion = z
  .strictObject({
    factor: z.string(),
    atMost: z.number().nullable().meta({ description: 'Whether the level is at most this number' }),
    equals: factor.meta({ description: 'Where `atMost` is null: whether the level is this one' }),
  })
  .meta({ id: 'TreeQuestion' })

export const labTree = z
  .strictObject({
    ...choice,
    pending: count.meta({ description: 'Conditions whose comparison is being computed' }),
    conditions: count.meta({ description: 'Conditions with a verdict' }),
    leftOut: count.meta({
      description: 'Conditions without: too few rounds, no round of both, or not measured',
    }),
    needed: count.meta({ description: 'Conditions with a verdict that a tree needs' }),
    folds: count
      .nullable()
      .meta({ description: 'Of the cross-validation. Null: too few conditions for a tree' }),
    accuracy: share.nullable().meta({
      description:
        'Share of the conditions whose verdict the tree of the other folds says, with Wilson’s 95 % interval',
    }),
    withoutTree: share.nullable().meta({
      description:
        'The same for the most frequent verdict of the other folds: what a tree has to be better than',
    }),
    nodes: z
      .array(
        z.strictObject({
          depth: count.meta({ description: 'Questions above it' }),
          after: z
            .strictObject({ question: treeQuestion, answer: z.enum(['yes', 'no']) })
            .nullable()
            .meta({ description: 'What was answered last; null at the root' }),
          isLeaf: z.boolean(),
          n: count.meta({ description: 'Conditions' }),
          verdict: treeVerdict.meta({ description: 'The most frequent' }),
          counts: z.array(z.strictObject({ verdict: treeVerdict, n: count })),
        }),
      )
      .meta({
        description: 'From the root down, the answer yes first; empty: too few conditions for a tree',
      }),
  })
  .meta({
    id: 'LabTree',
    description: 'A decision tree: under which conditions an arm is faster or slower than the baseline',
  })

export const labCdf = z
  .strictObject({
    labRunId: count,
    metric,
    fixed: factors,
    conditions: count,
    p: z.array(z.number()).meta({ description: 'Shares from 0 to 1 at which the quantiles are given' }),
    arms: z.array(
      z.strictObject({
        arm,
        conditions: count.meta({ description: 'With a value of this arm' }),
        n: count.meta({ description: 'Valid loads with a value' }),
        leftOut: count.meta({ description: 'Failed and invalid loads, and valid ones without a value' }),
        mean: z.number().nullable(),
        zeroShare: share
          .nullable()
          .meta({ description: 'Loads of which it is 0, with Wilson’s 95 % interval' }),
        band: z.number().nullable().meta({
          description: 'Half the height of the 95 % band around the curve (Dvoretzky, Kiefer and Wolfowitz)',
        }),
        values: z.array(z.number()).meta({ description: 'Exact quantiles (R-7) at `p`; empty where n is 0' }),
      }),
    ),
  })
  .meta({
    id: 'LabCdf',
    description: 'Distribution of a metric over all loads of the conditions, an arm each',
  })

export type LabTree = z.output<typeof labTree>
export type LabCdf = z.output<typeof labCdf>
export type LabRun = z.output<typeof labRun>
export type LabRunDetail = z.output<typeof labRunDetail>
export type Heatmap = z.output<typeof heatmap>
export type LabGains = z.output<typeof labGains>
export type Lines = z.output<typeof lines>
export type FactorValue = z.output<typeof factor>

const summarised = {
  n: count.meta({ description: 'Conditions that have both medians' }),
  leftOut: count.meta({ description: 'Conditions that lack one of them' }),
  best: z.number().nullable(),
  mean: z.number().nullable(),
  geometricMean: z.number().nullable(),
  worst: z.number().nullable(),
  atLeastOne: count.meta({ description: 'Conditions with a gain of 1 or more' }),
  atLeastTwo: count,
}

export const cablelabs = z
  .strictObject({
    labRunId: count,
    metric,
    arm,
    baseline: arm,
    conditions: count,
    skippedCells: count.meta({ description: 'Cells that lack a factor of these tables, or their samples' }),
    tables: z.array(
      z.strictObject({
        table: count.meta({ description: 'As the paper numbers it' }),
        case: z.string(),
        rows: z.array(z.string()),
        columns: z.array(z.string()),
        cells: z
          .array(z.strictObject({ row: z.string(), column: z.string(), ...summarised }))
          .meta({ description: 'Row by row' }),
      }),
    ),
    summary: z
      .array(
        z.strictObject({
          case: z.string(),
          all: z.strictObject(summarised),
          pagesABWithoutLoss: z.strictObject(summarised),
        }),
      )
      .meta({ description: 'Table 11' }),
  })
  .meta({
    id: 'Cablelabs',
    description:
      'Gains over conditions as CableLabs 2012 shows them, Tables 5–11; always against the baseline with an initial window of 3',
  })

export type Cablelabs = z.output<typeof cablelabs>
export type LabCell = z.output<typeof labCell>
