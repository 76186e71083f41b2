import { z } from 'zod'
import { metric } from './metrics.ts'
import { arm, byArm, count, instant, interval, stored, verdict } from './terms.ts'

export const factor = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .meta({ id: 'FactorValue', description: 'Value of a factor in one condition' })

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
  .strictObject({ ...labRun.shape, plan: stored, cellsList: z.array(labCell) })
  .meta({ id: 'LabRunDetail' })

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

export const efficiency = z
  .strictObject({
    labRunId: count,
    metric,
    rows: z.array(
      z.strictObject({
        cell: count,
        factors,
        arm,
        n: count,
        medianMs: z.number(),
        limitMs: z.number(),
        efficiency: z.number().meta({ description: 'limitMs / medianMs' }),
      }),
    ),
  })
  .meta({ id: 'Efficiency', description: 'How near the loads come to what the wire allows' })

export type LabRun = z.output<typeof labRun>
export type LabRunDetail = z.output<typeof labRunDetail>
export type Heatmap = z.output<typeof heatmap>
export type Lines = z.output<typeof lines>
export type Efficiency = z.output<typeof efficiency>
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
