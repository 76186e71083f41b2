import { z } from 'zod'
import type { MeasuredCell } from '../../papers/decide/measured-cell.ts'
import type { LoadCount, RunCell } from '../../server/lab/run-cells.ts'

/** Names what loaded the pages; samples of the two are never pooled. */
export const SOURCES = ['graph', 'browser'] as const
export type Source = (typeof SOURCES)[number]

/** Page users of a load run, on the plan's own ramp or on the long one of what it repeats (`--full`). */
export const LOAD_SOURCES = ['load', 'load-full'] as const
export type LoadSource = (typeof LOAD_SOURCES)[number]

/** Files of a kept run, in `papers/results/PLAN/SOURCE/`; a load run has a folder of its servers there, and `LOAD_FILES` in place of cells and samples. */
export const FILES = { run: 'run.json', cells: 'cells.parquet', samples: 'samples.parquet' } as const

/** Raised where a reader of the former would misread. */
export const FORMAT = 1

const texts = z.record(z.string(), z.string()).readonly()

export const keptFacts = z
  .object({
    format: z.literal(FORMAT),
    plan: z.string(),
    source: z.enum([...SOURCES, ...LOAD_SOURCES]),
    title: z.string().nullable(),
    seed: z.number().int().nonnegative(),
    rounds: z.number().int().positive().nullable(),
    /** ISO 8601. The last load is the day that a result is of. */
    createdAt: z.string(),
    lastLoadAt: z.string().nullable(),
    isFinished: z.boolean(),
    toolVersion: z.string(),
    /** Commits of the program that measured, with `+` where files differed from it; several of a run that was resumed. */
    commits: z.array(z.string()).readonly(),
    /** Versions of all that took part: node, platform, browser, servers, link. */
    versions: texts,
    /** Options beside the plan; of a load run the whole plan. */
    options: z.record(z.string(), z.unknown()).readonly(),
    /** Facts of a load run, as the database has it that it was kept from. */
    run: z.object({ id: z.number().int().positive(), finishedAt: z.string().nullable() }).optional(),
  })
  .readonly()

export type KeptFacts = z.output<typeof keptFacts>

/** A row of samples.parquet, but for its metrics. */
export interface KeptSample {
  readonly cell: number
  readonly arm: string
  readonly round: number
  readonly state: 'valid' | 'invalid' | 'failed'
  /** Says why it does not count; null of a valid one. */
  readonly reason: string | null
}

/** A condition with all that is kept of it. */
export interface KeptCell extends MeasuredCell, Pick<RunCell, 'cell' | 'configuredLink' | 'wireLimitMs'> {
  readonly loads: readonly LoadCount[]
}

export interface KeptRun {
  readonly facts: KeptFacts
  /** Cells of which there are samples. */
  readonly cells: readonly KeptCell[]
  readonly samples: number
  /** Valid ones. */
  readonly valid: number
}
