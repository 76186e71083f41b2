import { z } from 'zod'
import { arm, byArm, count, factor, instant, metric, stored } from './terms.ts'

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

export type LabRun = z.output<typeof labRun>
export type LabRunDetail = z.output<typeof labRunDetail>
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
